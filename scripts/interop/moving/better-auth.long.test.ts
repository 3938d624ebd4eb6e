/** Follows docs/migrate/better-auth.md step by step, on databases that better-auth created and its users filled. */

import { readFileSync } from "node:fs";
import { createPasswordHasher } from "@latchkey/core/crypto";
import { accountTable, decryptProviderToken, userTable } from "@latchkey/core/plugin";
import type { TestBrowser } from "@latchkey/test-kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appOn, cookiesOf, later, password } from "./better-auth-app.ts";
import { type Move, openMove, quoteOn, withApp } from "./better-auth-move.ts";
import { kinds } from "./databases.ts";

const signIn = (browser: TestBrowser, person: string) => browser.signIn(`${person}@example.com`, password);

describe.each(kinds)("a better-auth database on $name", (kind) => {
  const { name } = kind;
  const q = quoteOn(kind);
  let move: Move;

  beforeAll(async () => {
    move = await openMove(kind);
  });
  afterAll(() => move.close());

  test("is migrated, a second run changes nothing, and doctor finds no problem", async () => {
    const dry = await move.run("migrate", "--from", "better-auth", "--dry-run");
    const { code, out, error } = await move.run("migrate", "--from", "better-auth", "--hash-sessions");
    expect([code, error]).toEqual([0, ""]);
    const statements = (text: string): string[] => text.split("\n").filter((line) => line.endsWith(";"));
    expect(statements(out)).toEqual(statements(dry.out));
    expect((await move.run("migrate", "--from", "better-auth", "--hash-sessions")).out).toBe("0 statements ran.");
    expect((await move.run("migrate")).out).toBe("The database is up to date.");
    expect(await move.idsOfFindings()).toEqual([]);
  });

  test("an interrupted run is finished by another, even for users who tried to sign in between", async () => {
    // What a sign-in creates for a user who's asked for a second factor and has none.
    await move.database.rows(`delete from ${q("backupCode")}`);
    await move.database.rows(
      `update ${q("twoFactor")} set secret = null, otp = false, codes = null where secret is not null`,
    );
    // As if the earlier run had been interrupted before it finished the step.
    await move.database.rows(`delete from ${q("better_auth_migration")} where id = 'two-factor'`);
    const { code, out } = await move.run("migrate", "--from", "better-auth", "--hash-sessions");
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("Second factors of 1 user and 9 backup codes were migrated."),
    ]);
    expect((await move.run("migrate", "--from", "better-auth", "--hash-sessions")).out).toBe("0 statements ran.");
  });

  test("lost no row", async () => {
    const count = async (table: string): Promise<number> =>
      Number((await move.database.rows(`select count(*) as n from ${q(table)}`))[0]?.n);
    const tables = ["user", "account", "organization", "member", "invitation", "team", "teamMember", "post"];
    expect(await Promise.all(tables.map(count))).toEqual([6, 6, 1, 2, 1, 2, 2, 1]);
    expect(await count("twoFactor_better_auth")).toBe(2);
    expect(await count("verification_better_auth")).toBe(2);
    // Rows that the app's own table references are still there.
    await expect(move.database.rows(`insert into post (id, author) values ('p2', 'nobody')`)).rejects.toThrow(
      /foreign key/i,
    );
  });

  test("RECL-19: accounts and second factors of users with a verified email are marked with it, so that account recovery keeps them", async () => {
    for (const table of ["account", "twoFactor"]) {
      const rows = await move.database.rows(
        `select u.email, u.${q("emailVerified")} as verified, t.${q("verifiedEmail")} as mark from ${q(table)} t join ${q("user")} u on u.id = t.${q("userId")}`,
      );
      const marked = rows.filter(({ verified }) => Number(verified) === 1);
      expect(marked.length, table).toBeGreaterThan(0);
      for (const { email, verified, mark } of rows) expect(mark).toBe(Number(verified) === 1 ? email : null);
    }
  });

  test("users sign in with their passwords, which are then rehashed", async () => {
    await withApp(move.database, async (browser) => {
      const bob = browser();
      expect((await signIn(bob, "bob")).status).toBe(200);
      expect((await bob.get("/get-session")).body).toMatchObject({
        user: { id: move.known.ids.bob, role: "admin", banned: false },
      });
      expect((await browser().signIn("bob@example.com", "wrong horse battery")).status).toBe(401);
      expect((await signIn(browser(), "eve")).body).toMatchObject({ user: { email: "eve@example.com" } });
      // Runs after the response, so that no one waits for it.
      const report = async (): Promise<string> => (await move.run("doctor")).out;
      await expect.poll(report).toMatch(/Passwords are stored in 2 formats: (argon2id|scrypt) 2, salt:key 3/);
    });
  });

  test("an authenticator app and backup codes work, except one that was used up there", async () => {
    await withApp(move.database, async (browser) => {
      const ann = browser();
      const asked = await ann.post("/sign-in/username", { username: "ANN_1", password });
      expect(asked.body).toMatchObject({ twoFactorRedirect: true });
      const verified = await ann.post("/two-factor/verify-totp", { code: move.known.authenticator.generate() });
      expect([verified.status, (await ann.get("/get-session")).body]).toMatchObject([
        200,
        { user: { id: move.known.ids.ann, username: "ann_1", displayUsername: "Ann_1" } },
      ]);

      const phone = browser();
      await signIn(phone, "ann");
      expect((await phone.post("/two-factor/verify-backup-code", { code: move.known.usedCode })).status).toBe(401);
      const [code = ""] = move.known.backupCodes;
      expect((await phone.post("/two-factor/verify-backup-code", { code })).status).toBe(200);
      const tablet = browser();
      await signIn(tablet, "ann");
      expect((await tablet.post("/two-factor/verify-backup-code", { code })).status).toBe(401);
    });
  });

  test("users with emailed codes still get them, and users who hadn't finished setup have no second factor", async () => {
    await withApp(move.database, async (browser, sent) => {
      const fay = browser();
      expect((await signIn(fay, "fay")).body).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ["otp"] });
      await fay.post("/two-factor/send-otp");
      const { mail } = await sent.next("sendOTP");
      expect((await fay.post("/two-factor/verify-otp", { code: String(mail.otp) })).status).toBe(200);
      expect((await signIn(browser(), "eve")).body).not.toHaveProperty("twoFactorRedirect");
    });
  });

  test("bans are kept, with their reason and expiry", async () => {
    await withApp(move.database, async (browser) => {
      expect((await signIn(browser(), "cal")).status).toBe(403);
      const bob = browser();
      await signIn(bob, "bob");
      const { body } = await bob.get<{ users: Record<string, unknown>[] }>(
        "/admin/list-users?searchValue=cal&limit=10",
      );
      expect(body.users).toMatchObject([
        { id: move.known.ids.cal, banned: true, banReason: "spam", banExpires: later.toISOString(), role: "user" },
      ]);
    });
  });

  test("organizations, roles, teams, and invitations exist and work", async () => {
    await withApp(move.database, async (browser, _sent, context) => {
      const bob = browser();
      await signIn(bob, "bob");
      const query = `?organizationId=${move.known.organizationId}`;
      const { body } = await bob.get(`/organization/get-full-organization${query}`);
      expect(body).toMatchObject({
        slug: "acme",
        metadata: { plan: "team" },
        members: expect.arrayContaining([
          expect.objectContaining({ userId: move.known.ids.ann, role: "owner" }),
          expect.objectContaining({ userId: move.known.ids.bob, role: "member" }),
        ]),
        // A plain member sees only their own.
        invitations: [],
      });
      await bob.post("/organization/set-active", { organizationId: move.known.organizationId });
      const team = await bob.get(`/organization/list-team-members?teamId=${move.known.teamId}`);
      expect(JSON.stringify(team.body)).toContain(move.known.ids.bob);

      const gus = browser();
      const { user } = (await gus.signUp("gus@example.com", password)).body;
      // A link that better-auth emailed contains the plain id.
      const unverified = await gus.post("/organization/accept-invitation", { invitationId: move.known.invitationId });
      expect(unverified.status).toBe(403);
      await context.db.update(userTable, { where: { id: user.id }, set: { emailVerified: true } });
      const accepted = await gus.post("/organization/accept-invitation", { invitationId: move.known.invitationId });
      expect(accepted.body).toMatchObject({ member: { organizationId: move.known.organizationId, role: "admin" } });
      // A column of better-auth doesn't cause problems.
      const made = await gus.post("/organization/create-team", {
        organizationId: move.known.organizationId,
        name: "Sales",
      });
      expect(made.status).toBe(200);
    });
  });

  test("provider accounts have encrypted tokens, whether they were encrypted before or not", async () => {
    await withApp(move.database, async (_browser, _sent, context) => {
      const account = await context.db.findOne(accountTable, { where: { providerId: "github", accountId: "4711" } });
      expect(account).toMatchObject({
        userId: move.known.ids.dan,
        password: null,
        accessToken: expect.stringMatching(/^v1\./),
      });
      expect(account?.accessTokenExpiresAt).toEqual(later);
      expect(account && (await decryptProviderToken(context, account, "accessToken"))).toBe("gho_plain");
      expect(account && (await decryptProviderToken(context, account, "refreshToken"))).toBe("ghr_sealed");
    });
  });

  test("hashed sessions accept the token, but not a browser's cookie, which is signed differently", async () => {
    await withApp(move.database, async (browser) => {
      const byToken = await browser().get("/get-session", { authorization: `Bearer ${move.known.bearer}` });
      expect(byToken.body).toMatchObject({ user: { id: move.known.ids.ann } });
      const old = move.known.cookie;
      for (const cookie of [old, old.replaceAll("better-auth.", "latchkey."), old.replaceAll("better-auth.", "")]) {
        expect((await browser().get("/get-session", { cookie })).body).toBeNull();
      }
    });
    const left = await move.database.rows(`select token from ${q("session")} where token = '${move.known.bearer}'`);
    expect(left).toEqual([]);
  });

  test("going back: better-auth runs on the database again, and reads hashes that were created since", async () => {
    const page = readFileSync(new URL("../../../docs/migrate/better-auth.md", import.meta.url), "utf8");
    const [, statements = ""] = /```sql\n([\s\S]*?)```/.exec(page) ?? [];
    for (const statement of statements.split(";\n").filter(Boolean)) {
      await move.database.rows(name === "mariadb" ? statement.replaceAll('"', "`") : statement);
    }
    const hasher = createPasswordHasher();
    const auth = appOn(move.database, {
      hash: (typed) => hasher.hash(typed),
      verify: async ({ hash, password: typed }) => (await hasher.verify(typed, hash)).ok,
    });
    const signedIn = await auth.api.signInUsername({ body: { username: "ann_1", password }, returnHeaders: true });
    expect(signedIn.response).toMatchObject({ twoFactorRedirect: true });
    const headers = cookiesOf(signedIn.headers);
    const verified = await auth.api.verifyTOTP({ headers, body: { code: move.known.authenticator.generate() } });
    expect(verified.user.id).toBe(move.known.ids.ann);
    const made = await auth.api.signUpEmail({ body: { name: "Ida", email: "ida@example.com", password } });
    expect(made.user.email).toBe("ida@example.com");
    const counts = await move.database.rows(`select ${q("memberCount")} as n from ${q("team")} order by name`);
    expect(counts.map(({ n }) => Number(n))).toEqual([1, 1, 0]);
  });
});
