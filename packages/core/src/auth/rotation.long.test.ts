/** Rotating the secret, one server at a time, without signing anyone out. */

import { afterEach, describe, expect, test } from "vitest";
import { at, closeNodes, type Node, type Nodes, pathOf, signInByProvider, startNodes } from "../../test/nodes.ts";

afterEach(closeNodes);

const old = "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U";
const next = "q8ZrT3mWx5LkV7nBd1HsFy6PjC9uGa2E";

/** A server's secrets at each step. */
const steps = {
  before: [old],
  "first step": [old, next],
  "second step": [next, old],
  "third step": [next],
} as const;

type Step = keyof typeof steps;

async function start(one: Step, other: Step): Promise<Nodes> {
  const common = {
    secret: undefined,
    emailVerification: { sendOnSignUp: true },
    session: { cookieCache: { enabled: true } },
    rateLimit: { enabled: true, max: 1000, customRules: { "/sign-in/*": false, "/sign-up/*": false } },
  };
  return startNodes(common, [{ secrets: steps[one] }, { secrets: steps[other] }]);
}

/** Returns whether one server accepts each kind of value that another server issued. */
async function taken(started: Nodes, made: Node, read: Node, email: string): Promise<Record<string, boolean>> {
  const { box } = started;
  const person = at(made);
  await person.signUp(email);
  const link = pathOf((await box.next("sendVerificationEmail")).url).split("&callbackURL")[0] as string;
  const plain = at(read, person);
  plain.cookies.delete("latchkey.session_data");
  const session = await plain.get("/get-session");
  // The user's known browser has its own count, so other browsers don't use up its attempts.
  for (let i = 0; i < 10; i++) await at(read).signIn(email, "a wrong password");
  const known = await at(read, person).signIn(email);
  await at(made).post("/forget-password", { email });
  const { token } = await box.next("sendResetPassword");
  const [byProvider, location] = await signInByProvider(started, made, read);
  return {
    session: session.body !== null,
    // The session has ended by now. Only the cached copy can still return it, for up to a minute.
    copyOfSession: (await at(read, person).get("/get-session")).body !== null,
    knownBrowser: known.status === 200,
    linkToVerify: (await at(read).get(link)).status === 200,
    linkToReset: (await at(read).post("/reset-password", { token, newPassword: "another good one" })).status === 200,
    signInUnderWay: location === "http://app.test/in",
    encryptedTokens: (await at(made, byProvider).post("/get-access-token", { providerId: "idp" })).status === 200,
  };
}

const all = {
  session: true,
  copyOfSession: true,
  knownBrowser: true,
  linkToVerify: true,
  linkToReset: true,
  signInUnderWay: true,
  encryptedTokens: true,
};

describe("during a rolling restart", () => {
  test.each([
    ["before", "first step"],
    ["first step", "second step"],
  ] as const)("KEY-03, FAULT-09: servers at the steps %j and %j accept what the other issued", async (one, other) => {
    const started = await start(one, other);
    const [first, second] = started.nodes as [Node, Node];
    expect(await taken(started, first, second, "one@example.com")).toEqual(all);
    expect(await taken(started, second, first, "two@example.com")).toEqual(all);
  });

  test("KEY-04: without the first step, a server rejects sessions that were signed with a secret that it doesn't have", async () => {
    const started = await start("before", "second step");
    const [first, second] = started.nodes as [Node, Node];
    expect(await taken(started, first, second, "one@example.com")).toMatchObject({ session: true, linkToVerify: true });
    const person = at(second);
    await person.signUp("two@example.com");
    expect((await at(first, person).get("/get-session")).body).toBeNull();
  });

  test("KEY-04: once the old secret is removed, only values from the new secret are valid", async () => {
    const started = await start("second step", "third step");
    const [first, second] = started.nodes as [Node, Node];
    expect(await taken(started, first, second, "one@example.com")).toEqual(all);
    expect(await taken(started, second, first, "two@example.com")).toEqual(all);
    const earlier = await start("before", "third step");
    const person = at(earlier.nodes[0] as Node);
    await person.signUp("ann@example.com");
    const reply = await at(earlier.nodes[1] as Node, person).get("/get-session");
    expect([reply.status, reply.body]).toEqual([200, null]);
  });
});
