import { createHash, randomBytes } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Place, place } from "../../test/terminal.ts";
import { type OpenDatabase, openDatabase } from "../database/open.ts";

const theirSecret = "the secret of the old app";

let app: Place;
let open: OpenDatabase;

beforeEach(async () => {
  app = place({ ".env": `AUTH_SECRET=${"s".repeat(40)}\nBETTER_AUTH_SECRET=${theirSecret}\n` });
  open = await openDatabase("app.db", { folder: app.folder });
  const id = "id text primary key";
  const userId = `"userId" text not null references "user" (id) on delete cascade`;
  const moments = `"createdAt" date not null default current_timestamp, "updatedAt" date`;
  for (const text of [
    `create table "user" (${id}, name text not null, email text not null unique, "emailVerified" boolean not null, image text, "twoFactorEnabled" boolean, ${moments})`,
    `create table session (${id}, token text not null unique, "expiresAt" date not null, "ipAddress" text, "userAgent" text, ${userId}, ${moments})`,
    `create table account (${id}, "accountId" text not null, "providerId" text not null, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" date, "refreshTokenExpiresAt" date, scope text, password text, ${userId}, ${moments})`,
    `create table verification (${id}, identifier text not null, value text not null, "expiresAt" date not null, ${moments})`,
    `create table "twoFactor" (${id}, secret text not null, "backupCodes" text not null, ${userId})`,
  ]) {
    await open.execute(text);
  }
});
afterEach(async () => {
  await open.close();
  app.remove();
});

/** Encrypts like better-auth. */
function encrypt(text: string): string {
  const nonce = randomBytes(24);
  const key = createHash("sha256").update(theirSecret).digest();
  const sealed = xchacha20poly1305(key, nonce).encrypt(Buffer.from(text));
  return Buffer.concat([nonce, sealed]).toString("hex");
}

async function addUser(id: string, backupCodes: string): Promise<void> {
  await open.execute(`insert into "user" (id, name, email, "emailVerified", "twoFactorEnabled") values ('${id}', '${id}', '${id}@example.com', true, true);
    insert into "twoFactor" values ('${id}-2fa', '${encrypt("a secret of 32 characters, or so")}', '${backupCodes}', '${id}');`);
}

const migrate = (...more: string[]) =>
  app.run("migrate", "--from", "better-auth", "--database", "app.db", "--plugins", "two-factor", ...more);

test("backup codes that can't be migrated are reported, before and after", async () => {
  await addUser("ann", encrypt(JSON.stringify(["abcde-12345", "ABCDE-67890", "short", 12345])));
  await addUser("bob", "custom:1111,2222");
  await addUser("cleo", encrypt("3333 4444"));
  await addUser("dan", encrypt("[]"));
  for (const [mode, will] of [
    [["--dry-run"], "would be"],
    [[], "were"],
  ] as const) {
    const { code, out, error } = await migrate(...mode);
    expect([code, error]).toEqual([
      0,
      "2 backup codes aren't in the format xxxxx-xxxxx, and can't be migrated.\nThe backup codes of 2 users can't be migrated, because they're stored in a custom format.",
    ]);
    expect(out).toContain(`Second factors of 4 users and 2 backup codes ${will} migrated.`);
  }
  expect(await open.rows(`select "userId" from "twoFactor" order by "userId"`)).toEqual(
    ["ann", "bob", "cleo", "dan"].map((userId) => ({ userId })),
  );
  expect(await open.rows(`select "userId" from "backupCode"`)).toEqual([{ userId: "ann" }, { userId: "ann" }]);
});

test("no backup code is reported if all are migrated", async () => {
  await addUser("ann", encrypt(JSON.stringify(["abcde-12345"])));
  const { code, error } = await migrate();
  expect([code, error]).toEqual([0, ""]);
  expect(await open.rows(`select "userId" from "backupCode"`)).toEqual([{ userId: "ann" }]);
});
