/** Accounts: the ways in that belong to a user. */

import { randomId } from "../crypto/random.ts";
import type { Adapter, WhereAll } from "../database/adapter.ts";
import type { AuthContext } from "../plugin/context.ts";
import { type UserRow, userTable } from "../users/table.ts";
import { type AccountRow, accountTable } from "./table.ts";

/** The provider id of email and password. No other provider may have it. */
export const credentialProvider = "credential";

/** A user and their credential account, if they have one. */
export interface UserWithCredential {
  readonly user: UserRow;
  readonly credential: AccountRow | null;
}

/** One statement. @param where what only one user has: `{ email }`, as `normalizeEmail` gave it */
export async function findUserWithCredential<R extends object = UserRow>(
  db: Adapter,
  where: WhereAll<R>,
): Promise<UserWithCredential | null> {
  const row = await db.findOne(userTable, {
    where: where as WhereAll<UserRow>,
    join: { credential: credentialJoin },
  });
  if (!row) return null;
  // Two values, so that the hash never travels with the user.
  const { credential, ...user } = row;
  return { user, credential };
}

/**
 * Gives a user a password. One statement.
 * @param verifiedEmail the address whose mailbox whoever sets the password has shown to own; `null` if they have not
 */
export async function createCredential(
  db: Adapter,
  context: AuthContext,
  userId: string,
  hash: string,
  verifiedEmail: string | null = null,
): Promise<void> {
  const now = context.now();
  await db.insert(accountTable, {
    id: randomId(context.random),
    userId,
    providerId: credentialProvider,
    accountId: userId,
    password: hash,
    verifiedEmail,
    tokensRevision: 0,
    createdAt: now,
    updatedAt: now,
  });
}

/** An account and whose it is. */
export interface AccountWithUser {
  readonly account: AccountRow;
  readonly user: UserRow;
}

/** Who a provider's person is here. One statement. @param accountId the provider's id of the person, as exact text */
export async function findAccountWithUser(
  db: Adapter,
  providerId: string,
  accountId: string,
): Promise<AccountWithUser | null> {
  const row = await db.findOne(accountTable, { where: { providerId, accountId }, join: { user: userJoin } });
  if (!row) return null;
  const { user, ...account } = row;
  return { account, user };
}

/** Which of a user's accounts is meant: by provider and the provider's id of the person, or by the row's own id. */
export type AccountChoice =
  | { readonly providerId: string; readonly accountId?: string | undefined }
  | { readonly id: string };

/** The account that is meant, if it is this user's; of several, the one that was used last. One statement. */
export async function findAccount(db: Adapter, userId: string, choice: AccountChoice): Promise<AccountRow | null> {
  const where = Object.fromEntries(Object.entries({ ...choice, userId }).filter(([, value]) => value !== undefined));
  const orderBy = [{ column: "updatedAt", direction: "desc" }] as const;
  const [account] = await db.findMany(accountTable, { where, orderBy, limit: 1 });
  return account ?? null;
}

/** Most ways in that are listed. */
const mostListed = 100;

/** The ways in of a user, oldest first. */
export function listAccounts(db: Adapter, userId: string): Promise<AccountRow[]> {
  return db.findMany(accountTable, { where: { userId }, orderBy: [{ column: "createdAt" }], limit: mostListed });
}

/** Puts a stronger hash of the same password in place of the old one, unless it was changed in the meantime. */
export function rehashCredential(db: Adapter, account: AccountRow, hash: string): Promise<number> {
  return db.update(accountTable, { where: { id: account.id, password: account.password }, set: { password: hash } });
}

const credentialJoin = {
  table: accountTable,
  on: { providerId: { value: credentialProvider }, accountId: "id" },
} as const;

const userJoin = { table: userTable, on: { id: "userId" }, required: true } as const;
