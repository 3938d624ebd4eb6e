// @vitest-environment jsdom

import { describe, expect, test, vi } from "vitest";
import { pause, sessionOf, until } from "../test/server.ts";
import { open, type Plain, server, stops, userOf, useSessionClients } from "../test/session-clients.ts";
import { createAuthClient } from "./create-client.ts";
import type { ClientPlugin } from "./plugin.ts";
import { tabStorageKey } from "./tabs.ts";

useSessionClients();

const credentials = { email: "ann@example.com", password: "correct horse" };
const signedIn = (id: string): object => ({ redirect: false, token: "secret", user: { id } });

describe("a call that changes the session", () => {
  test.each<[string, (client: Plain) => Promise<unknown>]>([
    ["/sign-in/email", (c) => c.signIn.email(credentials)],
    ["/sign-in/username", (c) => c.$fetch("/sign-in/username", { body: { username: "ann" } })],
    ["/sign-up/email", (c) => c.signUp.email({ ...credentials, name: "Ann" })],
    ["/sign-out", (c) => c.signOut()],
    ["/revoke-session", (c) => c.revokeSession({ token: "handle" })],
    ["/revoke-sessions", (c) => c.revokeSessions()],
    ["/revoke-other-sessions", (c) => c.revokeOtherSessions()],
    ["/update-user", (c) => c.$fetch("/update-user", { body: { name: "A" } })],
    ["/update-session", (c) => c.$fetch("/update-session", { body: { theme: "dark" } })],
    ["/delete-user", (c) => c.$fetch("/delete-user")],
    ["/verify-password", (c) => c.$fetch("/verify-password", { body: { field: 1 } })],
    ["/verify-email", (c) => c.$fetch("/verify-email", { query: { token: "t" } })],
    ["/change-email", (c) => c.$fetch("/change-email", { body: { field: 1 } })],
    ["/change-password", (c) => c.$fetch("/change-password", { body: { field: 1 } })],
    ["/teams/set-active", (c) => c.$fetch("/teams/set-active", { body: { teamId: null } })],
    ["/teams/seats/add", (c) => c.$fetch("/teams/seats/add", { body: { field: 1 } })],
  ])("%s triggers one read and notifies other tabs", async (path, use) => {
    const client = await open();
    await use(client);
    expect(server.asked.map((asked) => asked.path)).toEqual([path]);
    expect(localStorage.getItem(tabStorageKey)).not.toBeNull();
    await until(() => expect(server.count("/get-session")).toBe(1));
    await pause(40);
    expect(server.count("/get-session")).toBe(1);
  });

  test.each<[string, (client: Plain) => Promise<unknown>]>([
    ["a GET", (c) => c.listSessions()],
    ["a POST that reads", (c) => c.$fetch("/organization/has-permission", { body: { permissions: {} } })],
    ["a call with disableSignal", (c) => c.signIn.email(credentials, { disableSignal: true })],
    ["its disableSignal among the fields", (c) => c.signOut({ fetchOptions: { disableSignal: true } })],
    ["reading the session", (c) => c.getSession()],
  ])("%s doesn't trigger a read", async (_, use) => {
    const client = await open();
    await use(client);
    await pause(40);
    expect(server.asked).toHaveLength(1);
    expect(localStorage.getItem(tabStorageKey)).toBeNull();
  });

  test("a rejected call doesn't trigger a read", async () => {
    const client = await open();
    server.on("/sign-in/email", { status: 401, json: { code: "INVALID_EMAIL_OR_PASSWORD", message: "no" } });
    await client.signIn.email(credentials);
    await pause(40);
    expect(server.asked).toHaveLength(1);
    expect(userOf(client)).toBe("ann");
  });
});

