/** Compares imported users with existing ones and stores them. */

import { type HmacKey, randomId } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import {
  type AccountRow,
  type AuthContext,
  accountTable,
  credentialProvider,
  encryptProviderTokens,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import { type PasskeyRow, passkeyTable } from "@latchkey/passkey";
import { accountKey, emailKey, findRecorded, idKey, passkeyKey, record } from "./record.ts";

/** A provider account from another library. */
export type ImportedAccount = Pick<AccountRow, "providerId" | "accountId"> &
  Partial<
    Pick<
      AccountRow,
      "accessToken" | "refreshToken" | "idToken" | "accessTokenExpiresAt" | "refreshTokenExpiresAt" | "scope"
    >
  >;

/** A passkey from another library, without the fields that depend on the user's row. */
export type ImportedPasskey = Omit<PasskeyRow, "userId" | "verifiedEmail" | "id">;

/** A user to import. */
export interface ImportedUser {
  /** Where the user comes from, for messages, such as `line 7`. */
  readonly location: string;
  /** Includes the columns of plugins and the app. */
  readonly user: UserRow & Readonly<Record<string, unknown>>;
  /** The password hash, in a format that core reads. */
  readonly hash: string | null;
  readonly accounts: readonly ImportedAccount[];
  /** For an app with the passkey plugin. Other apps ignore them. */
  readonly passkeys?: readonly ImportedPasskey[];
}

/** What was stored. */
export interface StoredBatch {
  readonly users: number;
  readonly accounts: number;
  readonly passkeys: number;
}

/** An entry that can't be imported, and why. */
export interface InvalidEntry {
  readonly location: string;
  readonly reason: string;
}

/** A batch of users, grouped by what happens to them. */
export interface Batch {
  readonly newUsers: readonly ImportedUser[];
  /** Users whose email already exists. */
  readonly existingUsers: readonly ImportedUser[];
  /** Users that an earlier import stored, and that have been deleted or have another email since. */
  readonly removedUsers: readonly ImportedUser[];
  readonly invalid: readonly InvalidEntry[];
}

const batchSize = 500;

/**
 * Groups users in batches of a few hundred, without writing anything.
 * @param hashKey the key of the record of earlier imports. `null` without a record.
 */
export async function* classify(
  db: Adapter,
  entries: AsyncIterable<ImportedUser | InvalidEntry>,
  hashKey: HmacKey | null,
): AsyncGenerator<Batch> {
  const columns = uniqueColumns(db);
  const seen = new Map(columns.map((column) => [column, new Map<string, string>()]));
  let batch: (ImportedUser | InvalidEntry)[] = [];
  for await (const one of entries) {
    batch.push("reason" in one ? one : (findDuplicate(one, seen) ?? one));
    if (batch.length < batchSize) continue;
    yield classifyBatch(db, batch, columns, hashKey);
    batch = [];
  }
  if (batch.length > 0) yield classifyBatch(db, batch, columns, hashKey);
}

/**
 * Stores new users, and new accounts and passkeys of existing users with the same id and email. Existing accounts
 * aren't changed. Provider tokens are encrypted with the context's secret.
 */
export async function storeBatch(
  tx: Adapter,
  context: AuthContext,
  hashKey: HmacKey,
  { newUsers, existingUsers }: Batch,
): Promise<StoredBatch> {
  const known = await withSameId(tx, existingUsers);
  const owners = [...newUsers, ...(await withoutRecorded(tx, hashKey, known))];
  const accounts = await withoutExisting(tx, owners.flatMap(accountsOf(context)));
  if (newUsers.length > 0)
    await tx.insertMany(
      userTable,
      newUsers.map(({ user }) => user),
    );
  const sealed = await Promise.all(accounts.map((account) => encryptProviderTokens(context, account.id, account)));
  if (sealed.length > 0) await tx.insertMany(accountTable, sealed);
  const passkeys = await storePasskeys(tx, context, owners);
  // If the file has no ids, an existing user gets a different random id in each run.
  const ids = [...newUsers, ...known].map(({ user }) => idKey(user));
  const emails = [...newUsers, ...existingUsers].map(({ user }) => emailKey(user));
  await record(tx, hashKey, [...ids, ...emails, ...methodKeys(tx, [...newUsers, ...known])], context.now());
  return {
    users: newUsers.length,
    accounts: accounts.filter(({ providerId }) => providerId !== credentialProvider).length,
    passkeys,
  };
}

/** Without the passkey plugin, passkeys aren't stored, so that a later import can still store them. */
function methodKeys({ schema }: Adapter, owners: readonly ImportedUser[]): string[] {
  const hasPasskeys = schema.has(passkeyTable.name);
  return owners.flatMap(({ accounts, passkeys = [] }) => [
    ...accounts.map(accountKey),
    ...(hasPasskeys ? passkeys.map(passkeyKey) : []),
  ]);
}

/**
 * Removes accounts and passkeys that an earlier import stored. If they're missing now, the user has unlinked or deleted
 * them.
 */
async function withoutRecorded(
  tx: Adapter,
  hashKey: HmacKey,
  owners: readonly ImportedUser[],
): Promise<ImportedUser[]> {
  const recorded = await findRecorded(tx, hashKey, methodKeys(tx, owners));
  return owners.map((owner) => ({
    ...owner,
    accounts: owner.accounts.filter((account) => !recorded.has(accountKey(account))),
    passkeys: (owner.passkeys ?? []).filter((passkey) => !recorded.has(passkeyKey(passkey))),
  }));
}

/** Stores the passkeys that don't exist yet. An app without the passkey plugin has no table for them. */
async function storePasskeys(tx: Adapter, context: AuthContext, owners: readonly ImportedUser[]): Promise<number> {
  if (!tx.schema.has(passkeyTable.name)) return 0;
  let count = 0;
  for (const { user, passkeys = [] } of owners) {
    for (const passkey of passkeys) {
      const { credentialKey } = passkey;
      if (await tx.findOne(passkeyTable, { where: { credentialKey }, columns: ["id"] })) continue;
      const verifiedEmail = user.emailVerified ? user.email : null;
      await tx.insert(passkeyTable, { ...passkey, id: randomId(context.random), userId: user.id, verifiedEmail });
      count++;
    }
  }
  return count;
}

/** User columns with a unique constraint. */
function uniqueColumns({ schema }: Adapter): readonly string[] {
  const uniques = schema.get(userTable.name)?.uniques ?? [];
  return ["id", ...uniques.flatMap((columns) => (columns.length === 1 ? columns : []))];
}

/** Finds a unique value that occurs twice in the import. */
function findDuplicate(
  { location, user }: ImportedUser,
  seen: ReadonlyMap<string, Map<string, string>>,
): InvalidEntry | null {
  for (const [column, places] of seen) {
    const value = user[column];
    const earlier = typeof value === "string" ? places.get(value) : undefined;
    if (earlier !== undefined) return { location, reason: `${column} ${value} is already in ${earlier}` };
  }
  for (const [column, places] of seen) if (typeof user[column] === "string") places.set(user[column], location);
  return null;
}

async function classifyBatch(
  db: Adapter,
  batch: readonly (ImportedUser | InvalidEntry)[],
  columns: readonly string[],
  hashKey: HmacKey | null,
): Promise<Batch> {
  const people = batch.filter((one) => "user" in one);
  const faults = batch.filter((one) => "reason" in one);
  const taken = new Map<string, Set<unknown>>();
  for (const column of columns) taken.set(column, await existingValues(db, column, people));
  const isKnown = ({ user }: ImportedUser): boolean => taken.get("email")?.has(user.email) === true;
  const others = people.filter((person) => !isKnown(person));
  const keysOf = ({ user }: ImportedUser): string[] => [idKey(user), emailKey(user)];
  const recorded = hashKey ? await findRecorded(db, hashKey, others.flatMap(keysOf)) : new Set<string>();
  const [newUsers, removedUsers]: [ImportedUser[], ImportedUser[]] = [[], []];
  for (const person of others) {
    const { location, user } = person;
    const clash = columns.find((column) => taken.get(column)?.has(user[column]));
    // Checked first, because a user who has changed their email still has the same id and username.
    if (keysOf(person).some((key) => recorded.has(key))) removedUsers.push(person);
    else if (clash === undefined) newUsers.push(person);
    else faults.push({ location, reason: `${clash} ${user[clash]} belongs to another user` });
  }
  return { newUsers, existingUsers: people.filter(isKnown), removedUsers, invalid: faults };
}

async function existingValues(db: Adapter, column: string, people: readonly ImportedUser[]): Promise<Set<unknown>> {
  const values = people.map(({ user }) => user[column]).filter((value) => typeof value === "string");
  if (values.length === 0) return new Set();
  const where = { [column]: { in: values } } as object;
  const rows = await db.findMany(userTable, { where, limit: batchSize });
  return new Set(rows.map((row) => (row as unknown as Record<string, unknown>)[column]));
}

/**
 * Returns the entries that match an existing user by both id and email. The email alone can belong to another id, and
 * the id to another user.
 */
async function withSameId(tx: Adapter, known: readonly ImportedUser[]): Promise<ImportedUser[]> {
  if (known.length === 0) return [];
  const where = { id: { in: known.map(({ user }) => user.id) } };
  const emails = new Map(
    (await tx.findMany(userTable, { where, limit: batchSize })).map(({ id, email }) => [id, email]),
  );
  return known.filter(({ user }) => emails.get(user.id) === user.email).map((person) => ({ ...person, hash: null }));
}

function accountsOf(context: AuthContext): (person: ImportedUser) => AccountRow[] {
  return ({ user, hash, accounts }) => {
    const own = accounts.map((account) => accountRow(context, user, account));
    if (hash === null) return own;
    return [...own, accountRow(context, user, { providerId: credentialProvider, accountId: user.id }, hash)];
  };
}

function accountRow(
  context: AuthContext,
  user: UserRow,
  account: ImportedAccount,
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
    // An email that the other library verified becomes the `verifiedEmail` of the accounts imported with it.
    verifiedEmail: user.emailVerified ? user.email : null,
    createdAt: user.createdAt,
    updatedAt: context.now(),
  };
}

async function withoutExisting(tx: Adapter, accounts: readonly AccountRow[]): Promise<AccountRow[]> {
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
