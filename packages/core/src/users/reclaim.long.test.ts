import { testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { better, startRecovery, victim } from "../../test/recovery-app.ts";
import { closeProviders } from "../../test/social-app.ts";
import { auditTable } from "../tables/audit.ts";
import { tokenTable } from "../tables/token.ts";

afterEach(closeProviders);

const vouched = { sub: "victim-1", name: "Vic", email: victim, email_verified: true };

describe.each(quickDatabases)("what a recovery removes on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());
  const start = (options: Record<string, object> = {}) =>
    startRecovery({ database: opened.database as object, ...options });

  test("RECL-25: pending links and sign-ins in progress are removed even if a recovery only removes sessions", async () => {
    const app = await start();
    const attacker = app.browser();
    await attacker.signUp(victim);
    const owner = app.browser();
    await owner.signIn(victim);
    await app.openLink(owner);
    // Everything that the owner's session proved belongs to the owner. Only the attacker's session doesn't.
    expect(await app.accounts()).toMatchObject([{ providerId: "credential", verifiedEmail: victim }]);
    expect((await app.sessions()).map(({ verifiedEmail }) => verifiedEmail).sort()).toEqual([victim, null].sort());
    await app.browser().post("/forget-password", { email: victim });
    const { token } = await app.box.next("sendResetPassword");
    const { epoch } = await app.user();
    expect((await app.signIn(app.browser(), vouched)).searchParams.get("error")).toBeNull();
    expect((await attacker.get("/get-session")).body).toBeNull();
    expect((await owner.get("/get-session")).body).not.toBeNull();
    expect((await app.user()).epoch).toBeGreaterThan(epoch);
    expect(await app.db.count(tokenTable, {})).toBe(0);
    expect((await app.browser().post("/reset-password", { newPassword: better, token })).status).toBe(400);
    expect(await app.db.count(auditTable, { where: { action: "user.reclaim" } })).toBe(1);
  });

  test("RECL-25: nothing is revoked if a provider sign-in finds nothing to remove", async () => {
    const app = await start();
    const owner = app.browser();
    await owner.signUp(victim);
    await app.openLink(owner);
    await app.browser().post("/forget-password", { email: victim });
    const { token } = await app.box.next("sendResetPassword");
    await app.signIn(app.browser(), vouched);
    expect((await app.browser().post("/reset-password", { newPassword: better, token })).status).toBe(200);
  });

  test.each([true, false])(
    "RECL-26: without reset emails, undoing an email change removes the password only if it was changed since then (%s)",
    async (changes) => {
      const app = await start({ emailAndPassword: { sendResetPassword: undefined as never } });
      const owner = app.browser();
      await owner.signUp(victim);
      await app.openLink(owner);
      const thief = app.browser();
      await thief.signIn(victim);
      app.clock.advance(60);
      await app.move(thief, "thief@example.com", app.browser());
      const { token } = await app.box.next("sendEmailChanged");
      app.clock.advance(60);
      const passwords = { currentPassword: testPassword, newPassword: better };
      if (changes) expect((await thief.post("/change-password", passwords)).status).toBe(200);
      await app.browser().post("/undo-email-change", { token });
      expect((await app.browser().signIn(victim, better)).status).toBe(401);
      const [account] = await app.accounts();
      expect(account?.password === null).toBe(changes);
    },
  );
});
