import { outboxEmpty, type TestBrowser, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { better, errorOf, pathOf, startRecovery, victim } from "../../test/recovery-app.ts";
import { closeProviders } from "../../test/social-app.ts";
import { auditTable } from "../tables/audit.ts";
import { tokenTable } from "../tables/token.ts";

afterEach(closeProviders);

const vouched = { sub: "victim-1", name: "Vic", email: victim, email_verified: true };
const planted = { sub: "evil", email: victim, email_verified: false };
const keepsSessions = { emailAndPassword: { revokeSessionsOnPasswordReset: false } };
const isSignedIn = async (person: TestBrowser): Promise<boolean> => (await person.get("/get-session")).body !== null;

describe.each(quickDatabases)("a recovery on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());
  const start = (options: Record<string, object> = {}) =>
    startRecovery({ database: opened.database as object, ...options });

  /** Whether the attacker's linked provider account can still sign in as the user. */
  async function leadsBack(app: Awaited<ReturnType<typeof start>>): Promise<boolean> {
    const attacker = app.browser();
    await app.signIn(attacker, { sub: "evil", email: "evil@example.com", email_verified: true });
    const { body } = await attacker.get<{ user: { email: string } } | null>("/get-session");
    return body?.user.email === victim;
  }

  test("RECL-01: a reset removes an account that was planted before a scanner opened the verification link", async () => {
    const app = await start(keepsSessions);
    const attacker = app.browser();
    await attacker.signUp(victim);
    await app.openLink();
    expect(await app.link(attacker, planted)).toBeNull();
    app.clock.advance(60);
    const pending = await app.begin(attacker, {}, "/link-social");
    expect(await app.reset()).toBe(200);
    expect(await isSignedIn(attacker)).toBe(false);
    expect(await app.accounts()).toMatchObject([{ providerId: "credential", verifiedEmail: victim }]);
    expect(await app.db.count(tokenTable, {})).toBe(0);
    expect(errorOf(await pending.back({ sub: "evil-2", email: victim }))).toBe("please_restart_the_process");
    expect((await app.browser().signIn(victim)).status).toBe(401);
    expect(await leadsBack(app)).toBe(false);
    const reclaims = await app.db.findMany(auditTable, { where: { action: "user.reclaim" }, limit: 9 });
    expect(reclaims).toMatchObject([{ data: { accounts: ["idp"] } }]);
    const notices = app.box.mails.filter(({ sender }) => sender === "sendSecurityNotice");
    await outboxEmpty(app.auth);
    expect(notices.map(({ mail }) => mail.change)).toContain("account-unlinked");
  });

  test("RECL-02: opening a verification link without a session marks nothing, and keeps the password and session", async () => {
    const app = await start();
    const attacker = app.browser();
    await attacker.signUp(victim);
    expect(await app.link(attacker, planted)).toBeNull();
    expect(await app.openLink()).toBe(302);
    expect((await app.user()).emailVerified).toBe(true);
    expect(await app.accounts()).toMatchObject([{ providerId: "credential", verifiedEmail: null }]);
    expect(await app.sessions()).toMatchObject([{ verifiedEmail: null }]);
    expect(await isSignedIn(attacker)).toBe(true);
    expect((await app.browser().signIn(victim)).status).toBe(200);
  });

  test("RECL-03: everything that the owner set up in the session that opened the link survives every recovery", async () => {
    const app = await start(keepsSessions);
    const owner = app.browser();
    await owner.signUp(victim);
    await app.openLink(owner);
    expect(await app.sessions()).toMatchObject([{ verifiedEmail: victim }]);
    await app.link(owner, { sub: "own", email: "other@example.com" });
    for (const password of [better, testPassword]) {
      expect(await app.reset(victim, password)).toBe(200);
      expect(await isSignedIn(owner)).toBe(true);
      const marked = { verifiedEmail: victim };
      expect(await app.accounts()).toMatchObject([
        { providerId: "credential", ...marked },
        { providerId: "idp", ...marked },
      ]);
    }
    // New sessions inherit the mark from the password and from the account.
    const [again, social] = [app.browser(), app.browser()];
    await again.signIn(victim);
    await app.signIn(social, { sub: "own", email: "other@example.com" });
    for (const session of await app.sessions()) expect(session.verifiedEmail).toBe(victim);
    expect(await app.db.count(auditTable, { where: { action: "user.reclaim" } })).toBe(0);
  });

  test("RECL-03: a password that someone else set after the session's proof isn't marked", async () => {
    const app = await start();
    const [owner, thief] = [app.browser(), app.browser()];
    await owner.signUp(victim);
    await thief.signIn(victim);
    app.clock.advance(60);
    await thief.post("/change-password", { currentPassword: testPassword, newPassword: better });
    await owner.post("/send-verification-email", { email: victim });
    await app.box.next("sendVerificationEmail");
    await app.openLink(owner);
    expect(await app.accounts()).toMatchObject([{ verifiedEmail: null }]);
    const marks = (await app.sessions()).map(({ verifiedEmail }) => verifiedEmail);
    expect(marks.sort()).toEqual([victim, null].sort());
  });

  test("RECL-04: if no session existed before, opening the link in the browser that signed up marks the password", async () => {
    const options = { emailAndPassword: { requireEmailVerification: true } };
    const app = await start(options);
    const owner = app.browser();
    await owner.signUp(victim);
    const cookie = owner.cookies.get("latchkey.signed_up");
    expect(cookie).toBeDefined();
    await app.openLink(owner);
    expect(owner.cookies.has("latchkey.signed_up")).toBe(false);
    expect(await app.accounts()).toMatchObject([{ verifiedEmail: victim }]);
    // A sign-up with a taken email sets a cookie with the same form but no effect.
    const stranger = app.browser();
    await stranger.signUp(victim, better);
    const decoded = (person: TestBrowser): string => decodeURIComponent(person.cookies.get("latchkey.signed_up") ?? "");
    expect(decoded(stranger)).toHaveLength(decodeURIComponent(cookie ?? "").length);
  });

  test.each(["no", "a foreign", "an old", "a forged"])(
    "RECL-04: in another browser, opening the link with %s cookie marks nothing",
    async (which) => {
      const app = await start({
        emailAndPassword: { requireEmailVerification: true },
        emailVerification: { expiresIn: 600 },
      });
      const attacker = app.browser();
      await attacker.signUp(victim);
      const first = await app.box.next("sendVerificationEmail");
      const reader = app.browser();
      if (which === "a foreign") await reader.signUp("other@example.com", better);
      const own = attacker.cookies.get("latchkey.signed_up") as string;
      if (which === "a forged") reader.cookies.set("latchkey.signed_up", own.replace(/.{4}$/, "AAA="));
      if (which === "an old") {
        reader.cookies.set("latchkey.signed_up", own);
        app.clock.advance(600);
        await reader.post("/send-verification-email", { email: victim });
      }
      const { url } = which === "an old" ? await app.box.next("sendVerificationEmail") : first;
      expect((await reader.get(pathOf(url))).status).toBe(302);
      expect(await app.user()).toMatchObject({ emailVerified: true });
      for (const account of await app.accounts()) expect(account.verifiedEmail).toBeNull();
    },
  );

  test("RECL-05: an account that was moved to the victim's email loses the sign-in methods and sessions from before", async () => {
    const app = await start(keepsSessions);
    const attacker = app.browser();
    await app.signIn(attacker, { sub: "evil", email: "mallory@example.com", email_verified: true });
    expect(await app.accounts()).toMatchObject([{ verifiedEmail: "mallory@example.com" }]);
    await app.move(attacker, victim);
    await app.openLink();
    app.clock.advance(60);
    expect(await app.reset()).toBe(200);
    expect(await isSignedIn(attacker)).toBe(false);
    expect(await app.accounts()).toMatchObject([{ providerId: "credential", verifiedEmail: victim }]);
    expect(await leadsBack(app)).toBe(false);
  });

  test.each([false, true])(
    "RECL-06: the owner keeps their sign-in methods and session after changing their email (new email first: %s)",
    async (verifyNewFirst) => {
      const app = await start({ ...keepsSessions, changeEmail: { verifyNewFirst } });
      const owner = app.browser();
      await owner.signUp("old@example.com");
      await app.openLink(owner);
      await app.link(owner, { sub: "own", email: "x@example.com" });
      await app.move(owner, victim);
      await app.openLink(owner);
      expect(await app.user()).toMatchObject({ email: victim, emailVerified: true });
      for (const account of await app.accounts()) expect(account.verifiedEmail).toBe(victim);
      expect(await app.sessions()).toMatchObject([{ verifiedEmail: victim }]);
      expect(await app.reset()).toBe(200);
      expect(await isSignedIn(owner)).toBe(true);
      expect((await app.accounts()).map(({ providerId }) => providerId)).toEqual(["credential", "idp"]);
    },
  );

  test("RECL-07: a provider that vouches for the email removes what was planted, even if a scanner opened the link", async () => {
    const app = await start();
    const attacker = app.browser();
    await attacker.signUp(victim);
    await app.openLink();
    await app.link(attacker, planted);
    const owner = app.browser();
    expect((await app.signIn(owner, vouched)).searchParams.get("error")).toBeNull();
    expect(await isSignedIn(owner)).toBe(true);
    expect(await isSignedIn(attacker)).toBe(false);
    expect((await app.browser().signIn(victim)).status).toBe(401);
    expect(await app.accounts()).toMatchObject([{ accountId: "victim-1", verifiedEmail: victim }]);
    expect(await app.sessions()).toMatchObject([{ verifiedEmail: victim }]);
    await outboxEmpty(app.auth);
    const changes = app.box.mails.flatMap(({ mail }) => mail.change ?? []);
    expect(changes).toEqual(expect.arrayContaining(["password-removed", "account-unlinked"]));
    expect(await leadsBack(app)).toBe(false);
  });

  test("RECL-08: a reset ends the undo links from an earlier email change", async () => {
    const app = await start();
    const attacker = app.browser();
    await attacker.signUp("mallory@example.com");
    await app.openLink(attacker);
    await app.move(attacker, victim);
    const { token } = await app.box.next("sendEmailChanged");
    await app.openLink();
    expect(await app.reset()).toBe(200);
    const undo = await app.browser().post<string>("/undo-email-change", { token });
    expect(undo.body).toContain("no longer valid");
    expect((await app.user()).emailVerified).toBe(true);
    expect((await app.browser().signIn(victim, better)).status).toBe(200);
  });

  test("RECL-08: a sign-in with a provider that vouches for the email ends undo links, even if they're all that's left", async () => {
    const app = await start({ account: { accountLinking: { allowUnlinkingAll: true } } });
    const attacker = app.browser();
    await app.signIn(attacker, { sub: "evil", email: "mallory@example.com", email_verified: true });
    await app.move(attacker, victim);
    const { token } = await app.box.next("sendEmailChanged");
    await app.openLink();
    await attacker.post("/unlink-account", { providerId: "idp" });
    await attacker.post("/sign-out");
    const owner = app.browser();
    await app.signIn(owner, vouched);
    const undo = await app.browser().post<string>("/undo-email-change", { token });
    expect(undo.body).toContain("no longer valid");
    expect(await isSignedIn(owner)).toBe(true);
  });

  test("RECL-09: undoing an email change removes everything that doesn't belong to the restored email", async () => {
    const app = await start();
    const owner = app.browser();
    await owner.signUp(victim);
    await app.openLink(owner);
    await app.link(owner, { sub: "own", email: "x@example.com" });
    const thief = app.browser();
    await thief.signIn(victim);
    app.clock.advance(60);
    // The attacker had the session, and briefly had access to the mailbox.
    await app.move(thief, "thief@example.com", app.browser());
    const { token } = await app.box.next("sendEmailChanged");
    await app.openLink();
    app.clock.advance(60);
    await app.link(thief, { sub: "evil", email: "thief@example.com", email_verified: true });
    const undone = await app.browser().post<string>("/undo-email-change", { token });
    expect(undone.body).toContain(`Your email is ${victim} again`);
    expect((await app.accounts()).map(({ accountId }) => accountId)).toContain("own");
    expect((await app.accounts()).map(({ accountId }) => accountId)).not.toContain("evil");
    expect(await app.sessions()).toEqual([]);
    expect(await app.reset()).toBe(200);
  });

  test("recoveries send at most the queries they declare, whatever they remove", async () => {
    // Turn off notices. They're sent after the response and then read the user, which would add to the count.
    const app = await start({
      user: { sendSecurityNotice: undefined },
      emailAndPassword: { sendPasswordChanged: undefined },
    });
    const cost = async (id: string, run: () => Promise<{ status: number }>): Promise<void> => {
      await outboxEmpty(app.auth);
      opened.statements.length = 0;
      expect((await run()).status).toBeLessThan(400);
      const own = opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox"].includes(table ?? ""),
      );
      const declared = app.auth.$context.extensions.endpoints[id]?.queryBudget ?? 0;
      expect(own.length, `${id}: ${own.map(({ text }) => text).join("\n")}`).toBeLessThanOrEqual(declared);
    };
    const owner = app.browser();
    await owner.signUp("old@example.com");
    await app.openLink(owner);
    await app.link(owner, { sub: "own", email: "x@example.com" });
    await app.move(owner, victim);
    const { url } = await app.box.next("sendVerificationEmail");
    await cost("verifyEmail", () => owner.get(pathOf(url)));
    const undo = (await app.box.next("sendEmailChanged")).token;
    await cost("undoEmailChange", () => app.browser().post("/undo-email-change", { token: undo }));
    const attacker = app.browser();
    await attacker.signUp(victim);
    await app.link(attacker, planted);
    await app.browser().post("/forget-password", { email: victim });
    const { token } = await app.box.next("sendResetPassword");
    await cost("resetPassword", () => app.browser().post("/reset-password", { newPassword: better, token }));
    const unproven = app.browser();
    await unproven.signUp("third@example.com");
    await app.link(unproven, { sub: "evil-3", email: "third@example.com" });
    const coming = await app.begin(app.browser());
    await cost("callbackOAuth", () => coming.back({ ...vouched, sub: "third", email: "third@example.com" }));
  });

  test("RECL-13: nothing planted survives 20 concurrent resets, links, and provider sign-ins", async () => {
    const cheap = {
      hash: async (password: string) => `plain:${password}`,
      verify: async ({ hash, password }: { hash: string; password: string }) => hash === `plain:${password}`,
    };
    const app = await start({ emailAndPassword: { password: cheap, revokeSessionsOnPasswordReset: false } });
    const attacker = app.browser();
    await attacker.signUp(victim);
    await app.openLink();
    await app.link(attacker, planted);
    await app.browser().post("/forget-password", { email: victim });
    const { token } = await app.box.next("sendResetPassword");
    const trips = await Promise.all(
      Array.from({ length: 4 }, async (_, at) => {
        const browser = app.browser();
        await browser.signIn(victim);
        return { trip: await app.begin(browser, {}, "/link-social"), at };
      }),
    );
    const owner = app.browser();
    const coming = await app.begin(owner);
    const resets = Array.from({ length: 20 }, (_, at) =>
      app.browser().post("/reset-password", { newPassword: `${better} ${at}`, token }),
    );
    const [replies] = await Promise.all([
      Promise.all(resets),
      coming.back(vouched),
      ...trips.map(({ trip, at }) => trip.back({ sub: `evil-${at}`, email: victim })),
      ...Array.from({ length: 4 }, () => app.browser().signIn(victim)),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(
      (await app.accounts()).some(({ providerId }) => providerId === "credential") ? 1 : 0,
    );
    for (const account of await app.accounts()) expect(account.verifiedEmail).toBe(victim);
    for (const session of await app.sessions()) expect(session.verifiedEmail).toBe(victim);
    expect(await isSignedIn(attacker)).toBe(false);
    expect((await app.browser().signIn(victim)).status).toBe(401);
    expect(await leadsBack(app)).toBe(false);
  });
});
