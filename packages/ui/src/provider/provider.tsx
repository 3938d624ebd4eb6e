/** What the screens need of an app: its client, its texts, its way of linking. */

import { AuthClientProvider, type SessionSeed } from "@latchkey/react";
import { type ComponentType, type ReactElement, type ReactNode, useMemo } from "react";
import { ProofDialog } from "../proof/proof-dialog.tsx";
import { type ProviderChoice, showProviders } from "../social/providers.ts";
import { en } from "../texts/en.ts";
import type { Texts } from "../texts/texts.ts";
import { type AuthPaths, type AuthUi, type LinkProps, UiContext } from "./context.ts";
import type { UiPlugin } from "./plugin.ts";

/** What `AuthUiProvider` takes. */
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
  /**
   * Providers that people sign in by, in the order of their buttons: ids as the server knows them, such as `github`.
   * Default: none.
   */
  readonly providers?: readonly (string | ProviderChoice)[];
  /** Default: English. */
  readonly texts?: Texts;
  /** The screens' part of the plugins that the app uses: `[usernameUi(), twoFactorUi()]`. Made once, in a module. */
  readonly plugins?: readonly UiPlugin[];
  readonly children?: ReactNode;
}

const defaultPaths: AuthPaths = {
  signIn: "/sign-in",
  signUp: "/sign-up",
  sessions: "/sessions",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  emailVerified: "/email-verified",
  account: "/account",
  home: "/",
};

/**
 * Goes around everything that uses screens of this package. Where a call needs a fresh proof of who it is, the password
 * is asked for in a dialog; an app that calls `client.$onProofNeeded` in an effect inside of it asks in its own way.
 */
export function AuthUiProvider({
  client,
  initialSession,
  link,
  navigate,
  paths,
  providers,
  texts,
  plugins = none,
  children,
}: AuthUiProviderProps): ReactElement {
  const ui = useMemo<AuthUi>(
    () => ({
      Link: link ?? Anchor,
      navigate: navigate ?? ((path) => location.assign(path)),
      paths: { ...defaultPaths, ...paths },
      providers: showProviders(providers ?? [], texts ?? en),
      texts: withErrors(texts ?? en, plugins),
      plugins,
    }),
    [link, navigate, paths, providers, texts, plugins],
  );
  return (
    <AuthClientProvider client={client} initialSession={initialSession}>
      <UiContext.Provider value={ui}>
        {/* Before the app's own parts: of those who want to ask, the last one does. */}
        <ProofDialog />
        {plugins.map(({ id, Always }) => (Always ? <Always key={id} /> : null))}
        {children}
      </UiContext.Provider>
    </AuthClientProvider>
  );
}

const none: readonly UiPlugin[] = [];

/** Sentences of plugins stand beneath those of the app. */
function withErrors(texts: Texts, plugins: readonly UiPlugin[]): Texts {
  return { ...texts, errors: Object.assign({}, ...plugins.map(({ errors }) => errors), texts.errors) };
}

function Anchor({ href, className, children }: LinkProps): ReactElement {
  return (
    <a href={href} className={className}>
      {children}
    </a>
  );
}
