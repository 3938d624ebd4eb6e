/** Provides the app's client, texts, and routing to the components. */

import { type Capabilities, type CapabilitiesClient, capabilitiesStore } from "@latchkey/client/capabilities";
import { AuthClientProvider, type SessionSeed } from "@latchkey/react";
import { type ComponentType, type ReactElement, type ReactNode, useMemo, useState } from "react";
import { confirmLeaving } from "../primitives/leaving.ts";
import { OfflineProvider } from "../primitives/offline-banner.tsx";
import { ToastProvider } from "../primitives/toast.tsx";
import { ProofDialog } from "../proof/proof-dialog.tsx";
import { checkChoices, type ProviderChoice, resolveProviders } from "../social/providers.ts";
import { en } from "../texts/en.ts";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import type { Texts } from "../texts/texts.ts";
import { type Appearance, AppearanceProvider } from "./appearance.tsx";
import { UiContext } from "./context.ts";
import { DirectionProvider } from "./direction.tsx";
import { PageMemoryProvider } from "./page-memory.tsx";
import { SetupBoundary } from "./setup-boundary.tsx";
import { supportLink } from "./support.ts";
import type { AuthPaths, AuthUi, LinkProps, UiLocale, UiPlugin } from "./types.ts";
import { UploadContext, type UploadImage } from "./upload.ts";

/** Props for `AuthUiProvider`. */
export interface AuthUiProviderProps {
  /** A client from `createAuthClient` in `@latchkey/react`. */
  readonly client: object;
  /**
   * The session that the server rendered the page with. `null` if no one is signed in. The session then isn't pending.
   */
  readonly initialSession?: SessionSeed | null | undefined;
  /**
   * What the server offers, from `auth.api.capabilities()`, for pages that the server renders. The browser then doesn't
   * ask for it. Default: read from the server.
   */
  readonly capabilities?: Capabilities | undefined;
  /** Your router's link component. Default: plain anchors. */
  readonly link?: ComponentType<LinkProps>;
  /** Navigates to a path after sign-in, sign-up, or sign-out. Default: `location.assign`. */
  readonly navigate?: (path: string) => void;
  /** Paths of your pages. Create the object once, outside of components. */
  readonly paths?: Partial<AuthPaths>;
  /** Path that all sign-in pages are below, such as `/auth`. `paths` takes precedence. Default: none. */
  readonly basePath?: string;
  /**
   * Which of the server's providers to show, and in which order. Use the server's ids, such as `github`. Default: all.
   */
  readonly providers?: readonly (string | ProviderChoice)[];
  /** The language of all components, plugins included, from `@latchkey/ui/locales`. Default: English. */
  readonly locale?: UiLocale | undefined;
  /** Texts to use instead of the language's. Create the object once, outside of components. */
  readonly texts?: TextOverrides<Texts>;
  /** The UI plugins, such as `[usernameUi(), twoFactorUi()]`. Create the array once, outside of components. */
  readonly plugins?: readonly UiPlugin[];
  /** Layout, density, and class names of all components. Create the object once, outside of components. */
  readonly appearance?: Appearance;
  /** Stores a picture of a user or organization and resolves to its URL. Without it, pictures can't be changed. */
  readonly uploadImage?: UploadImage;
  /**
   * An email address, or a URL that starts with `https://` or `http://`. "Contact support" in texts links to it.
   * Default: none, and the words aren't a link.
   */
  readonly supportContact?: string | undefined;
  readonly children?: ReactNode;
}

const defaultPaths: AuthPaths = {
  signIn: "/sign-in",
  signUp: "/sign-up",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  emailVerified: "/email-verified",
  authError: "/auth-error",
  accountDeleted: "/account-deleted",
  account: "/account",
  home: "/",
};

/** The sign-in pages below a base path. */
function pathsBelow(basePath = ""): Partial<AuthPaths> {
  if (basePath === "") return {};
  const { account, home, ...family } = defaultPaths;
  const base = basePath.replace(/\/$/, "");
  return Object.fromEntries(Object.entries(family).map(([name, path]) => [name, base + path]));
}

/**
 * Wrap it around everything that uses components of this package. It shows a dialog when a call requires the user to
 * reauthenticate. To show your own, call `client.$onProofNeeded` in an effect inside the provider.
 */
export function AuthUiProvider({
  client,
  initialSession,
  capabilities,
  link,
  navigate,
  paths,
  basePath,
  providers,
  locale,
  texts: overrides,
  plugins: untranslatedPlugins = noPlugins,
  appearance,
  uploadImage,
  supportContact,
  children,
}: AuthUiProviderProps): ReactElement {
  const plugins = useMemo(() => localizePlugins(untranslatedPlugins, locale), [untranslatedPlugins, locale]);
  const ui = useMemo<AuthUi>(() => {
    const texts = overrideTexts(locale?.texts ?? en, overrides);
    const providerChoices = checkChoices(providers);
    return {
      Link: link ?? Anchor,
      navigate: (path) => confirmLeaving(() => (navigate ? navigate(path) : location.assign(path))),
      paths: { ...defaultPaths, ...pathsBelow(basePath), ...paths },
      providers: resolveProviders({ providerChoices, texts }),
      providerChoices,
      texts: withErrors(texts, plugins),
      supportHref: supportLink(supportContact),
      plugins,
      capabilities,
    };
  }, [link, navigate, paths, basePath, providers, locale, overrides, plugins, capabilities, supportContact]);
  // Seeded during the first render, so that no component starts a request.
  useState(() => capabilities && capabilitiesStore(client as CapabilitiesClient).seed(capabilities));
  return (
    <AuthClientProvider client={client} initialSession={initialSession}>
      <UiContext.Provider value={ui}>
        <DirectionProvider>
          <AppearanceProvider appearance={appearance}>
            <UploadContext.Provider value={uploadImage ?? null}>
              <ToastProvider>
                <OfflineProvider>
                  <PageMemoryProvider>
                    {/* Comes before the app's components, because the last registered handler wins. */}
                    <ProofDialog />
                    {plugins.map(({ id, GlobalElements }) =>
                      GlobalElements ? (
                        <SetupBoundary key={id}>
                          <GlobalElements />
                        </SetupBoundary>
                      ) : null,
                    )}
                    <SetupBoundary>{children}</SetupBoundary>
                  </PageMemoryProvider>
                </OfflineProvider>
              </ToastProvider>
            </UploadContext.Provider>
          </AppearanceProvider>
        </DirectionProvider>
      </UiContext.Provider>
    </AuthClientProvider>
  );
}

const noPlugins: readonly UiPlugin[] = [];

function localizePlugins(plugins: readonly UiPlugin[], locale: UiLocale | undefined): readonly UiPlugin[] {
  return plugins.map((plugin) => {
    const texts = locale?.plugins[plugin.id];
    return texts && plugin.localize ? plugin.localize(texts) : plugin;
  });
}

/** The app's error messages take precedence over those of plugins. */
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
