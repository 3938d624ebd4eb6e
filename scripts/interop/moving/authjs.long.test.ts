/** Follows docs/migrate/authjs.md step by step, on databases filled by Auth.js adapters. */

import { createAuth } from "@latchkey/core";
import { accountTable, decryptProviderToken } from "@latchkey/core/plugin";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthjsApp, fill, password } from "./authjs-app.ts";
import { type FilledDatabase, kinds } from "./databases.ts";
import { type Folder, folder } from "./terminal.ts";

const secret = "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U";
const authFile = `
import { createAuth } from "@latchkey/core";
export const auth = createAuth({ secret: process.env.AUTH_SECRET, database, emailAndPassword: { enabled: true } });`;

describe.each(kinds)("an Auth.js database on $name", ({ name, open }) => {
  let app: Folder;
  let database: FilledDatabase;
  let before: AuthjsApp;
  // The auth file has names that only an app would define, so the commands read it without running it.
  const run = (...words: string[]) => app.run(...words, "--database", database.address, "--plugins", "");

  beforeAll(async () => {
    app = folder({ "auth.ts": authFile, ".env": `AUTH_SECRET=${secret}\n` });
    database = await open(app.path);
    before = await fill(database);
  });
  afterAll(async () => {
    await before.close();
    await database.close();
    app.remove();
  });

  async function withApp<T>(use: (auth: ReturnType<typeof latchkey>) => Promise<T>): Promise<T> {
    const { adapter, close } = await database.connect();
    try {
      return await use(latchkey(adapter));
    } finally {
      await close();
    }
  }
  const latchkey = (adapter: Parameters<typeof createAuth>[0]["database"]) =>
    createAuth({ secret, database: adapter, emailAndPassword: { enabled: true }, logger: { disabled: true } });

  test("conflicting tables are named, with the SQL that renames them; then Latchkey's are created next to them", async () => {
    const { code, error } = await run("import", "authjs");
    expect(code).toBe(1);
    if (name !== "postgres") {
      const renames = error.split("\n").slice(1);
      expect(renames).toHaveLength(3);
      for (const statement of renames) await database.rows(statement.replace(/;$/, ""));
    }
    expect((await run("import", "authjs")).error).toBe(
      "Latchkey's tables are missing. To create them, run: npx @latchkey/cli migrate",
    );
    expect((await run("migrate")).code).toBe(0);
  });

  test("a run prints what would be imported, and with --write imports it; a second run imports nothing", async () => {
    const words = ["import", "authjs", "--password-column", "hashed"];
    const shown = await run(...words);
    expect(shown).toEqual({
      code: 0,
      error: "",
      out: "2 users are new, 0 already exist, 0 can't be imported.\nPasswords: bcrypt 1, none 1.\nNothing was written. To import, add --write.",
    });
    expect((await run(...words, "--write")).out).toContain("2 users were imported, with 2 provider accounts.");
    expect((await run(...words, "--write")).out).toContain("0 users were imported.");
    expect((await run("import", "authjs", "--users", "people")).error).toMatch(
      /The table people doesn.t exist or lacks columns/,
    );
  });

  test("users keep their ids, verified emails, and passwords", async () => {
    await withApp(async (auth) => {
      const signedIn = await auth.api.signInEmail({ body: { email: "ann@example.com", password } });
      expect(signedIn).toMatchObject({
        user: { id: before.ids.ann, name: "Ann", emailVerified: true, image: "https://img.test/Ann.png" },
      });
      const stored = async () =>
        (
          await auth.$context.db.findOne(accountTable, {
            where: { providerId: "credential", accountId: before.ids.ann },
          })
        )?.password;
      // Runs after the response, so that no one waits for it.
      await expect.poll(stored).toMatch(/^\$(argon2id|scrypt)\$/);
    });
  });

  test("provider accounts are imported, with encrypted tokens", async () => {
    await withApp(async ({ $context }) => {
      const where = { providerId: "google", accountId: "10769150350006150715113082367" };
      const account = await $context.db.findOne(accountTable, { where });
      expect(account).toMatchObject({
        userId: before.ids.bob,
        scope: "user:email",
        accessTokenExpiresAt: new Date(1_900_000_000_000),
      });
      expect(account?.refreshToken).toMatch(/^v1\./);
      expect(account && (await decryptProviderToken($context, account, "refreshToken"))).toBe("1//plain");
      expect(account && (await decryptProviderToken($context, account, "idToken"))).toBe("e.y.J");
    });
  });

  test("the next run imports an account that was linked there after the first run", async () => {
    if (name === "postgres") {
      const userId = before.ids.ann as never;
      await before.link({ type: "oidc", userId, provider: "microsoft-entra-id", providerAccountId: "m-1" });
    } else {
      const [accounts, userId, accountId] = ["authjs_Account", "userId", "providerAccountId"].map((word) =>
        name === "mariadb" ? `\`${word}\`` : `"${word}"`,
      );
      await database.rows(
        `insert into ${accounts} (id, ${userId}, type, provider, ${accountId}) values ('x', '${before.ids.ann}', 'oidc', 'microsoft-entra-id', 'm-1')`,
      );
    }
    const { out } = await run("import", "authjs", "--providers", "microsoft-entra-id=microsoft", "--write");
    expect(out).toContain("0 users were imported, with 1 provider account.");
    await withApp(async ({ $context }) => {
      const linked = await $context.db.findOne(accountTable, { where: { providerId: "microsoft", accountId: "m-1" } });
      expect(linked?.userId).toBe(before.ids.ann);
    });
  });

  test("the tables of Auth.js are unchanged, and doctor finds no problem", async () => {
    const { out } = await run("doctor", "--json");
    const ids = (JSON.parse(out) as { findings: { id: string }[] }).findings
      .map(({ id }) => id)
      .filter((id) => !id.startsWith("configuration."));
    expect(ids).toEqual([]);
    const users = name === "postgres" ? "users" : name === "mariadb" ? "`authjs_User`" : '"authjs_User"';
    const left = await database.rows(`select email from ${users} order by name`);
    expect(left.map(({ email }) => email)).toEqual(["Ann@Example.com", "Bob@Example.com"]);
  });
});
