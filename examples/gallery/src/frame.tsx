/** Renders one state with its own client, a fake server, and the provider. */

import { adminClient } from "@latchkey/admin/client";
import { billingClient } from "@latchkey/billing/client";
import { organizationClient } from "@latchkey/organization/client";
import { createAuthClient } from "@latchkey/react";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { AuthUiProvider } from "@latchkey/ui";
import { adminUi } from "@latchkey/ui/admin";
import { billingUi } from "@latchkey/ui/billing";
import { en } from "@latchkey/ui/locales";
import { organizationUi } from "@latchkey/ui/organization";
import { twoFactorUi } from "@latchkey/ui/two-factor";
import { usernameUi } from "@latchkey/ui/username";
import { usernameClient } from "@latchkey/username/client";
import type { Root } from "react-dom/client";
import { defaultResponses } from "./fixtures/default-responses.ts";
import { mockFetch, waitUntilIdle } from "./mock-fetch.ts";
import { pseudo, toEnglish } from "./pseudo.ts";
import type { ViewSettings } from "./settings.ts";
import type { State } from "./state.ts";
import { collectStrings, findUntranslated } from "./untranslated.ts";
import { awaitText, createUserActions } from "./user-actions.ts";

const noop = (): void => {};
const plugins = [usernameUi(), twoFactorUi(), adminUi(), organizationUi(), billingUi({ sellerRoles: ["admin"] })];

/** What tests can ask about a state after it was shown. */
export interface ShownState {
  /** Error responses that the state doesn't ask for itself, such as `404 /get-session`. */
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
  // Each state has its own server, so what another one offered must not be remembered.
  sessionStorage.clear();
  state.prepare?.();
  const isPseudo = view.language === "pseudo";
  const translate = isPseudo ? toEnglish : unchanged;
  const errors: string[] = [];
  const strings = new Set<string>();
  collectStrings(state.element, strings);
  const client = createAuthClient({
    baseURL: location.origin,
    fetch: mockFetch({ ...defaultResponses, ...state.responses }, (path, status, body) => {
      collectStrings(body, strings);
      if (status >= 400 && !state.responses?.[path]) errors.push(`${status} ${path}`);
    }),
    plugins: [usernameClient(), twoFactorClient(), adminClient(), organizationClient(), billingClient()],
    navigate: noop,
  });
  root.render(
    <AuthUiProvider
      key={state.name}
      client={client}
      navigate={noop}
      plugins={plugins}
      locale={isPseudo ? pseudo : en}
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

const unchanged = (text: string): string => text;
const appearances = { comfortable: { density: "comfortable" }, compact: { density: "compact" } } as const;

/** A skeleton only appears after a moment. Components that have none show what they have. */
async function waitForSkeleton(): Promise<void> {
  const end = performance.now() + 600;
  while (!document.querySelector(".lk-skeleton, .lk-spinner") && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until all pictures are decoded. One that can't be loaded has been replaced by its text. */
async function waitForPictures(): Promise<void> {
  await Promise.allSettled([...document.images].map((image) => image.decode()));
}

/** Waits for all animations except infinite ones. */
export async function waitForAnimations(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
