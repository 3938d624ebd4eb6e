/** docs/moving-from-better-auth.md, step by step, on databases that better-auth made and its users filled. */

import { readFileSync } from "node:fs";
import { admin } from "@latchkey/admin";
import { createAuth } from "@latchkey/core";
import { createPasswordHasher } from "@latchkey/core/crypto";
import { type AuthContext, accountTable, openToken, userTable } from "@latchkey/core/plugin";
import { organization } from "@latchkey/organization";
import { createBrowser, createMailbox, type TestBrowser } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appOn, cookiesOf, fill, type Known, later, oldSecret, password } from "./better-auth-app.ts";
import { type Filled, kinds } from "./databases.ts";
import { type Folder, folder } from "./terminal.ts";

const secret = "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U";
const authFile = `
import { createAuth } from "@latchkey/core";
import { admin } from "@latchkey/admin";
import { organization } from "@latchkey/organization";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
export const auth = createAuth({
  baseURL: process.env.AUTH_URL,
  secret: process.env.AUTH_SECRET,
  database,
  emailAndPassword: { enabled: true, sendResetPassword },
  plugins: [username(), admin(), organization({ teams: { enabled: true } }), twoFactor({ otpOptions: { sendOTP } })],
});`;
// The auth file has names that only an app would define, so the commands read it without running it.
const plugins = "username,admin,organization,two-factor";
const environment = `AUTH_SECRET=${secret}\nAUTH_URL=https://app.test\nBETTER_AUTH_SECRET=${oldSecret}\n`;

