import { passkey } from "@latchkey/passkey";
import { sqlAdapter } from "@latchkey/sql";
import { createVirtualAuthenticator, encodeCbor, type RequestOptions, startAuth, testOrigin } from "@latchkey/test-kit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Addressed, addressed } from "../../test/databases.ts";
import { type Place, place } from "../../test/terminal.ts";
import type { OpenDatabase } from "../database/open.ts";

describe.each(addressed)("authenticators of Auth.js on $name", ({ make }) => {
  let app: Place;
  let database: Addressed;
  let open: OpenDatabase;
  const own = (text: string) => (open.dialect === "mysql" ? text.replaceAll('"', "`") : text);

  beforeEach(async () => {
    app = place({ ".env": `AUTH_SECRET=${"s".repeat(40)}\n` });
    database = await make(app.folder);
    open = await database.open();
    const time = { sqlite: "text", postgres: "timestamptz", mysql: "timestamp(3)" }[open.dialect];
    for (const text of [
      `create table users (id varchar(255) primary key, name text, email varchar(255), "emailVerified" ${time} null, image text)`,
      `create table accounts (id varchar(255) primary key, "userId" varchar(255), type text, provider text, "providerAccountId" text)`,
      `create table authenticators ("credentialID" varchar(255) primary key, "userId" varchar(255), "providerAccountId" text, "credentialPublicKey" text, counter integer, "credentialDeviceType" text, "credentialBackedUp" boolean, transports text)`,
      `insert into users (id, name, email, "emailVerified") values ('ann', 'Ann', 'ann@example.com', '2026-01-31 12:00:00')`,
    ]) {
      await open.execute(own(text));
    }
  });
  afterEach(async () => {
    await open.close();
    await database.close();
    app.remove();
  });

  test("are imported once as passkeys, regardless of their ids' base64 alphabet, and can be used to sign in until they're deleted", async () => {
    const [older, newer] = [
      createVirtualAuthenticator({ origin: testOrigin }),
      createVirtualAuthenticator({ origin: testOrigin, isSynced: true }),
    ];
    for (const [device, alphabet] of [
      [older, "base64"],
      [newer, "base64url"],
    ] as const) {
      await device.create({ challenge: "c", rp: { id: "app.test" }, user: { id: "cmFuZG9t" } });
      const made = device.passkeys[0];
      const id = Buffer.from(made?.id ?? "", "base64url").toString(alphabet);
      const key = Buffer.from(encodeCbor(made?.key.cose ?? new Map())).toString(alphabet);
      const kind = device === newer ? "'multiDevice', true" : "'singleDevice', false";
      await open.execute(
        own(
          `insert into authenticators values ('${id}', 'ann', '${id}', '${key}', ${made?.counter}, ${kind}, 'internal')`,
        ),
      );
    }
    const flags = ["--database", database.address, "--plugins", "passkey"];
    expect((await app.run("migrate", ...flags)).code).toBe(0);
    // A passkey isn't lost if the app adds the plugin after its first import.
    expect((await app.run("import", "authjs", "--database", database.address, "--plugins", "", "--write")).code).toBe(
      0,
    );
    for (let times = 0; times < 2; times++) {
      const { code, error } = await app.run("import", "authjs", ...flags, "--write");
      expect([code, error]).toEqual([0, ""]);
      expect(await open.rows(own(`select "userId" from "passkey"`))).toEqual([{ userId: "ann" }, { userId: "ann" }]);
    }
    const { browser } = await startAuth({ database: sqlAdapter(open.source), plugins: [passkey()] });
    for (const device of [older, newer]) {
      const ann = browser();
      const path = "/passkey/generate-authenticate-options";
      const options = (await ann.get<RequestOptions>(path, { "sec-fetch-site": "same-origin" })).body;
      const signedIn = await ann.post("/passkey/verify-authentication", { response: await device.get(options) });
      expect([signedIn.status, signedIn.body]).toEqual([200, expect.objectContaining({ token: expect.any(String) })]);
      expect((await ann.get("/get-session")).body).toMatchObject({ user: { email: "ann@example.com" } });
    }
    await open.execute(own(`delete from "passkey" where "deviceType" = 'multiDevice'`));
    const { code, error } = await app.run("import", "authjs", ...flags, "--write");
    expect([code, error]).toEqual([0, ""]);
    expect(await open.rows(own(`select "deviceType" from "passkey"`))).toEqual([{ deviceType: "singleDevice" }]);
  });
});
