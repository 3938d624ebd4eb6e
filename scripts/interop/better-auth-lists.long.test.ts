/** Tests how better-auth's client and ours send arrays in queries. */

import { admin } from "@latchkey/admin";
import { adminClient as ownAdminClient } from "@latchkey/admin/client";
import { createAuthClient as createOwnClient } from "@latchkey/client";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { organization } from "@latchkey/organization";
import { organizationClient as ownOrganizationClient } from "@latchkey/organization/client";
import { createAuthClient } from "better-auth/client";
import { adminClient, organizationClient } from "better-auth/client/plugins";
import { expect, test } from "vitest";
import { cookieFetch } from "./client.ts";

const password = "correct horse battery";
const baseURL = "http://lists.test";

async function start() {
  const auth = createAuth({
    baseURL,
    database: memoryAdapter(),
    emailAndPassword: { enabled: true },
    secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
    plugins: [admin(), organization()],
  });
  const people: string[] = [];
  for (const name of ["root", "ann", "bob", "eve"]) {
    const role = name === "root" ? "admin" : "user";
    const { user } = await auth.api.createUser({ body: { email: `${name}@example.com`, name, password, role } });
    people.push(user.id);
  }
  const [owner = "", first = "", second = "", third = ""] = people;
  const founding = { name: "Acme", slug: "acme", userId: owner } as object as { name: string; slug: string };
  const { id: organizationId } = await auth.api.createOrganization({ body: founding, headers: undefined as never });
  for (const [userId, role] of [
    [first, "admin"],
    [second, "member"],
    [third, "member"],
  ] as const) {
    await auth.api.addMember({ body: { userId, role, organizationId } } as never);
  }
  const browser = cookieFetch(baseURL, (request) => auth.handler(request));
  const theirs = createAuthClient({
    baseURL,
    fetchOptions: { customFetchImpl: browser.fetch },
    plugins: [adminClient(), organizationClient()],
  });
  const ours = createOwnClient({
    baseURL,
    fetch: browser.fetch as typeof fetch,
    plugins: [ownAdminClient(), ownOrganizationClient()],
  });
  expect((await theirs.signIn.email({ email: "root@example.com", password })).error).toBeNull();
  return { theirs, ours, organizationId, browser };
}

test("every value of a list is applied, with either client", async () => {
  const { theirs, ours, organizationId } = await start();
  const filterField = "role";
  const filterOperator = "in" as const;
  const members = { organizationId, filterField, filterOperator, filterValue: ["admin", "owner"] };
  const users = { filterField: "name", filterOperator, filterValue: ["ann", "eve"] };
  for (const client of [theirs, ours] as const) {
    const listed = await (client as typeof theirs).organization.listMembers({ query: members });
    expect(listed.data?.members.map(({ role }) => role).sort()).toEqual(["admin", "owner"]);
    const found = await (client as typeof theirs).admin.listUsers({ query: users });
    expect(found.data?.users.map(({ name }) => name).sort()).toEqual(["ann", "eve"]);
    const one = await (client as typeof theirs).admin.listUsers({ query: { ...users, filterValue: ["bob"] } });
    expect(one.data?.users.map(({ name }) => name)).toEqual(["bob"]);
    // An empty list isn't sent, and must not match everything.
    const none = await (client as typeof theirs).admin.listUsers({ query: { ...users, filterValue: [] } });
    expect(none.error).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
  }
});

test("a list in place of one value is rejected, and the error names it", async () => {
  const { ours, browser } = await start();
  const refused = await ours.admin.listUsers({ query: { limit: [1, 2] as never } });
  expect(refused.error).toMatchObject({
    status: 400,
    code: "VALIDATION_ERROR",
    details: { issues: [{ path: "limit" }] },
  });
  const response = await browser.fetch(
    `${baseURL}/api/auth/organization/list-members?organizationId=a&organizationId=b`,
  );
  expect([response.status, (await response.json()).code]).toEqual([400, "VALIDATION_ERROR"]);
});
