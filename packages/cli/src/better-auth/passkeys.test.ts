import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Addressed, addressed } from "../../test/databases.ts";
import { type Place, place } from "../../test/terminal.ts";
import type { OpenDatabase } from "../database/open.ts";

const times = { sqlite: "date", postgres: "timestamptz", mysql: "timestamp(3)" } as const;

describe.each(addressed)("passkeys of better-auth on $name", ({ make }) => {
  let app: Place;
  let database: Addressed;
  let open: OpenDatabase;
  const own = (text: string) => (open.dialect === "mysql" ? text.replaceAll('"', "`") : text);

  beforeEach(async () => {
    app = place({ ".env": `AUTH_SECRET=${"s".repeat(40)}\n` });
    database = await make(app.folder);
    open = await database.open();
    const time = times[open.dialect];
    const id = "id varchar(255) primary key";
    const userId = `"userId" varchar(255) not null references "user" (id) on delete cascade`;
    const moments = `"createdAt" ${time} not null default current_timestamp${open.dialect === "mysql" ? "(3)" : ""}, "updatedAt" ${time} null`;
    for (const text of [
      `create table "user" (${id}, name text not null, email varchar(255) not null unique, "emailVerified" boolean not null, image text, ${moments})`,
      `create table "session" (${id}, token varchar(255) not null unique, "expiresAt" ${time} not null, "ipAddress" text, "userAgent" text, ${userId}, ${moments})`,
      `create table "account" (${id}, "accountId" text not null, "providerId" text not null, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${time} null, "refreshTokenExpiresAt" ${time} null, scope text, password text, ${userId}, ${moments})`,
      `create table "verification" (${id}, identifier text not null, value text not null, "expiresAt" ${time} not null, ${moments})`,
      `create table "passkey" (${id}, name text, "publicKey" text not null, "credentialID" text not null, counter integer not null, "deviceType" text not null, "backedUp" boolean not null, transports text, aaguid text, "createdAt" ${time} null, ${userId})`,
      `insert into "user" (id, name, email, "emailVerified", "updatedAt") values ('ann', 'Ann', 'ann@example.com', true, '2026-01-01')`,
      `insert into "passkey" (id, name, "publicKey", "credentialID", counter, "deviceType", "backedUp", transports, "userId") values ('key', 'Phone', 'pQ==', 'AQID', 5, 'multiDevice', true, 'internal', 'ann')`,
    ]) {
      await open.execute(own(text));
    }
  });
  afterEach(async () => {
    await open.close();
    await database.close();
    app.remove();
  });

  test("are moved with the key that they're looked up by, once", async () => {
    const args = ["migrate", "--from", "better-auth", "--database", database.address, "--plugins", "passkey"];
    for (let times = 0; times < 2; times++) {
      const { code, error } = await app.run(...args);
      if (times === 0) expect([code, error]).toEqual([0, ""]);
      const rows = await open.rows(own(`select * from "passkey"`));
      expect(rows).toHaveLength(1);
      // SHA-256 of the bytes 1, 2, 3.
      const credentialKey = "A5BYxvLAy0ksUzsKTRTvd8wPeKvMztUofYShogEc-4E";
      expect(rows[0]).toMatchObject({ id: "key", name: "Phone", credentialKey, verifiedEmail: "ann@example.com" });
      expect(Number(rows[0]?.counter)).toBe(5);
    }
  });
});