describe("the store is updated before the promise resolves", () => {
  test("getSession", async () => {
    const client = await open();
    server.on("/get-session", { json: sessionOf("bob") });
    await client.getSession();
    expect(userOf(client)).toBe("bob");
  });

  test("works without a listener", async () => {
    const client = createAuthClient({ baseURL: server.baseURL });
    await client.getSession();
    expect(client.$stores.session.get()).toMatchObject({ isPending: false, data: { user: { id: "ann" } } });
  });

  test("shows that no one is signed in after signing out", async () => {
    const client = await open();
    server.on("/get-session", { json: null });
    for (const leave of [client.signOut, client.revokeSessions]) {
      await leave();
      expect(client.$stores.session.get()).toMatchObject({ data: null, isPending: false });
    }
  });

  test("is pending after a sign-in, so that protected pages don't redirect", async () => {
    server.on("/get-session", { json: null });
    const client = await open();
    server.on("/get-session", { json: sessionOf("ann") });
    server.on("/sign-in/email", { json: signedIn("ann") });
    await client.signIn.email(credentials);
    expect(client.$stores.session.get()).toMatchObject({ data: null, isPending: true });
    await until(() => expect(userOf(client)).toBe("ann"));
  });

  test("is pending after another user signs in", async () => {
    const client = await open();
    server.on("/get-session", { json: sessionOf("bob") });
    server.on("/sign-in/email", { json: signedIn("bob") });
    await client.signIn.email(credentials);
    expect(client.$stores.session.get()).toMatchObject({ data: null, isPending: true });
  });

  test("keeps showing the same user", async () => {
    const client = await open();
    const { data } = client.$stores.session.get();
    server.on("/sign-in/email", { json: signedIn("ann") });
    await client.signIn.email(credentials);
    expect(client.$stores.session.get()).toMatchObject({ isPending: false });
    expect(client.$stores.session.get().data).toBe(data);
  });

  test.each([
    ["a second factor is required", "/sign-in/email", { twoFactorRedirect: true, twoFactorMethods: ["totp"] }],
    ["an email must be verified first", "/sign-up/email", { token: null, user: { id: "ann" } }],
  ])("nothing is pending if %s", async (_, path, json) => {
    server.on("/get-session", { json: null });
    const client = await open();
    server.on(path, { json });
    await client.$fetch(path, { body: {} });
    expect(client.$stores.session.get().isPending).toBe(false);
  });

  test("has the session from a response", async () => {
    const client = await open();
    server.on("/admin/impersonate-user", { json: sessionOf("bob", { impersonatedBy: "ann" }) });
    await client.$fetch("/admin/impersonate-user", { body: { userId: "bob" } });
    expect(client.$stores.session.get().data).toMatchObject({
      user: { id: "bob" },
      session: { impersonatedBy: "ann" },
    });
    expect(client.$stores.session.get().data?.session.expiresAt).toBeInstanceOf(Date);
  });

  test("follows a session, or another user's token, in the response of a plugin without a client plugin", async () => {
    const client = await open();
    server.on("/support/act-as", { json: sessionOf("bob") });
    await client.$fetch("/support/act-as", { body: { userId: "bob" } });
    expect(userOf(client)).toBe("bob");
    server.on("/get-session", { json: sessionOf("eve") });
    server.on("/support/verify", { json: { token: "t", user: { id: "eve" } } });
    await client.$fetch("/support/verify", { body: { code: "1" } });
    expect(client.$stores.session.get()).toMatchObject({ data: null, isPending: true });
    server.on("/support/list", { json: { user: { id: "ann" } } });
    await until(() => expect(userOf(client)).toBe("eve"));
    await client.$fetch("/support/list");
    expect(userOf(client)).toBe("eve");
  });

  test("a response from before the change doesn't restore the old session", async () => {
    const client = await open();
    server.on("/get-session", { json: sessionOf("ann"), delay: 60 });
    const slow = client.getSession();
    await pause(10);
    await client.signOut();
    server.on("/get-session", { json: null });
    expect((await slow).data?.user.id).toBe("ann");
    expect(userOf(client)).toBeUndefined();
  });

  test("after the first 401 response, the store notices that the session ended elsewhere", async () => {
    const client = await open();
    server.on("/get-session", { json: null });
    server.on("/list-sessions", { status: 401, json: { code: "UNAUTHORIZED", message: "Unauthorized" } });
    await client.listSessions();
    await until(() => expect(userOf(client)).toBeUndefined());
    await client.listSessions();
    await pause(40);
    expect(server.count("/get-session")).toBe(1);
  });
});

