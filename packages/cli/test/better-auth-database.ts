/** A database as a better-auth app leaves it, with rows for every step of the migration. */

import { createHash } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import type { OpenDatabase } from "../src/database/open.ts";

export const betterAuthSecret = "the secret of the old app";

/** The plugins of the app that continues with Latchkey. */
export const plugins = "organization,sso,passkey,phone-number,anonymous,two-factor";

const times = { sqlite: "date", postgres: "timestamptz", mysql: "timestamp(3)" } as const;

/** Encrypts as better-auth does. The nonce is always the same, so that all databases have the same rows. */
function encrypt(text: string): string {
  const nonce = Buffer.alloc(24, 7);
  const key = createHash("sha256").update(betterAuthSecret).digest();
  return Buffer.concat([nonce, xchacha20poly1305(key, nonce).encrypt(Buffer.from(text))]).toString("hex");
}

/** Creates and fills the tables, including one of the app's own. */
export async function fillBetterAuthDatabase(database: OpenDatabase): Promise<void> {
  for (const statement of [...tables(times[database.dialect]), ...rows()]) {
    await database.execute(quoted(database, statement));
  }
}

/** Quotes names as the database does. */
export function quoted({ dialect }: OpenDatabase, statement: string): string {
  return dialect === "mysql" ? statement.replaceAll('"', "`").replaceAll("~", '"') : statement.replaceAll("~", '"');
}

function tables(time: string): string[] {
  const id = "id varchar(255) primary key";
  // MySQL ignores references in a column's definition.
  const userId = `"userId" varchar(255) not null`;
  const reference = `foreign key ("userId") references "user" (id) on delete cascade`;
  const moments = `"createdAt" ${time} not null default '2026-01-01 00:00:00', "updatedAt" ${time} null`;
  return [
    `create table "user" (${id}, name text not null, email varchar(255) not null unique, "emailVerified" boolean not null, image text, "twoFactorEnabled" boolean, "phoneNumber" varchar(255) unique, "phoneNumberVerified" boolean, "isAnonymous" boolean, ${moments})`,
    `create table "session" (${id}, token varchar(255) not null unique, "expiresAt" ${time} not null, "ipAddress" text, "userAgent" text, ${userId}, ${moments}, ${reference})`,
    `create table "account" (${id}, "accountId" text not null, "providerId" text not null, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${time} null, "refreshTokenExpiresAt" ${time} null, scope text, password text, ${userId}, ${moments}, ${reference})`,
    `create table "verification" (${id}, identifier text not null, value text not null, "expiresAt" ${time} not null, ${moments})`,
    `create table "organization" (${id}, name text not null, slug varchar(255) not null unique, logo text, metadata text, "createdAt" ${time} not null)`,
    `create table "ssoProvider" (${id}, issuer text not null, "oidcConfig" text, "samlConfig" text, ${userId}, "providerId" varchar(255) not null unique, "organizationId" text, domain text not null, "domainVerified" boolean, ${reference})`,
    `create table "passkey" (${id}, name text, "publicKey" text not null, "credentialID" text not null, counter integer not null, "deviceType" text not null, "backedUp" boolean not null, transports text, aaguid text, "createdAt" ${time} null, ${userId}, ${reference})`,
    `create table "twoFactor" (${id}, secret text not null, "backupCodes" text not null, ${userId}, ${reference})`,
    `create table post (${id}, author varchar(255) not null, constraint written_by foreign key (author) references "user" (id) on delete cascade)`,
  ];
}

function rows(): string[] {
  // `quoted` replaces `~` with a quotation mark, and on MySQL, quotation marks with backticks.
  const oidc = "{~clientId~:~client-12345678~,~clientSecret~:~plain~}";
  const secret = encrypt("a secret of 32 characters, or so");
  const codes = encrypt(JSON.stringify(["abcde-12345", "fghij-67890"]));
  return [
    `insert into "user" (id, name, email, "emailVerified", "twoFactorEnabled", "phoneNumber", "phoneNumberVerified", "isAnonymous") values
      ('ann', 'Ann', 'ann@acme.test', true, true, '+1 201-555-0123', true, false),
      ('bob', 'Bob', 'bob@acme.test', false, true, '+12015550199', false, null),
      ('cleo', 'Cleo', 'cleo@acme.test', true, false, '+44 7400 123456', true, null),
      ('dan', 'Dan', 'dan@acme.test', true, false, '+44 (7400) 123456', true, null),
      ('guest', 'Guest', 'temp@guest.acme.test', true, true, null, null, true)`,
    `insert into "session" (id, token, "expiresAt", "userId") values ('s', 'plain', '2036-01-01', 'ann'), ('t', 'text', '2036-01-01', 'bob')`,
    `insert into "account" (id, "accountId", "providerId", "accessToken", "refreshToken", "userId") values
      ('a', '1', 'github', 'plain', '${encrypt("sealed")}', 'ann'), ('b', '2', 'github', 'plain', null, 'bob'), ('c', '3', 'acme-okta', null, null, 'cleo'), ('g', '4', 'github', null, null, 'guest')`,
    `insert into "verification" (id, identifier, value, "expiresAt") values ('v', 'reset', 'ann', '2036-01-01')`,
    `insert into "organization" (id, name, slug, "createdAt") values ('acme', 'Acme', 'Acme', '2026-01-01')`,
    `insert into "ssoProvider" (id, issuer, "oidcConfig", "userId", "providerId", "organizationId", domain, "domainVerified") values
      ('okta', 'https://okta.acme.test', '${oidc}', 'ann', 'acme-okta', 'acme', 'acme.test', true), ('entra', 'https://entra.acme.test', '${oidc}', 'ann', 'acme-entra', 'acme', 'acme.test,other.test', false)`,
    `insert into "passkey" (id, name, "publicKey", "credentialID", counter, "deviceType", "backedUp", "userId") values
      ('phone', 'Phone', 'pQEC', 'AAECAw', 1, 'singleDevice', false, 'ann'), ('laptop', 'Laptop', 'pQEC', 'BAUGBw', 2, 'multiDevice', true, 'bob'), ('kiosk', 'Kiosk', 'pQEC', 'CAkKCw', 0, 'singleDevice', false, 'guest')`,
    `insert into "twoFactor" (id, secret, "backupCodes", "userId") values ('f', '${secret}', '${codes}', 'ann'), ('h', '${secret}', '${codes}', 'guest')`,
    `insert into post (id, author) values ('p', 'ann')`,
  ];
}
