/** What the screens need of an app: its client, its texts, its way of linking. */

import { AuthClientProvider, type SessionSeed } from "@latchkey/react";
import { type ComponentType, createContext, type ReactElement, type ReactNode, useContext, useMemo } from "react";
import { en, type Texts } from "../texts/en.ts";

/** A link as the app's router makes it. */
export interface LinkProps {
  readonly href: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Where the screens lead. */
export interface AuthPaths {
  readonly signIn: string;
  readonly signUp: string;
  readonly sessions: string;
  /** After signing in or up. */
  readonly home: string;
}

export interface AuthUiProviderProps {
  /** From `createAuthClient` of `@latchkey/react`. */
  readonly client: object;
  /** The session as the server that renders the page knows it (`null`: nobody): nothing is pending then. */
  readonly initialSession?: SessionSeed | null | undefined;
  /** Default: plain anchors. */
  readonly link?: ComponentType<LinkProps>;
  /** Goes to a path after signing in, up or out. Default: `location.assign`. */
  readonly navigate?: (path: string) => void;
  readonly paths?: Partial<AuthPaths>;
  /** Default: English. */
  readonly texts?: Texts;
  readonly children?: ReactNode;
}

export interface AuthUi {
  readonly Link: ComponentType<LinkProps>;
  readonly navigate: (path: string) => void;
  readonly paths: AuthPaths;
  readonly texts: Texts;
}

const defaultPaths: AuthPaths = { signIn: "/sign-in", signUp: "/sign-up", sessions: "/sessions", home: "/" };
const UiContext = createContext<AuthUi | null>(null);

/** Goes around everything that uses screens of this package. */
export function AuthUiProvider({
  client,
  initialSession,
  link,
  navigate,
  paths,
  texts,
  children,
}: AuthUiProviderProps): ReactElement {
  const ui = useMemo<AuthUi>(
    () => ({
      Link: link ?? Anchor,
      navigate: navigate ?? ((path) => location.assign(path)),
      paths: { ...defaultPaths, ...paths },
      texts: texts ?? en,
    }),
    [link, navigate, paths, texts],
  );
  return (
    <AuthClientProvider client={client} initialSession={initialSession}>
      <UiContext.Provider value={ui}>{children}</UiContext.Provider>
    </AuthClientProvider>
  );
}

/** @throws {Error} there is no `AuthUiProvider` around */
export function useAuthUi(): AuthUi {
  const ui = useContext(UiContext);
  if (!ui) throw new Error("Screens of @latchkey/ui need an <AuthUiProvider client={client}> around them.");
  return ui;
}

function Anchor({ href, className, children }: LinkProps): ReactElement {
  return (
    <a href={href} className={className}>
      {children}
    </a>
  );
}