describe("stores of plugins", () => {
  const organization: ClientPlugin = {
    id: "organization",
    stores: {
      organizations: { path: "/organization/list" },
      activeOrganization: { path: "/organization/get-full-organization", query: { membersLimit: 5 } },
    },
  };
  const openBoth = async (): Promise<{ client: Plain; stores: Record<string, Plain["$stores"]["session"]> }> => {
    server.on("/organization/list", { json: [{ id: "acme" }] });
    server.on("/organization/get-full-organization", { json: { id: "acme" } });
    const client = await open([organization]);
    const stores = client.$stores as unknown as Record<string, Plain["$stores"]["session"]>;
    for (const name of ["organizations", "activeOrganization"]) {
      const store = stores[name];
      if (store) stops.push(store.listen(() => {}));
      await until(() => expect(store?.get().isPending).toBe(false));
    }
    return { client, stores };
  };

  test("request their path with their query", async () => {
    const { stores } = await openBoth();
    expect(stores.organizations?.get().data).toEqual([{ id: "acme" }]);
    expect(server.asked.map(({ path, query }) => path + query)).toContain(
      "/organization/get-full-organization?membersLimit=5",
    );
  });

  test("reload after every call that changes something, if they have listeners", async () => {
    const { client } = await openBoth();
    const lonely = client as unknown as { readonly $stores: Record<string, object> };
    expect(Object.keys(lonely.$stores)).toEqual(["session", "organizations", "activeOrganization"]);
    server.asked.length = 0;
    await client.$fetch("/organization/list-members");
    await client.$fetch("/organization/has-permission", { body: { permissions: {} } });
    await pause(40);
    expect(server.asked).toHaveLength(2);
    server.asked.length = 0;
    await client.$fetch("/organization/update", { body: { data: {} } });
    await until(() => expect(server.asked).toHaveLength(4));
    await pause(40);
    expect(server.asked.map(({ path }) => path).sort()).toEqual([
      "/get-session",
      "/organization/get-full-organization",
      "/organization/list",
      "/organization/update",
    ]);
    for (const stop of stops.splice(0)) stop();
    await pause(1050);
    await client.$fetch("/organization/update", { body: { data: {} } });
    await pause(40);
    expect(server.asked).toHaveLength(5);
  });

  test("have no data after a sign-out, and don't reload", async () => {
    const { client, stores } = await openBoth();
    server.on("/get-session", { json: null });
    server.asked.length = 0;
    await client.signOut();
    for (const name of ["organizations", "activeOrganization"])
      expect(stores[name]?.get()).toMatchObject({ data: null, error: null, isPending: false });
    await pause(60);
    expect(server.asked.map(({ path }) => path).sort()).toEqual(["/get-session", "/sign-out"]);
  });
});

describe("tabs", () => {
  test("a change in one tab makes the others reload, without notifying again", async () => {
    const client = await open();
    await createAuthClient({ baseURL: server.baseURL }).signOut();
    const written = localStorage.getItem(tabStorageKey);
    server.on("/get-session", { json: null });
    window.dispatchEvent(new StorageEvent("storage", { key: tabStorageKey, newValue: written }));
    await until(() => expect(userOf(client)).toBeUndefined());
    expect(localStorage.getItem(tabStorageKey)).toBe(written);
  });

  test("each message has a new value, because browsers don't report unchanged values", async () => {
    const client = await open();
    const values = [];
    for (let i = 0; i < 3; i++) {
      await client.signOut();
      values.push(localStorage.getItem(tabStorageKey));
    }
    expect(new Set(values).size).toBe(3);
  });

  test("a browser without storage still works", async () => {
    const client = await open();
    const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    expect((await client.signOut()).error).toBeNull();
    setItem.mockRestore();
  });
});

test("a session passed at creation is available immediately, without a request", async () => {
  const client = createAuthClient({ baseURL: server.baseURL, initialSession: sessionOf("ann") });
  expect(client.$stores.session.get()).toMatchObject({ isPending: false, data: { user: { id: "ann" } } });
  expect(client.$stores.session.get().data?.user.createdAt).toBeInstanceOf(Date);
  stops.push(client.$stores.session.listen(() => {}));
  await pause(40);
  expect(server.asked).toHaveLength(0);
});
