/** Codes that billing adds to calls of core and other plugins. */

import { createAuthClient } from "@latchkey/client";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { expectTypeOf, test } from "vitest";
import { billingClient } from "./client.ts";
import { billing } from "./plugin.ts";

const database = memoryAdapter();
const auth = createAuth({ database, plugins: [organization(), billing({ secret: "whsec_CzBVep" })] });
const plain = createAuth({ database, plugins: [organization()] });
const headers = new Headers();

/** The code of a result's error. */
type CodeOf<R extends { readonly error: { readonly code: string } | null }> = NonNullable<R["error"]>["code"];

test("every call that adds a member or an invitation can say that all seats are taken", async () => {
  const { api } = auth;
  const body = { email: "a@example.com", role: "member" };
  const invited = await api.createInvitation.result({ headers, body });
  const accepted = await api.acceptInvitation.result({ headers, body: { invitationId: "i" } });
  const added = await api.addMember.result({ body: { userId: "u", role: "member", organizationId: "o" } });
  const owner = await api.transferOwnership.result({ body: { userId: "u", organizationId: "o" } });
  expectTypeOf<"SEAT_LIMIT_REACHED">().toExtend<CodeOf<typeof invited>>();
  expectTypeOf<"SEAT_LIMIT_REACHED">().toExtend<CodeOf<typeof accepted>>();
  expectTypeOf<"SEAT_LIMIT_REACHED">().toExtend<CodeOf<typeof added>>();
  expectTypeOf<"SEAT_LIMIT_REACHED">().toExtend<CodeOf<typeof owner>>();
  const removed = await api.removeMember.result({ headers, body: { memberIdOrEmail: "m" } });
  expectTypeOf<"SEAT_LIMIT_REACHED">().not.toExtend<CodeOf<typeof removed>>();
});

test("the client's calls have the code, inferred from the server or from the client's plugins", async () => {
  const inferred = await createAuthClient<typeof auth>().organization.inviteMember({ email: "a", role: "member" });
  expectTypeOf<"SEAT_LIMIT_REACHED">().toExtend<CodeOf<typeof inferred>>();
  const composed = createAuthClient({ plugins: [organizationClient(), billingClient()] });
  const accepted = await composed.organization.acceptInvitation({ invitationId: "i" });
  expectTypeOf<"SEAT_LIMIT_REACHED">().toExtend<CodeOf<typeof accepted>>();
});

test("without billing no call has it", async () => {
  const invited = await plain.api.createInvitation.result({ headers, body: { email: "a", role: "member" } });
  expectTypeOf<"SEAT_LIMIT_REACHED">().not.toExtend<CodeOf<typeof invited>>();
});

test("deleting a user or an organization can fail because of a running subscription", async () => {
  const deleted = await auth.api.deleteUser.result({ headers, body: {} });
  const dissolved = await auth.api.deleteOrganization.result({ headers, body: { organizationId: "o" } });
  const removed = await auth.api.removeOrganization.result({ body: { organizationId: "o" } });
  expectTypeOf<"SUBSCRIPTION_RUNNING">().toExtend<CodeOf<typeof deleted>>();
  expectTypeOf<"SUBSCRIPTION_RUNNING">().toExtend<CodeOf<typeof dissolved>>();
  expectTypeOf<"SUBSCRIPTION_RUNNING">().toExtend<CodeOf<typeof removed>>();
});
