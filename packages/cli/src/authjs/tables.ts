/** Finds Auth.js's tables, whatever the adapter named them. */

import type { OpenDatabase } from "../database/open.ts";
import { columnsIn } from "../doctor/sql.ts";

/** The authenticator table's fields. Databases name them in camelCase or snake_case. */
export type AuthenticatorField =
  | "credentialID"
  | "userId"
  | "credentialPublicKey"
  | "counter"
  | "credentialDeviceType"
  | "credentialBackedUp";

/** A table with its column names. */
export interface SourceTable<F extends string> {
  readonly name: string;
  readonly columns: Readonly<Record<F, string>>;
}

/** The tables with users, accounts, and passkeys. */
export interface AuthjsTables {
  /** `null` if the source has none. */
  readonly authenticators: SourceTable<AuthenticatorField> | null;
  readonly users: SourceTable<"id" | "email" | "emailVerified">;
  readonly accounts: SourceTable<"userId" | "provider" | "providerAccountId">;
}

const columnNames = {
  users: { id: ["id"], email: ["email"], emailVerified: ["emailVerified", "email_verified"] },
  accounts: {
    userId: ["userId", "user_id"],
    provider: ["provider"],
    providerAccountId: ["providerAccountId", "provider_account_id"],
  },
  authenticators: {
    credentialID: ["credentialID", "credential_id"],
    userId: ["userId", "user_id"],
    credentialPublicKey: ["credentialPublicKey", "credential_public_key"],
    counter: ["counter"],
    credentialDeviceType: ["credentialDeviceType", "credential_device_type"],
    credentialBackedUp: ["credentialBackedUp", "credential_backed_up"],
  },
} as const;

/**
 * Finds the tables by their columns.
 * @param named names of the tables, if several match
 * @throws {Error} if the users or accounts table is missing or ambiguous
 */
export async function findTables(
  database: OpenDatabase,
  named: { readonly users?: string | undefined; readonly accounts?: string | undefined },
): Promise<AuthjsTables> {
  const tables = await columnsIn(database);
  const candidates = <F extends string>(fields: Readonly<Record<F, readonly string[]>>): SourceTable<F>[] =>
    [...tables].flatMap(([name, columns]) => {
      // Skips Latchkey's own table if it already exists.
      if (columns.has("epoch")) return [];
      const found = (Object.entries(fields) as [F, readonly string[]][]).map(
        ([field, names]) => [field, names.find((one) => columns.has(one))] as const,
      );
      if (found.some(([, column]) => column === undefined)) return [];
      return [{ name, columns: Object.fromEntries(found) as Record<F, string> }];
    });
  return {
    users: pick("users", candidates(columnNames.users), named.users),
    accounts: pick("accounts", candidates(columnNames.accounts), named.accounts),
    authenticators: candidates(columnNames.authenticators)[0] ?? null,
  };
}

function pick<F extends string>(
  what: "users" | "accounts",
  found: readonly SourceTable<F>[],
  named: string | undefined,
): SourceTable<F> {
  const matches = named === undefined ? found : found.filter(({ name }) => name === named);
  const [first, ...others] = matches;
  if (!first) {
    const columns = Object.values(columnNames[what])
      .map((names) => names.join(" or "))
      .join(", ");
    const problem =
      named === undefined
        ? `No table has the columns of an Auth.js ${what} table.`
        : `The table ${named} doesn't exist or lacks columns of an Auth.js ${what} table.`;
    throw new Error(`${problem} It needs ${columns}.`);
  }
  if (others.length === 0) return first;
  throw new Error(
    `More than one table could be the Auth.js ${what} table: ${matches.map(({ name }) => name).join(", ")}. Pass one: --${what} TABLE`,
  );
}

/**
 * Returns statements that rename tables whose names Latchkey needs. SQLite, MySQL, and MariaDB treat `User` and `user`
 * as the same name.
 * @param needed names of Latchkey's tables
 */
export async function renameStatements(database: OpenDatabase, needed: readonly string[]): Promise<string[]> {
  const isExact = database.dialect === "postgres";
  const ours = new Set(isExact ? needed : needed.map((name) => name.toLowerCase()));
  const quote = (name: string): string => (database.dialect === "mysql" ? `\`${name}\`` : `"${name}"`);
  return [...(await columnsIn(database))].flatMap(([name, columns]) => {
    const isForeign =
      ["sessionToken", "session_token", "provider", "identifier"].some((column) => columns.has(column)) ||
      columns.has("email");
    const isOurs = ["epoch", "revision", "tokensRevision", "kind"].some((column) => columns.has(column));
    if (isOurs || !isForeign || !ours.has(isExact ? name : name.toLowerCase())) return [];
    return [`alter table ${quote(name)} rename to ${quote(`authjs_${name}`)};`];
  });
}
