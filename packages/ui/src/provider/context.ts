/** What screens find around them. */

import { type ComponentType, type Context, createContext, type ReactNode, useContext } from "react";
import type { ShownProvider } from "../social/providers.ts";
import type { Texts } from "../texts/texts.ts";
import type { UiPlugin } from "./plugin.ts";

/** A link as the app's router makes it. */
export interface LinkProps {
  readonly href: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Where the screens lead. The links of mails lead there too: to these paths on the auth server's origin. */
export interface AuthPaths {
  readonly signIn: string;
  readonly signUp: string;
  readonly sessions: string;
  /** Where a mail with a link to set a new password is asked for. `null`: the app sends none, and nothing leads there. */
  readonly forgotPassword: string | null;
  /** Where that link leads: `ResetPassword`. */
  readonly resetPassword: string;
  /** Where the link of a mail that proves an address leads: `EmailVerified`. */
  readonly emailVerified: string;
  readonly account: string;
  /** After signing in or up. */
  readonly home: string;
}

/** What screens get of the app: see `useAuthUi`. */
export interface AuthUi {
  readonly Link: ComponentType<LinkProps>;
  readonly navigate: (path: string) => void;
  readonly paths: AuthPaths;
  /** Ways in that are offered, in this order. */
  readonly providers: readonly ShownProvider[];
  readonly texts: Texts;
  /** In the order in which the app gave them. */
  readonly plugins: readonly UiPlugin[];
}

export const UiContext: Context<AuthUi | null> = createContext<AuthUi | null>(null);

/** @throws {Error} there is no `AuthUiProvider` around */
export function useAuthUi(): AuthUi {
  const ui = useContext(UiContext);
  if (!ui) throw new Error("Screens of @latchkey/ui need an <AuthUiProvider client={client}> around them.");
  return ui;
}
