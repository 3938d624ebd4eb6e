import { createAuthClient } from "@latchkey/client";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { createAccessControl, createRoleCheck, defaultStatements, type Permissions } from "./access.ts";
import { organizationClient } from "./client.ts";
import { organization } from "./plugin.ts";

const ac = createAccessControl({ ...defaultStatements, project: ["create"] });
const roles = { editor: ac.newRole({ project: ["create"] }) };
const schema = {
  organization: { additionalFields: { plan: { type: "string", input: true, required: true } } },
} as const;

function start() {
  const auth = createAuth({
    baseURL: "http://app.test",
    secret: "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U",
    database: memoryAdapter(),
    emailAndPassword: { enabled: true },
    plugins: [organization({ ac, roles, schema, teams: { enabled: true } })],
  });
  let cookie = "";
  const paths: string[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const headers = new Headers(init?.headers);
    headers.set("origin", "http://app.test");
    if (cookie) headers.set("cookie", cookie);
    paths.push(new URL(String(input)).pathname.replace("/api/auth", ""));
    const response = await auth.handler(new Request(input, { ...init, headers }));
    for (const line of response.headers.getSetCookie()) cookie = line.split(";")[0] ?? "";
    return response;
  };
  /** Another tab has the same cookies. */
  const openTab = () =>
    createAuthClient<typeof auth>({ baseURL: "http://app.test", fetch, plugins: [organizationClient()] });
  return { auth, client: openTab(), openTab, paths };
}

describe("the client half", () => {
  test("has its calls by name, with parsed dates and the app's own fields", async () => {
    const { client } = start();
    await client.signUp.email({ name: "Ann", email: "ann@example.com", password: "correct horse battery" });
    const made = await client.organization.create({ name: "Acme", slug: "acme", plan: "pro" });
    expect(made.data).toMatchObject({ slug: "acme", plan: "pro", createdAt: expect.any(Date) });
    expectTypeOf(made.data?.plan).toEqualTypeOf<string | undefined>();
    // @ts-expect-error: the plan is required
    void (() => client.organization.create({ name: "Acme", slug: "acme" }));
    const { data } = await client.organization.listMembers({ query: { limit: 10, sortBy: "createdAt" } });
    expect(data).toMatchObject({ total: 1, nextCursor: null, members: [{ role: "owner" }] });
    expect((await client.organization.setActive({ organizationId: null })).data).toBeNull();
    expect((await client.organization.getFullOrganization()).data).toBeNull();
    expect((await client.organization.setActive({ organizationSlug: "acme" })).data?.name).toBe("Acme");
    const full = await client.organization.getFullOrganization({ query: { membersLimit: 5 } });
    expectTypeOf(full.data?.members[0]?.user.email).toEqualTypeOf<string | null | undefined>();
    expect(full.data?.teams).toHaveLength(1);
    const session = await client.getSession();
    expectTypeOf(session.data?.session.activeOrganizationId).toEqualTypeOf<string | null | undefined>();
    expect(session.data?.session.activeOrganizationId).toBe(made.data?.id);
    const { error } = await client.organization.inviteMember({ email: "no", role: "member" });
    expect(error?.code).toBe("INVALID_EMAIL");
  });

  test("checks a role without a request", () => {
    const checkRolePermission = createRoleCheck({ ac, roles });
    const check = (role: string, permissions: Permissions): boolean => checkRolePermission({ role, permissions });
    expect(check("owner", { organization: ["delete"], project: ["create"] })).toBe(true);
    expect(check("admin", { organization: ["delete"] })).toBe(false);
    expect(check("member,editor", { project: ["create"] })).toBe(true);
    expect(check("unknown", { project: ["create"] })).toBe(false);
    expect(createRoleCheck()({ role: "editor", permissions: { project: ["create"] } })).toBe(false);
    expect(createRoleCheck()({ role: "admin", permissions: { invitation: ["create"] } })).toBe(true);
  });

  test("its stores reload after changes, and not after reads", async () => {
    vi.stubGlobal("window", globalThis);
    const { client, paths } = start();
    await client.signUp.email({ name: "Ann", email: "ann@example.com", password: "correct horse battery" });
    const { activeOrganization, listOrganizations, activeMember, activeMemberRole } = client.$stores;
    const stops = [activeOrganization, listOrganizations, activeMember, activeMemberRole].map((store) =>
      store.subscribe(() => {}),
    );
    await client.organization.create({ name: "Acme", slug: "acme", plan: "pro" });
    await vi.waitFor(() => {
      expect(activeOrganization.get().data?.slug).toBe("acme");
      expect(listOrganizations.get().data).toHaveLength(1);
      expect(activeMember.get().data?.role).toBe("owner");
      expect(activeMemberRole.get().data).toEqual({ role: "owner" });
    }, 10_000);
    await client.organization.update({ data: { name: "Other" } });
    await vi.waitFor(() => expect(activeOrganization.get().data?.name).toBe("Other"), 10_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const before = paths.length;
    await client.organization.hasPermission({ permissions: { member: ["create"] } });
    await client.organization.listMembers();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(paths.length).toBe(before + 2);
    for (const stop of stops) stop();
    vi.unstubAllGlobals();
  });

  test("stores don't request the active organization or member while no organization is active", async () => {
    vi.stubGlobal("window", globalThis);
    const { client, paths } = start();
    await client.signUp.email({ name: "Ann", email: "ann@example.com", password: "correct horse battery" });
    const { activeOrganization, activeMember, activeMemberRole, session } = client.$stores;
    const stops = [activeOrganization, activeMember, activeMemberRole, session].map((store) =>
      store.subscribe(() => {}),
    );
    const activeId = (): string | null | undefined => session.get().data?.session.activeOrganizationId;
    await client.organization.create({ name: "Acme", slug: "acme", plan: "pro" });
    await vi.waitFor(() => expect(activeMemberRole.get().data).toEqual({ role: "owner" }), 10_000);
    const before = paths.length;
    await client.organization.setActive({ organizationId: null });
    for (const store of [activeOrganization, activeMember, activeMemberRole])
      expect(store.get()).toMatchObject({ data: null, error: null, isPending: false });
    await vi.waitFor(() => expect(activeId()).toBeNull(), 10_000);
    expect(paths.slice(before)).toEqual(["/organization/set-active", "/get-session"]);
    await client.organization.setActive({ organizationSlug: "acme" });
    await vi.waitFor(() => {
      expect(activeOrganization.get().data?.slug).toBe("acme");
      expect(activeMember.get().data?.role).toBe("owner");
      expect(activeMemberRole.get().data).toEqual({ role: "owner" });
    }, 10_000);
    for (const stop of stops) stop();
    vi.unstubAllGlobals();
  });

  test("stores of another tab have no member once no organization is active", async () => {
    vi.stubGlobal("window", globalThis);
    const { client, openTab } = start();
    await client.signUp.email({ name: "Ann", email: "ann@example.com", password: "correct horse battery" });
    await client.organization.create({ name: "Acme", slug: "acme", plan: "pro" });
    const { activeOrganization, activeMember, activeMemberRole } = openTab().$stores;
    const stores = [activeOrganization, activeMember, activeMemberRole];
    const stops = stores.map((store) => store.subscribe(() => {}));
    await vi.waitFor(() => expect(stores.every((store) => store.get().data)).toBe(true), 10_000);
    await client.organization.setActive({ organizationId: null });
    // A message from the first tab does the same.
    await Promise.all(stores.map((store) => store.get().refetch()));
    expect(stores.map((store) => store.get().data)).toEqual([null, null, null]);
    for (const stop of stops) stop();
    vi.unstubAllGlobals();
  });
});
