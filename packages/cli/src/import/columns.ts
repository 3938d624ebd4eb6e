/** Maps the columns of a file to user fields. */

import { AuthError } from "@latchkey/core";
import { detectHashFormat } from "@latchkey/core/crypto";
import { type Column, checkRow, UnstorableValue } from "@latchkey/core/database";
import {
  type AuthContext,
  newUserRow,
  normalizeEmail,
  type RequestContext,
  runUserInputHooks,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import type { FileRow } from "./read-file.ts";
import type { ImportedUser, InvalidEntry } from "./users.ts";
import { readValue, UnreadableValue } from "./values.ts";

/** Combines a file's hash and salt into one string. */
export type CombineHash = (hash: string, salt: string) => string;

/** How to read rows. */
export interface ColumnMapping {
  /** Maps each field to a column of the file. */
  readonly columns: ReadonlyMap<string, string>;
  readonly combineHash: CombineHash | null;
}

/** Fields of an imported user that aren't columns of `user`. */
const hashFields: Readonly<Record<string, Pick<Column, "type">>> = {
  passwordHash: { type: "text" },
  passwordSalt: { type: "text" },
};
/** Fields that are read by default if the file has a column with that name. None of them affects permissions. */
const standardFields: readonly string[] = ["email", "name", "image", "passwordHash"];

/**
 * Parses `--columns`, such as `id=user_id,emailVerified,role`. Fields that clients can't set must be named to be
 * imported.
 * @throws {Error} if a field doesn't exist or is internal
 */
export function mapColumns({ db }: AuthContext, named: string | undefined): ReadonlyMap<string, string> {
  const columns = userColumns(db.schema.get(userTable.name)?.columns ?? {});
  const open = Object.entries(columns).filter(([, { input }]) => input === true);
  const chosen = new Map([...standardFields, ...open.map(([name]) => name)].map((name) => [name, name]));
  for (const pair of named?.split(",") ?? []) {
    const [field = "", column = field] = pair.split("=", 2).map((part) => part.trim());
    if (!Object.hasOwn(columns, field) && !Object.hasOwn(hashFields, field)) {
      const all = [...Object.keys(columns), ...Object.keys(hashFields)].join(", ");
      throw new Error(`--columns has an unknown field: ${field || "an empty name"}. Use ${all}.`);
    }
    chosen.set(field, column);
  }
  return chosen;
}

/** All columns except internal ones, which responses never include. */
function userColumns(all: Readonly<Record<string, Column>>): Record<string, Column> {
  return Object.fromEntries(Object.entries(all).filter(([, { returned }]) => returned !== false));
}

/** Converts a row to a user, or returns the reason why it can't. */
export async function readUser(
  context: RequestContext,
  { location, values }: FileRow,
  { columns, combineHash }: ColumnMapping,
): Promise<ImportedUser | InvalidEntry> {
  try {
    const bar = findBan(values, columns);
    if (bar !== null) {
      const reason = `${bar} says that this user is banned, but the column isn't imported. Import it with the admin plugin and --columns banned=${bar}, or set it to false`;
      return { location, reason };
    }
    const fields = fieldsOf(context, values, columns);
    const { email: typed, passwordHash, passwordSalt, ...rest } = fields;
    const email = typeof typed === "string" ? normalizeEmail(typed.trim()) : null;
    if (email === null)
      return { location, reason: typed ? `email isn't an email address: ${typed}` : "email is missing" };
    const hash = hashOf(passwordHash, passwordSalt, combineHash);
    return { location, user: await userOf(context, email, rest), hash, accounts: [] };
  } catch (error) {
    const isReadable =
      error instanceof UnreadableValue || error instanceof UnstorableValue || error instanceof AuthError;
    if (isReadable) return { location, reason: error.message };
    throw error;
  }
}

/** Column names that other libraries and services use for banned users. */
const banColumnPattern = /^(?:is_?)?(?:banned|blocked|disabled|suspended)$/i;

/** Returns a column that says the user is banned, if the import would ignore it. */
function findBan(values: FileRow["values"], columns: ReadonlyMap<string, string>): string | null {
  const read = new Set(columns.values());
  const found = Object.keys(values).find(
    (name) => banColumnPattern.test(name) && !read.has(name) && !isFalse(values[name]),
  );
  return found ?? null;
}

/** Whether the value is empty or clearly false. Other values, such as a time, could mean a ban. */
function isFalse(raw: unknown): boolean {
  return raw === undefined || raw === null || /^(?:|false|f|no|n|0)$/i.test(String(raw).trim());
}

function fieldsOf({ db }: AuthContext, values: FileRow["values"], columns: ReadonlyMap<string, string>) {
  const known: Readonly<Record<string, Pick<Column, "type">>> = {
    ...db.schema.get(userTable.name)?.columns,
    ...hashFields,
  };
  const fields: Record<string, unknown> = {};
  for (const [field, column] of columns) {
    const raw = Object.hasOwn(values, column) ? values[column] : undefined;
    try {
      const value = readValue(known[field] ?? { type: "text" }, raw);
      if (value !== null) fields[field] = value;
    } catch (error) {
      throw error instanceof UnreadableValue ? new UnreadableValue(`${field} ${error.message}`) : error;
    }
  }
  return fields;
}

/**
 * @throws {AuthError} if a plugin rejects a value
 * @throws {UnstorableValue} if the database can't store a value
 */
async function userOf(
  context: RequestContext,
  email: string,
  given: Readonly<Record<string, unknown>>,
): Promise<ImportedUser["user"]> {
  const { id, emailVerified, createdAt, name, image, ...further } = given as Partial<UserRow> & Record<string, unknown>;
  // Every user needs a name, so the local part of the email is the fallback.
  const core = { name: name ?? email.slice(0, email.lastIndexOf("@")), image: image ?? null };
  const accepted = await runUserInputHooks(context, { ...core, ...further }, "create");
  const columns = context.db.schema.get(userTable.name)?.columns ?? {};
  // Plugins set defaults for fields that users can't set. Fields named in --columns override these defaults.
  const named = Object.fromEntries(Object.entries(further).filter(([field]) => columns[field]?.input !== true));
  const fields = { ...accepted, ...named };
  const created = newUserRow(context, { ...core, email, emailVerified: emailVerified === true, fields });
  const at = createdAt ?? created.createdAt;
  const row = { ...created, id: id ?? created.id, createdAt: at };
  const table = context.db.schema.get(userTable.name);
  if (table) checkRow(table, row);
  return row as ImportedUser["user"];
}

const unusableHashReasons = {
  "unknown-form": "has an unknown format",
  malformed: "is truncated or changed",
  "too-costly": "is too expensive to check",
  "bcryptjs-missing": "is a bcrypt hash. Install bcryptjs to import it",
} as const;

function hashOf(hash: unknown, salt: unknown, combine: CombineHash | null): string | null {
  if (typeof hash !== "string") return null;
  const stored = combine ? combine(hash, typeof salt === "string" ? salt : "") : hash;
  const known = detectHashFormat(stored);
  if ("unusable" in known) throw new UnreadableValue(`passwordHash ${unusableHashReasons[known.unusable]}`);
  return stored;
}
