/** Shows one state: a client of its own over the stand-in, the provider, and the screen. */

import { adminClient } from "@latchkey/admin/client";
import { billingClient } from "@latchkey/billing/client";
import { createAccessControl, defaultStatements } from "@latchkey/organization/access";
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
import { awaitText, createHand } from "./hand.ts";
import { quiet, standIn } from "./stand-in.ts";
import type { State } from "./state.ts";
import { everywhere } from "./world/everywhere.ts";

const ac = createAccessControl({ ...defaultStatements, project: ["create", "share"] });
const roles = { ac, dynamicAccessControl: { enabled: true } };
const providers = ["github", "google"];
const stay = (): void => {};
const plugins = [
  usernameUi(),
  twoFactorUi(),
  adminUi(),
  organizationUi({ teams: true, runTimeRoles: true, statements: ac.statements }),
  billingUi({ sellerRoles: ["admin"] }),
];

/** Resolves once the state is what it is. @throws {Error} it never is */
export async function showState(root: Root, state: State): Promise<void> {
  history.replaceState(null, "", `${location.pathname}${state.search ?? ""}`);
  const client = createAuthClient({
    baseURL: location.origin,
    fetch: standIn({ ...everywhere, ...state.answers }),
    plugins: [usernameClient(), twoFactorClient(), adminClient(), organizationClient(roles), billingClient()],
    navigate: stay,
  });
  root.render(
    <AuthUiProvider key={state.name} client={client} navigate={stay} providers={providers} plugins={plugins}>
      <main className={state.wide ? "stage stage-wide" : "stage"}>
        <h1 className="unseen">{state.name}</h1>
        {state.element}
      </main>
    </AuthUiProvider>,
  );
  await state.play?.(createHand());
  await awaitText(state.shows);
  await quiet();
  await still();
}

/** Waits until nothing moves but what moves for ever. */
export async function still(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
