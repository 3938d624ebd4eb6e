/**
 * Creates an Auth.js database, with the tables from its adapters' guides and rows written by the adapters themselves.
 */

import type { Adapter, AdapterAccount } from "@auth/core/adapters";
import { KyselyAdapter } from "@auth/kysely-adapter";
import PostgresAdapter from "@auth/pg-adapter";
import { hashSync } from "bcryptjs";
import pg from "pg";
import { type FilledDatabase, kyselyOver } from "./databases.ts";

export const password = "correct horse battery";

/** Names of its tables. */
interface Names {
  readonly users: string;
  readonly accounts: string;
}

/** An app with stored users. */
export interface AuthjsApp {
  readonly names: Names;
  readonly ids: { readonly ann: string; readonly bob: string };
  link(account: AdapterAccount): Promise<void>;
  close(): Promise<void>;
}

/** Ann has a password that the app stores itself, and GitHub. Bob signed up with Google. Each of them has a session. */
export async function fill(database: FilledDatabase): Promise<AuthjsApp> {
  const { adapter, names, quote, close } =
    database.type === "postgres" ? await onPostgres(database) : await onKysely(database);
  const { createUser, linkAccount, createSession, createVerificationToken } = adapter as Required<Adapter>;
  const make = (name: string, emailVerified: Date | null) =>
    createUser({ id: "", name, email: `${name}@Example.com`, emailVerified, image: `https://img.test/${name}.png` });
  const ann = await make("Ann", new Date("2024-05-06T07:08:09Z"));
  const bob = await make("Bob", null);
  const account = { type: "oauth", token_type: "bearer", scope: "user:email" } as const;
  await linkAccount({
    ...account,
    userId: ann.id,
    provider: "github",
    providerAccountId: "4711",
    access_token: "gho_plain",
  });
  const google = {
    access_token: "ya29.plain",
    refresh_token: "1//plain",
    id_token: "e.y.J",
    expires_at: 1_900_000_000,
  };
  await linkAccount({
    ...account,
    ...google,
    type: "oidc",
    userId: bob.id,
    provider: "google",
    providerAccountId: "10769150350006150715113082367",
  });
  for (const user of [ann, bob]) {
    await createSession({
      sessionToken: crypto.randomUUID(),
      userId: user.id,
      expires: new Date("2030-01-01T00:00:00Z"),
    });
  }
  await createVerificationToken({
    identifier: "bob@example.com",
    token: "abc",
    expires: new Date("2030-01-01T00:00:00Z"),
  });
  await database.rows(`update ${quote(names.users)} set hashed = '${hashSync(password, 4)}' where name = 'Ann'`);
  return {
    names,
    ids: { ann: String(ann.id), bob: String(bob.id) },
    link: async (more) => void (await linkAccount(more)),
    close,
  };
}

/** @see the guide of @auth/pg-adapter */
async function onPostgres({ address, rows }: FilledDatabase) {
  for (const statement of [
    "CREATE TABLE verification_token (identifier TEXT NOT NULL, expires TIMESTAMPTZ NOT NULL, token TEXT NOT NULL, PRIMARY KEY (identifier, token))",
    `CREATE TABLE accounts (id SERIAL, "userId" INTEGER NOT NULL, type VARCHAR(255) NOT NULL, provider VARCHAR(255) NOT NULL,
      "providerAccountId" VARCHAR(255) NOT NULL, refresh_token TEXT, access_token TEXT, expires_at BIGINT, id_token TEXT,
      scope TEXT, session_state TEXT, token_type TEXT, PRIMARY KEY (id))`,
    `CREATE TABLE sessions (id SERIAL, "userId" INTEGER NOT NULL, expires TIMESTAMPTZ NOT NULL, "sessionToken" VARCHAR(255) NOT NULL, PRIMARY KEY (id))`,
    `CREATE TABLE users (id SERIAL, name VARCHAR(255), email VARCHAR(255), "emailVerified" TIMESTAMPTZ, image TEXT, hashed TEXT, PRIMARY KEY (id))`,
  ]) {
    await rows(statement);
  }
  const pool = new pg.Pool({ connectionString: address, max: 1 });
  return {
    adapter: PostgresAdapter(pool),
    names: { users: "users", accounts: "accounts" },
    quote: (name: string) => `"${name}"`,
    close: () => pool.end(),
  };
}

/** @see the guide of @auth/kysely-adapter */
async function onKysely(database: FilledDatabase) {
  const isMysql = database.type === "mysql";
  const [key, date] = isMysql ? ["varchar(191)", "datetime(3)"] : ["text", "text"];
  const quote = (name: string): string => (isMysql ? `\`${name}\`` : `"${name}"`);
  const user = quote("User");
  for (const statement of [
    `create table ${user} (id ${key} primary key, name text, email ${key} unique, ${quote("emailVerified")} ${date}, image text, hashed text)`,
    `create table ${quote("Account")} (id ${key}, ${quote("userId")} ${key} not null, type text not null, provider ${key} not null,
      ${quote("providerAccountId")} ${key} not null, refresh_token text, access_token text, expires_at integer, token_type text,
      scope text, id_token text, session_state text, foreign key (${quote("userId")}) references ${user} (id) on delete cascade)`,
    `create table ${quote("Session")} (id ${key}, ${quote("userId")} ${key} not null, ${quote("sessionToken")} ${key} not null unique, expires ${date} not null)`,
    `create table ${quote("VerificationToken")} (identifier ${key} not null, token ${key} not null unique, expires ${date} not null)`,
  ]) {
    await database.rows(statement);
  }
  return {
    adapter: KyselyAdapter(kyselyOver(database) as never),
    names: { users: "User", accounts: "Account" },
    quote,
    close: async () => {},
  };
}
