import { admin } from "@latchkey/admin";
import { defineProvider } from "@latchkey/core";
import { findUserByEmail, updateUser } from "@latchkey/core/plugin";
import { startAuth, type TestReply, testPassword } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { username } from "./plugin.ts";

const refused = [422, "INVALID_DISPLAY_USERNAME"];
const outcome = ({ status, body }: TestReply<{ code?: string }>) => [status, body.code];

/** Display names that a user named "mallory" can't have. */
const foreign = [
  "victim",
  "<b>mallory</b>",
  "\u202emallory",
  "mall\u200bory",
  "mallory\u0000",
  "mal\nlory",
  " mallory",
  "mallory ",
  "\uff4dallory",
  "m\u0430llory",
  "mallory!",
  "mallory\u3164",
  "mallory\ufe0f",
];
/** Display names that no one can have, even without a username. `victim` is taken. */
const never = [
  "<b>x</b>",
  "\u202eAnn Lee",
  "Ann\u200b Lee",
  "Ann\u00ad Lee",
  " Ann Lee",
  "\uff36ictim",
  "Ann\nLee",
  "a\u3164 b",
];

describe.each(quickDatabases)("display names on $name", ({ open }) => {
  test("NAME-01: match the username except for case, at sign-up, update, and when set by an admin", async () => {
    const { database, close } = await open();
    const { auth, browser } = await startAuth({ database, plugins: [username(), admin()] });
    const person = (name: string) => ({ name: "Ann", email: `${name}@example.com`, password: testPassword });
    await browser().post("/sign-up/email", { ...person("victim"), username: "victim" });
    const mallory = browser();
    const { body } = await mallory.post<{ user: { id: string } }>("/sign-up/email", {
      ...person("mallory"),
      username: "mallory",
    });
    await auth.api.createUser({ body: { ...person("root"), role: "admin" } });
    const root = browser();
    await root.signIn("root@example.com");
    for (const displayUsername of foreign) {
      const names = { username: "new_one", displayUsername };
      const answers = [
        await browser().post("/sign-up/email", { ...person("other"), ...names }),
        await mallory.post("/update-user", { displayUsername }),
        await mallory.post("/update-user", { username: "mallory", displayUsername }),
        await root.post("/admin/update-user", { userId: body.user.id, data: { displayUsername } }),
        await root.post("/admin/create-user", { ...person("other"), data: names }),
      ];
      expect([displayUsername, ...answers.map(outcome)]).toEqual([displayUsername, ...Array(5).fill(refused)]);
    }
    expect((await mallory.get("/get-session")).body).toMatchObject({
      user: { username: "mallory", displayUsername: "mallory" },
    });
    const data = { displayUsername: "Mallory" };
    expect((await root.post("/admin/update-user", { userId: body.user.id, data })).body).toMatchObject(data);
    await close();
  });

  test("NAME-01: can't be another user's without a username, and hide nothing", async () => {
    const { database, close } = await open();
    const { browser } = await startAuth({ database, plugins: [username()] });
    const person = { name: "Ann", email: "ann@example.com", password: testPassword };
    await browser().post("/sign-up/email", { ...person, email: "v@example.com", username: "victim" });
    for (const displayUsername of never) {
      const answer = await browser().post("/sign-up/email", { ...person, displayUsername });
      expect([displayUsername, ...outcome(answer)]).toEqual([displayUsername, ...refused]);
    }
    const ann = browser();
    await ann.post("/sign-up/email", { ...person, displayUsername: "Ann Lee" });
    for (const displayUsername of [...never, "victim", "Free_One"]) {
      expect(outcome(await ann.post("/update-user", { displayUsername }))).toEqual(refused);
    }
    await close();
  });

  test("NAME-01: after a concurrent rename and display name change, both names come from one request", async () => {
    const { database, close } = await open();
    const { browser } = await startAuth({ database, plugins: [username()] });
    const ann = browser();
    await ann.post("/sign-up/email", { name: "Ann", email: "a@example.com", password: testPassword, username: "ann" });
    for (let round = 0; round < 10; round++) {
      const name = `annie_${round}`;
      const before = (await ann.get<{ user: { username: string } }>("/get-session")).body.user.username;
      await Promise.all([
        ann.post("/update-user", { username: name }),
        ann.post("/update-user", { displayUsername: before.toUpperCase() }),
      ]);
      const { user } = (await ann.get<{ user: Record<string, string> }>("/get-session")).body;
      expect(user.displayUsername?.toLowerCase()).toBe(user.username);
    }
    await close();
  });
});

test("imported names can be sent back unchanged", async () => {
  const { auth, browser } = await startAuth({ plugins: [username()] });
  const bob = browser();
  await bob.post("/sign-up/email", { name: "Bob", email: "b@example.com", password: testPassword, username: "bob" });
  const context = auth.$context;
  const row = await findUserByEmail(context.db, "b@example.com");
  if (!row) throw new Error("bob is missing");
  await updateUser(context.db, context, row, { displayUsername: "The Bob" });
  const body = { name: "Robert", username: "bob", displayUsername: "The Bob" };
  expect((await bob.post("/update-user", body)).status).toBe(200);
  expect((await bob.post("/update-user", { displayUsername: "The Bob" })).status).toBe(200);
  expect((await bob.get("/get-session")).body).toMatchObject({ user: body });
  expect(outcome(await bob.post("/update-user", { displayUsername: "The Bobby" }))).toEqual(refused);
});

test.each([
  ["Mallory", "/?signed=in"],
  ["victim", "error=unable_to_create_user"],
  ["\u202emallory", "error=unable_to_create_user"],
])("NAME-01: a provider's profile that's mapped to the display name %j follows the rule too", async (shown, where) => {
  const idp = defineProvider({
    id: "idp",
    name: "Test provider",
    options: {
      clientId: "client",
      clientSecret: "secret",
      mapProfileToUser: () => ({ username: "mallory", displayUsername: shown }),
    },
    authorization: { endpoint: "https://idp.test/authorize", scopes: ["email"], pkce: true, nonce: false },
    token: { endpoint: "https://idp.test/token", auth: "client_secret_basic", refresh: "may-rotate" },
    idToken: null,
    missingEmail: "reject",
    fetchProfile: async () => ({ id: "1", name: "M", email: "m@x.test", emailVerified: true, image: null, raw: {} }),
  });
  const fetch = async () => Response.json({ access_token: "token", token_type: "bearer", expires_in: 3600 });
  const { browser } = await startAuth({ plugins: [username()], providers: [idp], fetch });
  const person = browser();
  const { body } = await person.post<{ url: string }>("/sign-in/social", {
    provider: "idp",
    callbackURL: "/?signed=in",
  });
  const state = new URL(body.url).searchParams.get("state") ?? "";
  const { headers } = await person.get(`/callback/idp?${new URLSearchParams({ state, code: "code" })}`);
  expect(headers.get("location")).toContain(where);
});
