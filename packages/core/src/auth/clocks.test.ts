/** Servers whose clocks disagree, and a clock that jumps. */

import { startAuth, testPassword } from "@latchkey/test-kit";
import { afterEach, describe, expect, test } from "vitest";
import { at, closeNodes, pathOf, signInByProvider, startNodes } from "../../test/nodes.ts";
import { accountTable } from "../tables/account.ts";
import { sessionTable } from "../tables/session.ts";

afterEach(closeNodes);
const email = "ann@example.com";
const ofMails = { emailVerification: { sendOnSignUp: true } };
const negative = (lines: readonly string[]): string[] => lines.filter((line) => /Max-Age=-/.test(line));

describe.each([300, -300])("a server whose clock is %d seconds ahead of another's", (ahead) => {
  test("FAULT-08: servers accept each other's sessions, and no cookie has a negative lifetime", async () => {
    const cookieCache = { enabled: true, maxAge: 60 };
    const { nodes } = await startNodes({ session: { cookieCache, freshAge: 3600 } }, [{}, { ahead }]);
    const [first, second] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
    const lines: string[] = [];
    for (const [name, here, there] of [
      ["one", first, second],
      ["two", second, first],
    ] as const) {
      const person = at(here);
      lines.push(...(await person.signUp(`${name}@example.com`)).setCookies);
      for (const node of [there, here, there]) {
        const browser = at(node, person);
        const read = await browser.get("/get-session");
        expect(read.body).toMatchObject({ user: { name } });
        const changed = await browser.post("/update-user", { name });
        expect(changed.status).toBe(200);
        lines.push(...read.setCookies, ...changed.setCookies);
        // The session is fresh on both servers, because the user just signed in.
        expect((await browser.post("/unlink-account", { providerId: "idp" })).body.code).toBe("ACCOUNT_NOT_FOUND");
      }
      await at(there, person).post("/sign-out");
      expect((await at(here, person).post("/update-user", { name })).status).toBe(401);
    }
    expect(lines.length).toBeGreaterThan(10);
    expect(negative(lines)).toEqual([]);
  });

  test("FAULT-08: servers accept each other's links, up to a maximum clock difference", async () => {
    const { nodes, box } = await startNodes(ofMails, [{}, { ahead }]);
    const [first, second] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
    for (const [who, here, there] of [
      ["one@example.com", first, second],
      ["two@example.com", second, first],
    ] as const) {
      await at(here).signUp(who);
      const { url } = await box.next("sendVerificationEmail");
      expect((await at(there).get(pathOf(url).split("&callbackURL")[0] as string)).body).toMatchObject({
        status: true,
      });
      await at(here).post("/forget-password", { email: who });
      const { token } = await box.next("sendResetPassword");
      const reset = await at(there).post("/reset-password", { token, newPassword: "another good password" });
      expect(reset.status).toBe(200);
      expect((await at(here).signIn(who, "another good password")).status).toBe(200);
    }
    // A link from a server that's more than five minutes ahead seems to have been issued in the future.
    const [early, late] = ahead > 0 ? [second, first] : [first, second];
    early.clock.advance(2);
    await at(early).signUp("three@example.com");
    const { token } = await box.next("sendVerificationEmail");
    expect((await at(late).get(`/verify-email?token=${token}`)).body).toMatchObject({ code: "INVALID_TOKEN" });
    late.clock.advance(2);
    expect((await at(late).get(`/verify-email?token=${token}`)).body).toMatchObject({ status: true });
  });

  test("FAULT-08: the checking server's clock decides expiry, so sessions and links expire earlier or later by at most the clock difference", async () => {
    const { nodes, box } = await startNodes({ ...ofMails, session: { expiresIn: 3600 } }, [{}, { ahead }]);
    const [first, second] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
    const person = at(first);
    await person.signUp(email);
    const { token } = await box.next("sendVerificationEmail");
    for (const { clock } of nodes) clock.advance(3600 - ahead - 1);
    expect((await at(second, person).get("/get-session")).body).not.toBeNull();
    for (const { clock } of nodes) clock.advance(1);
    // By the second server's clock, this is an hour after the link was issued.
    expect((await at(second).get(`/verify-email?token=${token}`)).body).toMatchObject({ code: "TOKEN_EXPIRED" });
    expect((await at(second, person).get("/get-session")).body).toBeNull();
  });

  test("FAULT-08: a reset on one server removes what was planted on the other before the email was verified", async () => {
    const { nodes, box } = await startNodes({ emailAndPassword: { revokeSessionsOnPasswordReset: false } }, [
      {},
      { ahead },
    ]);
    const [victims, attackers] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
    const { $context } = victims.auth;
    const attacker = at(attackers);
    const { body } = await attacker.signUp(email);
    const now = attackers.clock.now();
    const [row] = await $context.db.findMany(accountTable, { where: { userId: body.user.id }, limit: 1 });
    const planted = { ...row, id: "planted", providerId: "idp", accountId: "attacker", createdAt: now, updatedAt: now };
    await $context.db.insert(accountTable, planted as never);
    await at(victims).post("/forget-password", { email });
    const { token } = await box.next("sendResetPassword");
    await at(victims).post("/reset-password", { token, newPassword: "another good password" });
    expect((await attacker.get("/get-session")).body).toBeNull();
    expect(await $context.db.count(sessionTable, {})).toBe(0);
    expect(await $context.db.count(accountTable, {})).toBe(1);
  });
});

test.each([60, -60])(
  "FAULT-08: a sign-in with a provider finishes on a server that is %d seconds ahead",
  async (ahead) => {
    const started = await startNodes({}, [{}, { ahead }]);
    const [first, second] = started.nodes as [(typeof started.nodes)[0], (typeof started.nodes)[0]];
    for (const [begins, ends] of [
      [first, second],
      [second, first],
    ] as const) {
      const [person, location] = await signInByProvider(started, begins, ends);
      expect(location).toBe("http://app.test/in");
      expect((await at(begins, person).get("/get-session")).body).toMatchObject({ user: { email } });
    }
  },
);

test("FAULT-08: a clock that jumps back and forth doesn't end or revive a session, or give a cookie a negative lifetime", async () => {
  const { browser, clock, auth } = await startAuth({ session: { cookieCache: { enabled: true } } });
  const [person, gone] = [browser(), browser()];
  const lines = [...(await person.signUp(email)).setCookies];
  await gone.signIn(email, testPassword);
  const stolen = new Map(gone.cookies);
  await gone.post("/sign-out");
  for (const jump of [-3600, 7200, -86_400, 86_400 * 3, -86_400 * 30, 86_400 * 28]) {
    clock.advance(jump);
    const { body, setCookies } = await person.get("/get-session");
    expect([jump, body]).toMatchObject([jump, { user: { email } }]);
    lines.push(...setCookies, ...(await person.post("/update-user", { name: "Ann" })).setCookies);
    const again = browser();
    for (const [name, value] of stolen) if (!name.includes("session_data")) again.cookies.set(name, value);
    expect((await again.get("/get-session")).body).toBeNull();
  }
  expect(negative(lines)).toEqual([]);
  const [{ expiresAt, createdAt } = { expiresAt: new Date(0), createdAt: new Date(0) }] =
    await auth.$context.db.findMany(sessionTable, { limit: 1 });
  expect(expiresAt.getTime()).toBeGreaterThan(createdAt.getTime());
});
