import { createHash } from "node:crypto";
import { passkey } from "@latchkey/passkey";
import { sqlAdapter } from "@latchkey/sql";
import { createVirtualAuthenticator, encodeCbor, type RequestOptions, startAuth, testOrigin } from "@latchkey/test-kit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Addressed, addressed } from "../../test/databases.ts";
import { type Place, place } from "../../test/terminal.ts";
import type { OpenDatabase } from "../database/open.ts";

const times = { sqlite: "date", postgres: "timestamptz", mysql: "timestamp(3)" } as const;

describe.each(addressed)("better-auth's passkeys, phone numbers, and guests on $name", ({ make }) => {
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
      `create table "user" (${id}, name text not null, email varchar(255) not null unique, "emailVerified" boolean not null, image text, "phoneNumber" varchar(255) unique, "phoneNumberVerified" boolean, "isAnonymous" boolean, ${moments})`,
      `create table "session" (${id}, token varchar(255) not null unique, "expiresAt" ${time} not null, "ipAddress" text, "userAgent" text, ${userId}, ${moments})`,
      `create table "account" (${id}, "accountId" text not null, "providerId" text not null, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${time} null, "refreshTokenExpiresAt" ${time} null, scope text, password text, ${userId}, ${moments})`,
      `create table "verification" (${id}, identifier text not null, value text not null, "expiresAt" ${time} not null, ${moments})`,
      `create table "passkey" (${id}, name text, "publicKey" text not null, "credentialID" text not null, counter integer not null, "deviceType" text not null, "backedUp" boolean not null, transports text, aaguid text, "createdAt" ${time} null, ${userId})`,
    ]) {
      await open.execute(own(text));
    }
  });
  afterEach(async () => {
    await open.close();
    await database.close();
    app.remove();
  });

  const addUser = (id: string, values: Readonly<Record<string, string>> = {}) => {
    const row = { id: `'${id}'`, name: `'${id}'`, email: `'${id}@example.com'`, emailVerified: "true", ...values };
    const names = Object.keys(row).map((name) => `"${name}"`);
    return open.execute(own(`insert into "user" (${names.join(", ")}) values (${Object.values(row).join(", ")})`));
  };
  const migrate = (plugin: string, ...more: string[]) =>
    app.run("migrate", "--from", "better-auth", "--database", database.address, "--plugins", plugin, ...more);

  test("passkeys are migrated once, and can be used to sign in with the user handle from better-auth", async () => {
    await addUser("ann");
    const device = createVirtualAuthenticator({ origin: testOrigin });
    // As better-auth's server does: a random user handle, and the COSE key in base64.
    await device.create({ challenge: "c", rp: { id: "app.test" }, user: { id: "cmFuZG9t" } });
    const made = device.passkeys[0];
    const publicKey = Buffer.from(encodeCbor(made?.key.cose ?? new Map())).toString("base64");
    await open.execute(
      own(
        `insert into "passkey" (id, name, "publicKey", "credentialID", counter, "deviceType", "backedUp", transports, "userId") values ('key', 'Phone', '${publicKey}', '${made?.id}', 1, 'singleDevice', false, 'internal', 'ann')`,
      ),
    );
    for (let times = 0; times < 2; times++) {
      const { code, error } = await migrate("passkey");
      if (times === 0) expect([code, error]).toEqual([0, ""]);
      const rows = await open.rows(own(`select * from "passkey"`));
      expect(rows).toHaveLength(1);
      const digest = createHash("sha256").update(Buffer.from(made?.id ?? "", "base64url"));
      const credentialKey = digest.digest("base64url");
      expect(rows[0]).toMatchObject({ id: "key", name: "Phone", credentialKey, verifiedEmail: "ann@example.com" });
      expect(Number(rows[0]?.counter)).toBe(1);
    }
    const { browser } = await startAuth({ database: sqlAdapter(open.source), plugins: [passkey()] });
    const ann = browser();
    const sameOrigin = { "sec-fetch-site": "same-origin" };
    const options = (await ann.get<RequestOptions>("/passkey/generate-authenticate-options", sameOrigin)).body;
    const signedIn = await ann.post("/passkey/verify-authentication", { response: await device.get(options) });
    expect([signedIn.status, signedIn.body]).toEqual([200, expect.objectContaining({ token: expect.any(String) })]);
    expect((await ann.get("/get-session")).body).toMatchObject({ user: { id: "ann" } });
  });

  test("verified phone numbers are kept in E.164 form, and unverified, unusable, and duplicate ones are removed", async () => {
    const number = (phoneNumber: string, verified: string) => ({
      phoneNumber: `'${phoneNumber}'`,
      phoneNumberVerified: verified,
    });
    await addUser("ann", number("+1 201-555-0123", "true"));
    await addUser("bob", number("+12015550199", "false"));
    await addUser("cleo", { ...number("+44 7400 123456", "true"), emailVerified: "false" });
    await addUser("dan", number("12", "true"));
    await addUser("eve", number("+12015550123", "true"));
    const dry = await migrate("phone-number", "--dry-run");
    expect([dry.code, dry.out]).toEqual([0, expect.stringMatching(/1 .*unverified/i)]);
    const { code, error } = await migrate("phone-number");
    expect([code, error]).toEqual([0, expect.stringContaining("2 verified phone numbers were removed")]);
    const rows = await open.rows(
      own(`select id, "phoneNumber" as phone, "phoneVerifiedEmail" as mark from "user" order by id`),
    );
    expect(rows.map(({ id, phone, mark }) => [id, phone, mark])).toEqual([
      // Eve's number is already in Latchkey's format, so she keeps it.
      ["ann", null, null],
      ["bob", null, null],
      ["cleo", "+447400123456", null],
      ["dan", null, null],
      ["eve", "+12015550123", "eve@example.com"],
    ]);
  });

  test("guests stay guests, and no email is sent to their placeholder address", async () => {
    await addUser("ann");
    await addUser("guest", { email: "'temp@guest.app.example'", isAnonymous: "true" });
    const { code, out } = await migrate("anonymous");
    expect([code, out]).toEqual([0, expect.stringMatching(/1 guest/)]);
    const rows = await open.rows(own(`select id, email, "emailVerified" as verified from "user" order by id`));
    expect(rows.map(({ id, email, verified }) => [id, email, Number(verified)])).toEqual([
      ["ann", "ann@example.com", 1],
      ["guest", "guest@anonymous.placeholder.invalid", 0],
    ]);
  });
});
