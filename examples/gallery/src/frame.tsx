/** Renders one state with its own client, a fake server, and the provider. */

import { adminClient } from "@latchkey/admin/client";
import { billingClient } from "@latchkey/billing/client";
import { organizationClient } from "@latchkey/organization/client";
import { createAuthClient } from "@latchkey/react";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { AuthUiProvider } from "@latchkey/ui";
import { adminUi } from "@latchkey/ui/admin";
import { billingUi } from "@latchkey/ui/billing";
import { organizationUi } from "@latchkey/ui/organization";
import { twoFactorUi } from "@latchkey/ui/two-factor";
import { usernameUi } from "@latchkey/ui/username";
import { usernameClient } from "@latchkey/username/client";
import type { Root } from "react-dom/client";
import { defaultResponses } from "./fixtures/default-responses.ts";
import { mockFetch, waitUntilIdle } from "./mock-fetch.ts";
import type { State } from "./state.ts";
import { awaitText, createUserActions } from "./user-actions.ts";

const noop = (): void => {};
const plugins = [usernameUi(), twoFactorUi(), adminUi(), organizationUi(), billingUi({ sellerRoles: ["admin"] })];

/**
 * Resolves when the state is shown.
 * @throws {Error} if that never happens
 */
export async function showState(root: Root, state: State): Promise<void> {
  history.replaceState(null, "", `${location.pathname}${state.search ?? ""}`);
  // Each state has its own server, so what another one offered must not be remembered.
  sessionStorage.clear();
  state.prepare?.();
  const client = createAuthClient({
    baseURL: location.origin,
    fetch: mockFetch({ ...defaultResponses, ...state.responses }),
    plugins: [usernameClient(), twoFactorClient(), adminClient(), organizationClient(), billingClient()],
    navigate: noop,
  });
  root.render(
    <AuthUiProvider key={state.name} client={client} navigate={noop} plugins={plugins} {...state.provider}>
      <main className={state.wide ? "stage stage-wide" : "stage"}>
        <h1 className="unseen">{state.name}</h1>
        {state.element}
      </main>
    </AuthUiProvider>,
  );
  await state.play?.(createUserActions());
  await awaitText(state.expectedText);
  await waitUntilIdle();
  await waitForAnimations();
}

/** Waits for all animations except infinite ones. */
export async function waitForAnimations(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
