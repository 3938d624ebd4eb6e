// @vitest-environment jsdom

import { describe, expect, test, vi } from "vitest";
import { sessionOf } from "../test/server.ts";
import { open, server, stops, userOf, useSessionClients } from "../test/session-clients.ts";
import { createAuthClient } from "./create-client.ts";

useSessionClients();

const credentials = { email: "ann@example.com", password: "correct horse" };
const _signedIn = (id: string): object => ({ redirect: false, token: "secret", user: { id } });

describe("server responses never throw", () => {
  const odd = [
    {},
    { session: { id: "s" } },
    { user: { id: "ann" } },
    { session: {}, user: null },
    { session: {}, user: {} },
    { session: "s", user: { id: "ann" } },
    [],
    "text",
    7,
    true,
  ];

  test.each(odd)("%j instead of a session is an error, and the current data stays", async (json) => {
    const client = await open();
    server.on("/get-session", { json });
    const { data, error } = await client.getSession();
    expect([data, error]).toEqual([
      null,
      expect.objectContaining({ code: "NETWORK_ERROR", details: { reason: "not-a-session" } }),
    ]);
    expect(error?.message).toContain("/api/auth/get-session");
    await client.$stores.session.get().refetch();
    expect(client.$stores.session.get()).toMatchObject({
      data: { user: { id: "ann" } },
      error: { details: { reason: "not-a-session" } },
      isPending: false,
    });
  });

  test("a failed first read leaves the store usable", async () => {
    server.on("/get-session", { json: {} });
    const client = await open();
    expect(client.$stores.session.get()).toMatchObject({ data: null, error: { code: "NETWORK_ERROR" } });
    server.on("/get-session", { json: sessionOf("bob") });
    await client.$stores.session.get().refetch();
    expect(userOf(client)).toBe("bob");
  });

  test("nothing rejects if the initial session has no user, a listener throws, or a body is null", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const client = createAuthClient({ baseURL: server.baseURL, initialSession: { session: {} } as never });
    stops.push(
      client.$stores.session.listen(() => {
        throw new Error("a listener in the app");
      }),
    );
    expect((await client.getSession()).data?.user.id).toBe("ann");
    await client.$stores.session.get().refetch();
    expect((await client.signIn.email(credentials)).error).toBeNull();
    expect((await client.$fetch("/ok", { body: null as never })).error).toBeNull();
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
  });

  test("deeply nested data never causes an exception", async () => {
    const client = await open();
    for (const depth of [200, 3000, 200_000]) {
      const text = JSON.stringify({ ...sessionOf("ann"), deep: "#" }).replace(
        '"#"',
        `${"[".repeat(depth)}${"]".repeat(depth)}`,
      );
      server.on("/get-session", { text });
      await expect(client.getSession()).resolves.toBeDefined();
      await expect(client.$stores.session.get().refetch()).resolves.toBeUndefined();
    }
  });
});
