/** Renders one state with its own client, a fake server, and the provider. */

import { adminClient } from "@latchkey/admin/client";
import { anonymousClient } from "@latchkey/anonymous/client";
import { apiKeyClient } from "@latchkey/api-key/client";
import { billingClient } from "@latchkey/billing/client";
import { deviceAuthorizationClient } from "@latchkey/device-authorization/client";
import { emailOTPClient } from "@latchkey/email-otp/client";
import { eventsClient } from "@latchkey/events/client";
import { magicLinkClient } from "@latchkey/magic-link/client";
import { multiSessionClient } from "@latchkey/multi-session/client";
import { oauthProviderClient } from "@latchkey/oauth-provider/client";
import { oneTapClient } from "@latchkey/one-tap/client";
import { organizationClient } from "@latchkey/organization/client";
import { passkeyClient } from "@latchkey/passkey/client";
import { phoneNumberClient } from "@latchkey/phone-number/client";
import { createAuthClient } from "@latchkey/react";
import { scimClient } from "@latchkey/scim/client";
import { ssoClient } from "@latchkey/sso/client";
import { stepUpClient } from "@latchkey/step-up/client";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { AuthUiProvider } from "@latchkey/ui";
import { adminUi } from "@latchkey/ui/admin";
import { anonymousUi } from "@latchkey/ui/anonymous";
import { apiKeyUi } from "@latchkey/ui/api-key";
import { billingUi } from "@latchkey/ui/billing";
import { deviceAuthorizationUi } from "@latchkey/ui/device-authorization";
import { emailOtpUi } from "@latchkey/ui/email-otp";
import { eventsUi } from "@latchkey/ui/events";
import { en } from "@latchkey/ui/locales";
import { magicLinkUi } from "@latchkey/ui/magic-link";
import { multiSessionUi } from "@latchkey/ui/multi-session";
import { oauthProviderUi } from "@latchkey/ui/oauth-provider";
import { oneTapUi } from "@latchkey/ui/one-tap";
import { organizationUi } from "@latchkey/ui/organization";
import { passkeyUi } from "@latchkey/ui/passkey";
import { phoneNumberUi } from "@latchkey/ui/phone-number";
import { scimUi } from "@latchkey/ui/scim";
import { ssoUi } from "@latchkey/ui/sso";
import { stepUpUi } from "@latchkey/ui/step-up";
import { twoFactorUi } from "@latchkey/ui/two-factor";
import { usernameUi } from "@latchkey/ui/username";
import { usernameClient } from "@latchkey/username/client";
import type { Root } from "react-dom/client";
import { arabic, fromArabic } from "./arabic.ts";
import { defaultResponses } from "./fixtures/default-responses.ts";
import { mockFetch, waitUntilIdle } from "./mock-fetch.ts";
import { pseudo, toEnglish } from "./pseudo.ts";
import type { ViewSettings } from "./settings.ts";
import type { State } from "./state.ts";
import { collectStrings, findUntranslated } from "./untranslated.ts";
import { awaitText, createUserActions } from "./user-actions.ts";

const noop = (): void => {};
/** What the app's API keys can do. Apps choose these labels themselves. */
const scopes = [
  { resource: "files", action: "read", label: "Read files" },
  { resource: "files", action: "write", label: "Change files" },
];
/** What other apps can do. */
const scopeLabels = { "files:read": "Read files", "files:write": "Change files" };
const plugins = [
  usernameUi(),
  apiKeyUi({ scopes }),
  eventsUi(),
  deviceAuthorizationUi(),
  oauthProviderUi({ scopes: scopeLabels }),
  passkeyUi(),
  emailOtpUi(),
  magicLinkUi(),
  phoneNumberUi(),
  anonymousUi(),
  multiSessionUi(),
  oneTapUi(),
  ssoUi(),
  scimUi(),
  stepUpUi(),
  twoFactorUi(),
  adminUi(),
  organizationUi(),
  billingUi({ sellerRoles: ["admin"] }),
];

/** Each state has its own client, so that plugins don't keep data from another state. */
const clientPlugins = () => [
  usernameClient(),
  apiKeyClient(),
  eventsClient(),
  deviceAuthorizationClient(),
  oauthProviderClient(),
  passkeyClient(),
  emailOTPClient(),
  magicLinkClient(),
  phoneNumberClient(),
  anonymousClient(),
  multiSessionClient(),
  oneTapClient({ clientId: "gallery" }),
  ssoClient(),
  scimClient(),
  stepUpClient(),
  twoFactorClient(),
  adminClient(),
  organizationClient(),
  billingClient(),
];

/** What tests can read about a rendered state. */
export interface ShownState {
  /** Error responses that the state doesn't define itself, such as `404 /get-session`. */
  unexpectedErrors(): readonly string[];
  /** Texts that aren't in the pseudo-language and aren't data. */
  untranslated(): readonly string[];
}

/**
 * Resolves when the state is shown.
 * @throws {Error} if that never happens
 */
export async function showState(root: Root, state: State, view: ViewSettings): Promise<ShownState> {
  history.replaceState(null, "", `${location.pathname}${state.search ?? ""}`);
  // Each state has its own server, so the capabilities of another one must not be cached.
  sessionStorage.clear();
  Object.defineProperty(navigator, "onLine", { configurable: true, value: !state.isOffline });
  state.prepare?.();
  const { locale, translate } = texts[view.language];
  const errors: string[] = [];
  const strings = new Set<string>();
  collectStrings([state.element, scopes], strings);
  const client = createAuthClient({
    baseURL: location.origin,
    fetch: mockFetch({ ...defaultResponses, ...state.responses }, (path, status, body) => {
      collectStrings(body, strings);
      if (status >= 400 && !state.responses?.[path]) errors.push(`${status} ${path}`);
    }),
    plugins: clientPlugins(),
    navigate: noop,
  });
  root.render(
    <AuthUiProvider
      key={state.name}
      client={client}
      navigate={noop}
      plugins={plugins}
      locale={locale}
      appearance={appearances[view.density]}
      {...state.provider}
    >
      <main className={state.wide ? "stage stage-wide" : "stage"}>
        <h1 className="unseen">{state.name}</h1>
        {state.element}
      </main>
    </AuthUiProvider>,
  );
  await state.play?.(createUserActions(translate));
  await awaitText(state.expectedText, translate);
  await waitUntilIdle();
  if (state.name.startsWith("loading")) await waitForSkeleton();
  await waitForPictures();
  await waitForAnimations();
  return { unexpectedErrors: () => errors, untranslated: () => findUntranslated(strings) };
}

/** The texts of each language, and the translation back to English. */
const texts = {
  en: { locale: en, translate: (text: string): string => text },
  ar: { locale: arabic, translate: fromArabic },
  pseudo: { locale: pseudo, translate: toEnglish },
} as const;

const appearances = { comfortable: { density: "comfortable" }, compact: { density: "compact" } } as const;

/** A skeleton only appears after a moment. Some components have none, so the wait is limited. */
async function waitForSkeleton(): Promise<void> {
  const end = performance.now() + 600;
  while (!document.querySelector(".lk-skeleton, .lk-spinner") && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until all pictures are decoded. Ignores pictures that can't be loaded, because their text replaces them. */
async function waitForPictures(): Promise<void> {
  await Promise.allSettled([...document.images].map((image) => image.decode()));
}

/** Waits for all animations except infinite ones. */
export async function waitForAnimations(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
