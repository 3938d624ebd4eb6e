/** Servers with the same configuration in a different order, or with a different one. */

import { admin } from "@latchkey/admin";
import { AuthError, createAuth, memoryAdapter } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import { organization } from "@latchkey/organization";
import { startAuth, type TestReply, testPassword, testSecret } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { afterEach, expect, test, vi } from "vitest";
import { at, type Node, startNodes } from "../../test/nodes.ts";
import { testProvider } from "../../test/social-app.ts";
import { userTable } from "../tables/user.ts";

const plugins = () => [username(), twoFactor(), admin(), organization()];
const providers = ["one", "two"].map((id) => testProvider({}, { id }));
const trustedOrigins = ["https://a.test", "https://*.b.test", "acme://"];

afterEach(() => void vi.unstubAllEnvs());

test("FAULT-09: the order of plugins, providers, and origins changes neither responses nor tables", async () => {
  const { nodes } = await startNodes({}, [
    { plugins: plugins(), providers, trustedOrigins },
    {
      plugins: plugins().reverse(),
      providers: [...providers].reverse(),
      trustedOrigins: [...trustedOrigins].reverse(),
    },
  ]);
  const [first, second] = nodes as [Node, Node];
  const names = (node: Node) =>
    [...node.auth.schema.values()].map(({ name, columns }) => [name, Object.keys(columns).sort()]);
  expect(Object.fromEntries(names(first))).toEqual(Object.fromEntries(names(second)));

  const person = at(first);
  const body = { name: "Ann", email: "ann@example.com", password: testPassword, username: "Annie" };
  await person.post("/sign-up/email", body);
  await first.auth.$context.db.update(userTable, { where: {}, set: { role: "admin" } as never });
  const calls: [string, object?][] = [
    ["/get-session"],
    ["/list-sessions"],
    ["/list-accounts"],
    ["/admin/list-users"],
    ["/organization/list"],
    ["/sign-in/username", { username: "ANNIE", password: "a wrong password" }],
    ["/sign-up/email", { ...body, email: "bob@example.com" }],
    ["/sign-in/social", { provider: "three" }],
    ["/sign-in/social", { provider: "one", callbackURL: "https://x.b.test/y", disableRedirect: true }],
    ["/sign-in/social", { provider: "two", callbackURL: "https://evil.test" }],
    ["/two-factor/enable", { password: "a wrong password" }],
    ["/organization/create", { name: "A", slug: "A B" }],
  ];
  const said = async (node: Node) => {
    const answers: unknown[] = [];
    for (const [path, fields] of calls) {
      const browser = at(node, person);
      const reply: TestReply<any> = await (fields ? browser.post(path, fields) : browser.get(path));
      // The redirect URL contains a random state.
      const { url, ...rest } = reply.body ?? {};
      answers.push([path, reply.status, Array.isArray(reply.body) ? reply.body : rest, url && new URL(url).origin]);
    }
    return answers;
  };
  expect(await said(first)).toEqual(await said(second));

  // The user is banned on one server and signed out on the other.
  const victim = at(second);
  const { user } = (
    await victim.post<{ user: { id: string } }>("/sign-up/email", { ...body, email: "c@x.test", username: "cc3" })
  ).body;
  expect((await person.post("/admin/ban-user", { userId: user.id })).status).toBe(200);
  for (const node of nodes) {
    expect((await at(node, victim).get("/get-session")).body).toBeNull();
    expect((await at(node).signIn("c@x.test")).status).toBe(403);
  }
});

test("FAULT-09: gates that reject run before gates that set a challenge, whatever the order of plugins", async () => {
  const closed = { status: 403, message: "Closed" } as const;
  const check = () => {
    throw new AuthError("CLOSED", closed);
  };
  const both = [
    definePlugin({
      id: "asking",
      gates: [{ name: "asking", kind: "challenge", check: () => ({ response: { asks: true } }) }],
    }),
    definePlugin({ id: "closing", errors: { CLOSED: closed }, gates: [{ name: "closing", kind: "refuse", check }] }),
  ];
  for (const plugins of [both, [...both].reverse()]) {
    const { status, body } = await (await startAuth({ plugins })).browser().signUp("ann@example.com");
    expect([status, body]).toMatchObject([403, { code: "CLOSED" }]);
  }
});

test("FAULT-09: an impossible configuration fails at startup, and the error names the cause", () => {
  const options = { baseURL: "https://app.test", secret: testSecret, database: memoryAdapter() };
  vi.stubEnv("NODE_ENV", "production");
  for (const [wrong, message] of [
    [{ plugins: [username(), username()] }, /"username" occurs twice/],
    [{ secrets: [testSecret], secret: testSecret }, /secret or secrets, not both/],
    [{ providers: [...providers, ...providers] }, /two providers with the id "one"/],
    [{ baseURL: undefined }, /baseURL is missing/],
    [{ secret: undefined }, /secret is missing/],
  ] as const) {
    expect(() => createAuth({ ...options, ...wrong } as never)).toThrow(message);
  }
});
