/** Tests better-auth's unchanged client with its admin plugin against this handler. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { admin } from "@latchkey/admin";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { toNodeHandler } from "@latchkey/node";
import { createAuthClient } from "better-auth/client";
import { adminClient } from "better-auth/client/plugins";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const password = "correct horse battery";

describe("better-auth's own client with its admin plugin", () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const auth = createAuth({
      baseURL: origin,
      database: memoryAdapter(),
      emailAndPassword: { enabled: true },
      secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
      plugins: [admin()],
    });
    await auth.api.createUser({ body: { email: "root@example.com", name: "Root", password, role: "admin" } });
    server.on("request", toNodeHandler(auth));
  });
  afterAll(() => server.close());

  /** A client with a simulated browser, because Node's fetch stores no cookies and sends no origin. */
  function client() {
    const cookies = new Map<string, string>();
    const customFetchImpl = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const headers = new Headers(init?.headers);
      headers.set("origin", origin);
      if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      const response = await fetch(input, { ...init, headers });
      for (const line of response.headers.getSetCookie()) {
        const [name = "", value = ""] = (line.split(";", 1)[0] as string).split(/=(.*)/s);
        if (line.includes("Max-Age=0")) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    };
    return createAuthClient({ baseURL: origin, fetchOptions: { customFetchImpl }, plugins: [adminClient()] });
  }

  async function asRoot() {
    const root = client();
    expect((await root.signIn.email({ email: "root@example.com", password })).error).toBeNull();
    return root;
  }

  test("creates, reads, lists, changes, and removes users", async () => {
    const root = await asRoot();
    const made = await root.admin.createUser({ email: "ann@example.com", name: "Ann", password, role: "user" });
    expect(made.data?.user).toMatchObject({ email: "ann@example.com", role: "user", banned: false });
    expect(made.data?.user.createdAt).toBeInstanceOf(Date);
    const userId = made.data?.user.id as string;
    expect((await root.admin.getUser({ query: { id: userId } })).data).toMatchObject({ email: "ann@example.com" });

    const query = {
      searchValue: "ann",
      searchField: "email",
      searchOperator: "starts_with",
      limit: 5,
      offset: 0,
    } as const;
    const listed = await root.admin.listUsers({ query: { ...query, sortBy: "createdAt", sortDirection: "desc" } });
    expect(listed.data).toMatchObject({ total: 1, limit: 5, offset: 0, users: [{ id: userId }] });
    const filtered = await root.admin.listUsers({
      query: { filterField: "role", filterValue: "admin", filterOperator: "eq" },
    });
    expect(filtered.data?.users.map(({ email }) => email)).toEqual(["root@example.com"]);

    const byValue = await root.admin.listUsers({ query: { filterValue: "ann@example.com" } });
    expect(byValue.data).toMatchObject({ total: 1, users: [{ id: userId }] });
    expect((await root.admin.listUsers({ query: { limit: 0 } })).data?.users).toHaveLength(2);

    expect((await root.admin.updateUser({ userId, data: { name: "Anna" } })).data).toMatchObject({ name: "Anna" });
    expect((await root.admin.setRole({ userId, role: "admin" })).data?.user.role).toBe("admin");
    expect((await root.admin.setRole({ userId, role: ["user"] })).data?.user.role).toBe("user");
    const changed = await root.admin.setUserPassword({ userId, newPassword: "another good password" });
    expect(changed.data).toEqual({ status: true });
    expect((await root.admin.removeUser({ userId })).data).toEqual({ success: true });
    expect((await root.admin.getUser({ query: { id: userId } })).error).toMatchObject({
      status: 404,
      code: "USER_NOT_FOUND",
    });
  });

  test("bans, and ends sessions", async () => {
    const [root, bob] = [await asRoot(), client()];
    const { data } = await bob.signUp.email({ email: "bob@example.com", name: "Bob", password });
    const userId = data?.user.id as string;
    const { sessions = [] } = (await root.admin.listUserSessions({ userId })).data ?? {};
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.expiresAt).toBeInstanceOf(Date);
    const sessionToken = sessions[0]?.token as string;
    expect((await root.admin.revokeUserSession({ sessionToken })).data).toEqual({ success: true });
    expect((await bob.getSession()).data).toBeNull();
    await bob.signIn.email({ email: "bob@example.com", password });
    expect((await root.admin.revokeUserSessions({ userId })).data).toEqual({ success: true });
    expect((await bob.getSession()).data).toBeNull();

    const banned = await root.admin.banUser({ userId, banReason: "Spam", banExpiresIn: 3600 });
    expect(banned.data?.user).toMatchObject({ banned: true, banReason: "Spam" });
    const refused = await bob.signIn.email({ email: "bob@example.com", password });
    expect(refused.error).toMatchObject({ status: 403, code: "BANNED_USER" });
    expect((await root.admin.unbanUser({ userId })).data?.user).toMatchObject({ banned: false, banReason: null });
    expect((await bob.signIn.email({ email: "bob@example.com", password })).error).toBeNull();
    expect((await bob.admin.listUsers({ query: {} })).error).toMatchObject({
      status: 403,
      code: "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS",
    });
  });

  test("impersonates a user and stops; checks permissions", async () => {
    const root = await asRoot();
    const made = await root.admin.createUser({ email: "eve@example.com", name: "Eve", password });
    const userId = made.data?.user.id as string;
    const ask = { permissions: { user: ["create", "delete"] } } as const;
    expect((await root.admin.hasPermission(ask as never)).data).toEqual({ error: null, success: true });
    expect(root.admin.checkRolePermission({ role: "user", permissions: { user: ["create"] } })).toBe(false);

    const begun = await root.admin.impersonateUser({ userId });
    expect(begun.data).toMatchObject({ user: { id: userId }, session: { userId } });
    const acted = (await root.getSession()).data as { session: { impersonatedBy?: string | null } } | null;
    expect(acted?.session.impersonatedBy).toEqual(expect.any(String));
    expect((await root.admin.hasPermission(ask as never)).data).toEqual({ error: null, success: false });
    const stopped = await root.admin.stopImpersonating();
    expect(stopped.data).toMatchObject({ user: { email: "root@example.com" } });
    expect((await root.getSession()).data?.user.email).toBe("root@example.com");
  });
});
