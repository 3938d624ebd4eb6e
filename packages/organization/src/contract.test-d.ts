/** The calls have the fields of the app's `schema`, and exactly the declared error codes. */

import { createAuthClient } from "@latchkey/client";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { expectTypeOf, test } from "vitest";
import type { OrganizationCalls } from "./contract.ts";
import { organization } from "./plugin.ts";

const auth = createAuth({
  database: memoryAdapter(),
  plugins: [
    organization({
      teams: { enabled: true },
      schema: {
        organization: { additionalFields: { plan: { type: "string", required: false, input: true } } },
        team: { additionalFields: { size: { type: "number", required: false, input: true } } },
      },
    }),
  ],
});
const client = createAuthClient<typeof auth>();
const headers = new Headers();

test("additional fields are in inputs and outputs, on the server and in the client", async () => {
  const body = { name: "Acme", slug: "acme", plan: "pro" };
  const made = await auth.api.createOrganization({ headers, body });
  expectTypeOf(made.plan).toEqualTypeOf<string | null>();
  expectTypeOf(made.members[0]?.role).toEqualTypeOf<string | undefined>();
  const full = await auth.api.getFullOrganization({ headers });
  expectTypeOf(full?.plan).toEqualTypeOf<string | null | undefined>();
  expectTypeOf(full?.teams?.[0]?.size).toEqualTypeOf<number | null | undefined>();
  const { data } = await client.organization.update({ data: { plan: "free" } });
  expectTypeOf(data?.plan).toEqualTypeOf<string | null | undefined>();
  // @ts-expect-error a plan is text
  void auth.api.updateOrganization({ headers, body: { data: { plan: 1 } } });
  // @ts-expect-error a size is a number
  void client.organization.createTeam({ name: "A", size: "large" });
});

test("only the server can set an owner, or list another user's invitations by email", () => {
  void auth.api.createOrganization({ body: { name: "Acme", slug: "acme", userId: "u" } });
  // @ts-expect-error the caller is the owner
  void client.organization.create({ name: "Acme", slug: "acme", userId: "u" });
  void auth.api.listUserInvitations({ query: { email: "ann@example.com" } });
  // @ts-expect-error it's the caller's email
  void client.organization.listUserInvitations({ query: { email: "ann@example.com" } });
});

test("codes match the contract", async () => {
  const { error } = await auth.api.deleteOrganization.result({ headers, body: { organizationId: "o" } });
  if (error) {
    expectTypeOf<OrganizationCalls["deleteOrganization"]["code"]>().toExtend<typeof error.code>();
    // @ts-expect-error this call never requires a fresh session
    void (error.code === "SESSION_NOT_FRESH");
  }
});
