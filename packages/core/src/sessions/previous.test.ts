import { startAuth } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PreviousSignIn, SessionCreation, SessionTokenChange } from "../kernel/sign-in-events.ts";
import { defineUntypedEndpoint, type Endpoint } from "../plugin/endpoint.ts";
import { definePlugin, type Plugin } from "../plugin/plugin.ts";
import { sessionTable } from "../tables/session.ts";
import { rotateSession, switchSession, syncSessionCookies } from "./change.ts";
import { requireSession } from "./guards.ts";
import { findSessions } from "./read.ts";

/** A plugin that keeps other users' sessions and records the calls to it. */
function keeper(further: Partial<Plugin> = {}) {
  const found: PreviousSignIn[] = [];
  const created: SessionCreation[] = [];
  const changes: SessionTokenChange[] = [];
  const rotate: Endpoint<unknown, object> = defineUntypedEndpoint({
    method: "POST",
    path: "/keeper/rotate",
    guards: [requireSession],
    async handle(_, context) {
      const { session, user } = context;
      const rotated = await context.db.transaction((tx) => rotateSession(tx, context, { session, user }));
      syncSessionCookies(context, rotated.active, rotated.token);
      return {};
    },
  });
  const change: Endpoint<{ token: string }, object> = defineUntypedEndpoint({
    method: "POST",
    path: "/keeper/switch",
    async handle({ token }, context) {
      const [active] = await findSessions(context, [token]);
      if (active) switchSession(context, active, token);
      return { email: active?.user.email ?? null };
    },
  });
  const plugin = definePlugin({
    id: "keeper",
    endpoints: { rotate, change },
    keepsPreviousSession(given) {
      found.push(given);
      return given.previousSession.user.id !== given.attempt.user.id;
    },
    onSessionCreated: (_, creation) => void created.push(creation),
    onSessionTokenChange: (given) => void changes.push(given),
    ...further,
  });
  return { plugin, found, created, changes };
}

describe.each(quickDatabases)("the session before a sign-in on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("a plugin gets the previous session with its user, and can keep it or let it end", async () => {
    const { plugin, created, changes } = keeper();
    const { browser, auth } = await startAuth({ database: opened.database, plugins: [plugin] });
    const count = () => auth.$context.db.count(sessionTable, {});
    const person = browser();
    const first = (await person.signUp("ann@example.com")).body;
    expect(created[0]).toMatchObject({ previousSession: null, attempt: { method: "password" } });
    const second = (await person.signUp("bob@example.com")).body;
    expect(created[1]).toMatchObject({
      previousSession: { user: { email: "ann@example.com" } },
      session: { userId: second.user.id },
    });
    expect(await count()).toBe(2);
    await person.signIn("bob@example.com");
    expect(created[2]?.previousSession?.user.email).toBe("bob@example.com");
    expect(await count()).toBe(2);
    const tokens = changes.map(({ previousToken, token }) => [previousToken, token]);
    expect(tokens.slice(0, 2)).toEqual([
      [null, first.token],
      [first.token, second.token],
    ]);
  });

  test("a sign-in that fails in a plugin changes nothing", async () => {
    let fails = false;
    const { plugin } = keeper({
      onSessionCreated() {
        if (fails) throw new Error("refused");
      },
    });
    const { browser, auth } = await startAuth({ database: opened.database, plugins: [plugin] });
    await browser().signUp("bob@example.com");
    const person = browser();
    await person.signUp("ann@example.com");
    fails = true;
    expect((await person.signIn("bob@example.com")).status).toBe(500);
    expect((await person.get("/get-session")).body).toMatchObject({ user: { email: "ann@example.com" } });
    expect(await auth.$context.db.count(sessionTable, {})).toBe(2);
  });
});

test("a challenge doesn't end a session that a plugin keeps", async () => {
  const { plugin, found } = keeper({
    gates: [
      {
        name: "second",
        kind: "challenge",
        appliesTo: ({ email }) => email === "bob@example.com",
        check: ({ method }) => (method === "password" ? { response: { more: true } } : undefined),
      },
    ],
  });
  const { browser } = await startAuth({ plugins: [plugin] });
  await browser().signUp("bob@example.com");
  const person = browser();
  await person.signUp("ann@example.com");
  expect((await person.signIn("bob@example.com")).body).toEqual({ more: true });
  expect(found.at(-1)?.isChallenged).toBe(true);
  expect((await person.get("/get-session")).body).toMatchObject({ user: { email: "ann@example.com" } });
});

test("a plugin is notified only of responses that give the browser a token or remove one", async () => {
  const { plugin, changes } = keeper();
  const { browser } = await startAuth({ plugins: [plugin] });
  const person = browser();
  const { token } = (await person.signUp("ann@example.com")).body;
  await person.get("/get-session");
  await person.post("/update-user", { name: "Anna" });
  await person.post("/keeper/rotate");
  const rotated = changes.at(-1)?.token;
  await person.post("/sign-out");
  expect(changes).toMatchObject([
    { previousToken: null, token, active: { user: { email: "ann@example.com" } } },
    { previousToken: token, token: rotated, active: { user: { email: "ann@example.com" } } },
    { previousToken: rotated, token: null, active: null },
  ]);
});

test("a browser can switch between sessions, and gets the new session's cookies", async () => {
  const { plugin } = keeper();
  const { browser } = await startAuth({ plugins: [plugin], session: { cookieCache: { enabled: true } } });
  const person = browser();
  const { token } = (await person.signUp("ann@example.com")).body;
  await person.post("/sign-up/email", {
    name: "Bob",
    email: "bob@example.com",
    password: "correct horse",
    rememberMe: false,
  });
  const emailNow = async () => (await person.get<{ user: { email: string } }>("/get-session")).body.user.email;
  expect(await emailNow()).toBe("bob@example.com");
  expect([...person.cookies.keys()].some((name) => name.endsWith("dont_remember"))).toBe(true);
  expect((await person.post("/keeper/switch", { token })).body).toEqual({ email: "ann@example.com" });
  expect(await emailNow()).toBe("ann@example.com");
  expect([...person.cookies.keys()].some((name) => name.endsWith("dont_remember"))).toBe(false);
  expect((await person.post("/keeper/switch", { token: "x" })).body).toEqual({ email: null });
});
