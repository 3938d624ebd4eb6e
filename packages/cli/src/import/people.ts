/** People who come from somewhere else: looked at in the light of who is there already, and stored. */

import { randomId } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import {
  type AccountRow,
  type AuthContext,
  accountTable,
  credentialProvider,
  sealTokens,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";

/** A way in by a provider, as another library kept it. */
export type ForeignAccount = Pick<AccountRow, "providerId" | "accountId"> &
  Partial<
    Pick<
      AccountRow,
      "accessToken" | "refreshToken" | "idToken" | "accessTokenExpiresAt" | "refreshTokenExpiresAt" | "scope"
    >
  >;

/** Somebody who is to be stored. */
export interface Person {
  /** Where they stand, for messages: `line 7`. */
  readonly place: string;
  /** With the columns of plugins and of the app. */
  readonly user: UserRow & Readonly<Record<string, unknown>>;
  /** Of the password, in a form that core reads. */
  readonly hash: string | null;
  readonly accounts: readonly ForeignAccount[];
}

/** Somebody who cannot be stored, and why. */
export interface Fault {
  readonly place: string;
  readonly reason: string;
}

/** Some people, sorted. */
export interface Batch {
  readonly fresh: readonly Person[];
  /** Their address is there already. */
  readonly known: readonly Person[];
  readonly faults: readonly Fault[];
}

const batchSize = 500;

/** Sorts people, some hundred at a time. Nothing is written. */
export async function* sorted(db: Adapter, people: AsyncIterable<Person | Fault>): AsyncGenerator<Batch> {
  const columns = uniqueColumns(db);
  const seen = new Map(columns.map((column) => [column, new Map<string, string>()]));
  let batch: (Person | Fault)[] = [];
  for await (const one of people) {
    batch.push("reason" in one ? one : (firstTwin(one, seen) ?? one));
    if (batch.length < batchSize) continue;
    yield sortBatch(db, batch, columns);
    batch = [];
  }
  if (batch.length > 0) yield sortBatch(db, batch, columns);
}

/**
 * Stores people who are new, and accounts of those who are there under the same id and address. An account that is there stays as it is.
 * Tokens of providers are encrypted under the secret of the context.
 * @returns how many people, and how many accounts of providers
 */
export async function storeBatch(
  tx: Adapter,
  context: AuthContext,
  { fresh, known }: Batch,
): Promise<[number, number]> {
  const owners = [...fresh, ...(await underSameId(tx, known))];
  const accounts = await withoutKnown(tx, owners.flatMap(accountsOf(context)));
  if (fresh.length > 0)
    await tx.insertMany(
      userTable,
      fresh.map(({ user }) => user),
    );
  const sealed = await Promise.all(accounts.map((account) => sealTokens(context, account.id, account)));
  if (sealed.length > 0) await tx.insertMany(accountTable, sealed);
  return [fresh.length, accounts.filter(({ providerId }) => providerId !== credentialProvider).length];
}

/** Columns of a user that nobody else may have the value of. */
function uniqueColumns({ schema }: Adapter): readonly string[] {
  const uniques = schema.get(userTable.name)?.uniques ?? [];
  return ["id", ...uniques.flatMap((columns) => (columns.length === 1 ? columns : []))];
}

/** The same value twice in what is read. */
function firstTwin({ place, user }: Person, seen: ReadonlyMap<string, Map<string, string>>): Fault | null {
  for (const [column, places] of seen) {
    const value = user[column];
    const earlier = typeof value === "string" ? places.get(value) : undefined;
    if (earlier !== undefined) return { place, reason: `${column} ${value} is in ${earlier} already` };
  }
  for (const [column, places] of seen) if (typeof user[column] === "string") places.set(user[column], place);
  return null;
}

async function sortBatch(db: Adapter, batch: readonly (Person | Fault)[], columns: readonly string[]): Promise<Batch> {
  const people = batch.filter((one) => "user" in one);
  const faults = batch.filter((one) => "reason" in one);
  const [fresh, known]: [Person[], Person[]] = [[], []];
  const taken = new Map<string, Set<unknown>>();
  for (const column of columns) taken.set(column, await valuesThere(db, column, people));
  for (const person of people) {
    const clash = columns.find((column) => column !== "email" && taken.get(column)?.has(person.user[column]));
    if (taken.get("email")?.has(person.user.email)) known.push(person);
    else if (clash === undefined) fresh.push(person);
    else faults.push({ place: person.place, reason: `${clash} ${person.user[clash]} belongs to somebody else` });
  }
  return { fresh, known, faults };
}

async function valuesThere(db: Adapter, column: string, people: readonly Person[]): Promise<Set<unknown>> {
  const values = people.map(({ user }) => user[column]).filter((value) => typeof value === "string");
  if (values.length === 0) return new Set();
  const where = { [column]: { in: values } } as object;
  const rows = await db.findMany(userTable, { where, limit: batchSize });
  return new Set(rows.map((row) => (row as unknown as Record<string, unknown>)[column]));
}

/** Who is the same person here: one address may be under another id, and that id may be somebody else's. */
async function underSameId(tx: Adapter, known: readonly Person[]): Promise<Person[]> {
  const withAccounts = known.filter(({ accounts }) => accounts.length > 0);
  if (withAccounts.length === 0) return [];
  const where = { id: { in: withAccounts.map(({ user }) => user.id) } };
  const there = new Map(
    (await tx.findMany(userTable, { where, limit: batchSize })).map(({ id, email }) => [id, email]),
  );
  return withAccounts
    .filter(({ user }) => there.get(user.id) === user.email)
    .map((person) => ({ ...person, hash: null }));
}

function accountsOf(context: AuthContext): (person: Person) => AccountRow[] {
  return ({ user, hash, accounts }) => {
    const own = accounts.map((account) => accountRow(context, user, account));
    if (hash === null) return own;
    return [...own, accountRow(context, user, { providerId: credentialProvider, accountId: user.id }, hash)];
  };
}

function accountRow(
  context: AuthContext,
  user: UserRow,
  account: ForeignAccount,
  password: string | null = null,
): AccountRow {
  return {
    accessToken: null,
    refreshToken: null,
    idToken: null,
    accessTokenExpiresAt: null,
    refreshTokenExpiresAt: null,
    scope: null,
    ...account,
    id: randomId(context.random),
    userId: user.id,
    providerData: null,
    tokensRevision: 0,
    refreshingUntil: null,
    password,
    // An address that the earlier library counted as verified vouches for the ways to sign in that come with it.
    verifiedEmail: user.emailVerified ? user.email : null,
    createdAt: user.createdAt,
    updatedAt: context.now(),
  };
}

async function withoutKnown(tx: Adapter, accounts: readonly AccountRow[]): Promise<AccountRow[]> {
  const known = new Set<string>();
  for (let at = 0; at < accounts.length; at += batchSize) {
    const accountId = { in: accounts.slice(at, at + batchSize).map((account) => account.accountId) };
    const rows = await tx.findMany(accountTable, { where: { accountId }, limit: 10 * batchSize });
    for (const row of rows) known.add(keyOf(row));
  }
  return accounts.filter((account) => !known.has(keyOf(account)));
}

function keyOf({ providerId, accountId }: Pick<AccountRow, "providerId" | "accountId">): string {
  return `${providerId}\0${accountId}`;
}
