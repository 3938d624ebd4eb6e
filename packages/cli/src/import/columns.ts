/** Which column of a file goes where. */

import { AuthError } from "@latchkey/core";
import { hashForm } from "@latchkey/core/crypto";
import { type Column, checkRow, UnstorableValue } from "@latchkey/core/database";
import {
  type AuthContext,
  agreedByPlugins,
  newUserRow,
  normalizeEmail,
  type RequestContext,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import type { Fault, Person } from "./people.ts";
import type { FileRow } from "./read-file.ts";
import { readValue, UnreadableValue } from "./values.ts";

/** Puts salt and hash of a file together to one text. */
export type CombineHash = (hash: string, salt: string) => string;

/** How rows are read. */
export interface ColumnChoice {
  /** Field → column of the file. */
  readonly columns: ReadonlyMap<string, string>;
  readonly combineHash: CombineHash | null;
}

/** Fields of a person that are no column of `user`. */
const hashFields: Readonly<Record<string, Pick<Column, "type">>> = {
  passwordHash: { type: "text" },
  passwordSalt: { type: "text" },
};
/** Taken where a file has a column of that name: what says nothing about what somebody may do. */
const taken: readonly string[] = ["email", "name", "image", "passwordHash"];

/**
 * Reads `--columns`: `id=user_id,emailVerified,role`. Fields that clients cannot set are taken only if they are named.
 * @throws {Error} a field that there is not, or that is the library's own
 */
export function chooseColumns({ db }: AuthContext, named: string | undefined): ReadonlyMap<string, string> {
  const columns = userColumns(db.schema.get(userTable.name)?.columns ?? {});
  const open = Object.entries(columns).filter(([, { input }]) => input === true);
  const chosen = new Map([...taken, ...open.map(([name]) => name)].map((name) => [name, name]));
  for (const pair of named?.split(",") ?? []) {
    const [field = "", column = field] = pair.split("=", 2).map((part) => part.trim());
    if (!Object.hasOwn(columns, field) && !Object.hasOwn(hashFields, field)) {
      const all = [...Object.keys(columns), ...Object.keys(hashFields)].join(", ");
      throw new Error(`--columns names ${field || "nothing"}: there is ${all}.`);
    }
    chosen.set(field, column);
  }
  return chosen;
}

/** All but those that nobody is shown: they are the library's own. */
function userColumns(all: Readonly<Record<string, Column>>): Record<string, Column> {
  return Object.fromEntries(Object.entries(all).filter(([, { returned }]) => returned !== false));
}

/** A row as a person, or what is wrong with it. */
export async function readPerson(
  context: RequestContext,
  { place, values }: FileRow,
  { columns, combineHash }: ColumnChoice,
): Promise<Person | Fault> {
  try {
    const bar = barIn(values, columns);
    if (bar !== null) {
      const reason = `${bar} says that this person may not sign in, and is not read. Take it with the plugin admin and --columns banned=${bar}, or set it to false`;
      return { place, reason };
    }
    const fields = fieldsOf(context, values, columns);
    const { email: typed, passwordHash, passwordSalt, ...rest } = fields;
    const email = typeof typed === "string" ? normalizeEmail(typed.trim()) : null;
    if (email === null) return { place, reason: typed ? `email is no address: ${typed}` : "email is missing" };
    const hash = hashOf(passwordHash, passwordSalt, combineHash);
    return { place, user: await userOf(context, email, rest), hash, accounts: [] };
  } catch (error) {
    const isTheirs = error instanceof UnreadableValue || error instanceof UnstorableValue || error instanceof AuthError;
    if (isTheirs) return { place, reason: error.message };
    throw error;
  }
}

/** Columns in which other libraries and services keep whom they let in no more. */
const bars = /^(?:is_?)?(?:banned|blocked|disabled|suspended)$/i;

/** A column that keeps somebody out, and that nothing would look at here. */
function barIn(values: FileRow["values"], columns: ReadonlyMap<string, string>): string | null {
  const read = new Set(columns.values());
  const found = Object.keys(values).find((name) => bars.test(name) && !read.has(name) && !isFalse(values[name]));
  return found ?? null;
}

/** Nothing, or a clear no. Of anything else, such as a time, it is not known. */
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

/** @throws {AuthError} a plugin refuses a value; {@link UnstorableValue} a database would */
async function userOf(
  context: RequestContext,
  email: string,
  given: Readonly<Record<string, unknown>>,
): Promise<Person["user"]> {
  const { id, emailVerified, createdAt, name, image, ...further } = given as Partial<UserRow> & Record<string, unknown>;
  // A name is asked for everywhere: where there is none, what stands before the @ is the best there is.
  const core = { name: name ?? email.slice(0, email.lastIndexOf("@")), image: image ?? null };
  const agreed = await agreedByPlugins(context, { ...core, ...further }, "create");
  const columns = context.db.schema.get(userTable.name)?.columns ?? {};
  // What people may not set, plugins fill in by themselves; here it was named on purpose.
  const named = Object.fromEntries(Object.entries(further).filter(([field]) => columns[field]?.input !== true));
  const fields = { ...agreed, ...named };
  const made = newUserRow(context, { ...core, email, emailVerified: emailVerified === true, fields });
  const at = createdAt ?? made.createdAt;
  const row = { ...made, id: id ?? made.id, createdAt: at };
  const table = context.db.schema.get(userTable.name);
  if (table) checkRow(table, row);
  return row as Person["user"];
}

const unusable = {
  "unknown-form": "is of no form that is read here",
  malformed: "is cut or changed",
  "too-costly": "would cost too much to check",
  "bcryptjs-missing": "needs bcryptjs",
} as const;

function hashOf(hash: unknown, salt: unknown, combine: CombineHash | null): string | null {
  if (typeof hash !== "string") return null;
  const stored = combine ? combine(hash, typeof salt === "string" ? salt : "") : hash;
  const known = hashForm(stored);
  if ("unusable" in known) throw new UnreadableValue(`passwordHash ${unusable[known.unusable]}`);
  return stored;
}