describe.each(kinds)("a database of better-auth on $name", ({ name, open }) => {
  let app: Folder;
  let database: Filled;
  let known: Known;
  const q = (word: string): string => (name === "mariadb" ? `\`${word}\`` : `"${word}"`);
  const run = (...words: string[]) =>
    app.run(...words, "--database", database.address, ...(words.includes("--plugins") ? [] : ["--plugins", plugins]));

  beforeAll(async () => {
    app = folder({ "auth.ts": authFile, ".env": environment, ".gitignore": ".env\n" });
    database = await open(app.path);
    known = await fill(database);
    await database.rows(`update ${q("user")} set ${q("emailVerified")} = true where id = '${known.ids.ann}'`);
    // A table of the app's own.
    const key = name === "mariadb" ? "varchar(36)" : "text";
    await database.rows(
      `create table post (id ${key} primary key, author ${key} not null, foreign key (author) references ${q("user")} (id) on delete cascade)`,
    );
    await database.rows(`insert into post (id, author) values ('p1', '${known.ids.dan}')`);
  });
  afterAll(async () => {
    await database.close();
    app.remove();
  });

  async function idsOfFindings(): Promise<string[]> {
    const { out } = await run("doctor", "--json");
    return (JSON.parse(out) as { findings: { id: string }[] }).findings.map(({ id }) => id);
  }

  /** The app on Latchkey, as it is after the move. */
  async function withApp<T>(
    use: (browser: () => TestBrowser, sent: ReturnType<typeof createMailbox>, context: AuthContext) => Promise<T>,
  ): Promise<T> {
    const { adapter, close } = await database.connect();
    const sent = createMailbox();
    const auth = createAuth({
      baseURL: "http://app.test",
      secret,
      database: adapter,
      emailAndPassword: { enabled: true },
      logger: { disabled: true },
      rateLimit: { enabled: false },
      plugins: [
        username(),
        admin(),
        organization({ teams: { enabled: true } }),
        twoFactor({ otpOptions: { sendOTP: sent.sender("sendOTP") } }),
      ],
    });
    await auth.checkDatabase();
    try {
      return await use(() => createBrowser(auth.handler, "http://app.test/api/auth"), sent, auth.$context);
    } finally {
      await close();
    }
  }

  const signIn = (browser: TestBrowser, person: string) => browser.signIn(`${person}@example.com`, password);

  test("the doctor says what is missing, and a dry run what would be done; neither changes anything", async () => {
    const found = await idsOfFindings();
    for (const id of [
      "database.of-better-auth",
      "schema.missing-tables",
      "schema.missing-columns",
      "schema.unfit",
      "data.clear-session-tokens",
    ]) {
      expect(found).toContain(id);
    }
    // Of this database: others are made and dropped on the server meanwhile.
    const schema = name === "mariadb" ? "database()" : "current_schema()";
    const tables = `select count(*) as n from information_schema.columns where table_schema = ${schema}`;
    const count = async (): Promise<unknown> =>
      name === "sqlite"
        ? (await database.rows("select count(*) as n, group_concat(sql) as s from sqlite_master"))[0]
        : (await database.rows(tables))[0]?.n;
    const before = await count();
    const { code, out, error } = await run("migrate", "--from", "better-auth", "--dry-run");
    expect([code, error]).toEqual([0, ""]);
    expect(out).toMatch(/add column .*provenEmail/);
    expect(out).toMatch(
      /Second factors of 2 users and 9 backup codes would be taken over\.\nProvider tokens of 1 account would be encrypted\.\n\d+ sessions would be ended\./,
    );
    expect(await count()).toEqual(before);
  });

  test("nothing is changed where second factors or bans would be lost", async () => {
    const refused = async (...words: string[]): Promise<string> => {
      const { code, error } = await run("migrate", "--from", "better-auth", ...words);
      expect(code).toBe(1);
      return error;
    };
    expect(await refused("--plugins", "admin,username,organization")).toMatch(/2 users have a second factor/);
    expect(await refused("--plugins", "two-factor")).toMatch(/1 user has a ban/);
    const other = folder({ "auth.ts": authFile, ".env": environment.replace(oldSecret, "x".repeat(32)) });
    const { error } = await other.run(
      "migrate",
      "--from",
      "better-auth",
      "--database",
      database.address,
      "--plugins",
      plugins,
    );
    expect(error).toMatch(/1 authenticator app was enrolled under a secret/);
    // Of a column that nobody reads as a second factor, the tokens still count.
    const factors = `update ${q("user")} set ${q("twoFactorEnabled")} = `;
    const asked = await database.rows(`select id from ${q("user")} where ${q("twoFactorEnabled")} is true`);
    const ids = asked.map(({ id }) => `'${id}'`).join(", ");
    await database.rows(`${factors} false where id in (${ids})`);
    const without = await other.run(
      "migrate",
      "--from",
      "better-auth",
      "--database",
      database.address,
      "--plugins",
      plugins,
    );
    await database.rows(`${factors} true where id in (${ids})`);
    other.remove();
    expect([without.code, without.error]).toEqual([
      1,
      expect.stringMatching(/provider tokens? w.* Nothing was changed/),
    ]);
  });

  test("is moved in, done twice the second time changes nothing, and the doctor is content", async () => {
    const dry = await run("migrate", "--from", "better-auth", "--dry-run");
    const { code, out, error } = await run("migrate", "--from", "better-auth", "--hash-sessions");
    expect([code, error]).toEqual([0, ""]);
    const statements = (text: string): string[] => text.split("\n").filter((line) => line.endsWith(";"));
    expect(statements(out)).toEqual(statements(dry.out));
    expect((await run("migrate", "--from", "better-auth", "--hash-sessions")).out).toBe("0 statements ran.");
    expect((await run("migrate")).out).toBe("The database has everything.");
    expect(await idsOfFindings()).toEqual([]);
  });

  test("a run that was cut off is finished by another, also for who tried to sign in between", async () => {
    // What a sign-in makes for somebody who is asked for a second factor and has none.
    await database.rows(`delete from ${q("backupCode")}`);
    await database.rows(
      `update ${q("twoFactor")} set secret = null, otp = false, codes = null where secret is not null`,
    );
    const { code, out } = await run("migrate", "--from", "better-auth", "--hash-sessions");
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("Second factors of 1 user and 9 backup codes were taken over."),
    ]);
    expect((await run("migrate", "--from", "better-auth", "--hash-sessions")).out).toBe("0 statements ran.");
  });

  test("lost no row", async () => {
    const count = async (table: string): Promise<number> =>
      Number((await database.rows(`select count(*) as n from ${q(table)}`))[0]?.n);
    const tables = ["user", "account", "organization", "member", "invitation", "team", "teamMember", "post"];
    expect(await Promise.all(tables.map(count))).toEqual([6, 6, 1, 2, 1, 2, 2, 1]);
    expect(await count("twoFactor_better_auth")).toBe(2);
    expect(await count("verification_better_auth")).toBe(2);
    // What the app's own table refers to is still there.
    await expect(database.rows(`insert into post (id, author) values ('p2', 'nobody')`)).rejects.toThrow(
      /foreign key/i,
    );
  });

  test("RECL-19: what belongs to an address that was verified there is marked with it, so that recoveries keep it", async () => {
    for (const table of ["account", "twoFactor"]) {
      const rows = await database.rows(
        `select u.email, u.${q("emailVerified")} as verified, t.${q("verifiedEmail")} as mark from ${q(table)} t join ${q("user")} u on u.id = t.${q("userId")}`,
      );
      const marked = rows.filter(({ verified }) => Number(verified) === 1);
      expect(marked.length, table).toBeGreaterThan(0);
      for (const { email, verified, mark } of rows) expect(mark).toBe(Number(verified) === 1 ? email : null);
    }
  });

  test("people sign in with their passwords, which are hashed anew then", async () => {
    await withApp(async (browser) => {
      const bob = browser();
      expect((await signIn(bob, "bob")).status).toBe(200);
      expect((await bob.get("/get-session")).body).toMatchObject({
        user: { id: known.ids.bob, role: "admin", banned: false },
      });
      expect((await browser().signIn("bob@example.com", "wrong horse battery")).status).toBe(401);
      expect((await signIn(browser(), "eve")).body).toMatchObject({ user: { email: "eve@example.com" } });
      // After the answer, so that nobody waits for it.
      const report = async (): Promise<string> => (await run("doctor")).out;
      await expect.poll(report).toMatch(/Passwords are stored in 2 forms: (argon2id|scrypt) 2, salt:key 3/);
    });
  });

  test("an authenticator app and backup codes work, one that was used up there does not", async () => {
    await withApp(async (browser) => {
      const ann = browser();
      const asked = await ann.post("/sign-in/username", { username: "ANN_1", password });
      expect(asked.body).toMatchObject({ twoFactorRedirect: true });
      const verified = await ann.post("/two-factor/verify-totp", { code: known.authenticator.generate() });
      expect([verified.status, (await ann.get("/get-session")).body]).toMatchObject([
        200,
        { user: { id: known.ids.ann, username: "ann_1", displayUsername: "Ann_1" } },
      ]);

      const phone = browser();
      await signIn(phone, "ann");
      expect((await phone.post("/two-factor/verify-backup-code", { code: known.usedCode })).status).toBe(401);
      const [code = ""] = known.backupCodes;
      expect((await phone.post("/two-factor/verify-backup-code", { code })).status).toBe(200);
      const tablet = browser();
      await signIn(tablet, "ann");
      expect((await tablet.post("/two-factor/verify-backup-code", { code })).status).toBe(401);
    });
  });

  test("who got codes by mail gets them by mail, and who had not finished has no second factor", async () => {
    await withApp(async (browser, sent) => {
      const fay = browser();
      expect((await signIn(fay, "fay")).body).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ["otp"] });
      await fay.post("/two-factor/send-otp");
      const { mail } = await sent.next("sendOTP");
      expect((await fay.post("/two-factor/verify-otp", { code: String(mail.otp) })).status).toBe(200);
      expect((await signIn(browser(), "eve")).body).not.toHaveProperty("twoFactorRedirect");
    });
  });

  test("bans hold, with their reason and the moment at which they end", async () => {
    await withApp(async (browser) => {
      expect((await signIn(browser(), "cal")).status).toBe(403);
      const bob = browser();
      await signIn(bob, "bob");
      const { body } = await bob.get<{ users: Record<string, unknown>[] }>(
        "/admin/list-users?searchValue=cal&limit=10",
      );
      expect(body.users).toMatchObject([
        { id: known.ids.cal, banned: true, banReason: "spam", banExpires: later.toISOString(), role: "user" },
      ]);
    });
  });

  test("organizations, roles, teams and invitations are there, and work", async () => {
    await withApp(async (browser, _sent, context) => {
      const bob = browser();
      await signIn(bob, "bob");
      const query = `?organizationId=${known.organizationId}`;
      const { body } = await bob.get(`/organization/get-full-organization${query}`);
      expect(body).toMatchObject({
        slug: "acme",
        metadata: { plan: "team" },
        members: expect.arrayContaining([
          expect.objectContaining({ userId: known.ids.ann, role: "owner" }),
          expect.objectContaining({ userId: known.ids.bob, role: "member" }),
        ]),
        // A plain member sees only their own.
        invitations: [],
      });
      await bob.post("/organization/set-active", { organizationId: known.organizationId });
      const team = await bob.get(`/organization/list-team-members?teamId=${known.teamId}`);
      expect(JSON.stringify(team.body)).toContain(known.ids.bob);

      const gus = browser();
      const { user } = (await gus.signUp("gus@example.com", password)).body;
      // A link that better-auth mailed carries the plain id.
      const unverified = await gus.post("/organization/accept-invitation", { invitationId: known.invitationId });
      expect(unverified.status).toBe(403);
      await context.db.update(userTable, { where: { id: user.id }, set: { emailVerified: true } });
      const accepted = await gus.post("/organization/accept-invitation", { invitationId: known.invitationId });
      expect(accepted.body).toMatchObject({ member: { organizationId: known.organizationId, role: "admin" } });
      // A column of better-auth's own stands in nobody's way.
      const made = await gus.post("/organization/create-team", { organizationId: known.organizationId, name: "Sales" });
      expect(made.status).toBe(200);
    });
  });

  test("accounts of providers are there, their tokens encrypted, whether they were before or not", async () => {
    await withApp(async (_browser, _sent, context) => {
      const account = await context.db.findOne(accountTable, { where: { providerId: "github", accountId: "4711" } });
      expect(account).toMatchObject({
        userId: known.ids.dan,
        password: null,
        accessToken: expect.stringMatching(/^v1\./),
      });
      expect(account?.accessTokenExpiresAt).toEqual(later);
      expect(account && (await openToken(context, account, "accessToken"))).toBe("gho_plain");
      expect(account && (await openToken(context, account, "refreshToken"))).toBe("ghr_sealed");
    });
  });

  test("hashed sessions let in who sends the token, and no browser: its cookie is signed otherwise", async () => {
    await withApp(async (browser) => {
      const byToken = await browser().get("/get-session", { authorization: `Bearer ${known.bearer}` });
      expect(byToken.body).toMatchObject({ user: { id: known.ids.ann } });
      const old = known.cookie;
      for (const cookie of [old, old.replaceAll("better-auth.", "latchkey."), old.replaceAll("better-auth.", "")]) {
        expect((await browser().get("/get-session", { cookie })).body).toBeNull();
      }
    });
    const left = await database.rows(`select token from ${q("session")} where token = '${known.bearer}'`);
    expect(left).toEqual([]);
  });

  test("the way back: better-auth runs on the database again, and reads what was hashed since", async () => {
    const page = readFileSync(new URL("../../../docs/moving-from-better-auth.md", import.meta.url), "utf8");
    const [, statements = ""] = /```sql\n([\s\S]*?)```/.exec(page) ?? [];
    for (const statement of statements.split(";\n").filter(Boolean)) {
      await database.rows(name === "mariadb" ? statement.replaceAll('"', "`") : statement);
    }
    const hasher = createPasswordHasher();
    const auth = appOn(database, {
      hash: (typed) => hasher.hash(typed),
      verify: async ({ hash, password: typed }) => (await hasher.verify(typed, hash)).ok,
    });
    const signedIn = await auth.api.signInUsername({ body: { username: "ann_1", password }, returnHeaders: true });
    expect(signedIn.response).toMatchObject({ twoFactorRedirect: true });
    const headers = cookiesOf(signedIn.headers);
    const verified = await auth.api.verifyTOTP({ headers, body: { code: known.authenticator.generate() } });
    expect(verified.user.id).toBe(known.ids.ann);
    const made = await auth.api.signUpEmail({ body: { name: "Ida", email: "ida@example.com", password } });
    expect(made.user.email).toBe("ida@example.com");
    const counts = await database.rows(`select ${q("memberCount")} as n from ${q("team")} order by name`);
    expect(counts.map(({ n }) => Number(n))).toEqual([1, 1, 0]);
  });
});

test.each(kinds)(
  "after a plain migrate on $name, which is not enough, the move is made all the same",
  async ({ open }) => {
    const app = folder({ "auth.ts": authFile, ".env": environment, ".gitignore": ".env\n" });
    const database = await open(app.path);
    await fill(database);
    const run = (...words: string[]) =>
      app.run(...words, "--database", database.address, ...(words.includes("--plugins") ? [] : ["--plugins", plugins]));
    await run("migrate");
    expect((await run("doctor")).out).toContain("This is a database of better-auth");
    const dry = await run("migrate", "--from", "better-auth", "--dry-run");
    expect(dry.out).toContain("Second factors of 2 users");
    const moved = await run("migrate", "--from", "better-auth");
    expect([moved.code, moved.error]).toEqual([0, ""]);
    expect((await run("doctor")).code).toBe(0);
    await database.close();
    app.remove();
  },
);
