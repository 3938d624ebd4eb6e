/** Accounts, which are the sign-in methods of a user. */

import { randomId } from "../crypto/random.ts";
import type { Adapter, Insert, WhereAll } from "../database/adapter.ts";
import type { AuthContext } from "../kernel/context.ts";
import { type AccountRow, accountTable } from "../tables/account.ts";
import { type UserRow, userTable } from "../tables/user.ts";

/** The provider id of email and password. No other provider can have it. */
export const credentialProvider = "credential";

/** A user and their credential account, if they have one. */
export interface UserWithCredential {
  readonly user: UserRow;
  readonly credential: AccountRow | null;
}

/**
 * Finds a user with their credential account. One query.
 * @param where a unique value: `{ email }`, as returned by `normalizeEmail`
 */
export async function findUserWithCredential<R extends object = UserRow>(
  db: Adapter,
  where: WhereAll<R>,
): Promise<UserWithCredential | null> {
  const row = await db.findOne(userTable, {
    where: where as WhereAll<UserRow>,
    join: { credential: credentialJoin },
  });
  if (!row) return null;
  // Keep them apart, so that the password hash never ends up in a user object.
  const { credential, ...user } = row;
  return { user, credential };
}

/**
 * Builds the row for a user's credential account.
 * @param verifiedEmail the email that the person setting the password has verified; `null` if they haven't verified one
 */
export function newCredential(
  context: AuthContext,
  userId: string,
  hash: string,
  verifiedEmail: string | null = null,
): Insert<AccountRow> {
  const now = context.now();
  return {
    id: randomId(context.random),
    userId,
    providerId: credentialProvider,
    accountId: userId,
    password: hash,
    verifiedEmail,
    tokensRevision: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/** An account and its user. */
export interface AccountWithUser {
  readonly account: AccountRow;
  readonly user: UserRow;
}

/**
 * Finds the account and user for an identity at a provider. One query.
 * @param accountId the user's id at the provider, unchanged
 */
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

/** Maximum accounts in one query. No user has this many. */
export const maxAccounts = 1000;

/** Selects one of a user's accounts by provider and the user's id there, or by the row's own id. */
export type AccountSelector =
  | { readonly providerId: string; readonly accountId?: string | undefined }
  | { readonly id: string };

/**
 * Finds the selected account if it's this user's. If several match, returns the one that was updated last. One query.
 */
export async function findAccount(db: Adapter, userId: string, selector: AccountSelector): Promise<AccountRow | null> {
  const where = Object.fromEntries(Object.entries({ ...selector, userId }).filter(([, value]) => value !== undefined));
  const orderBy = [{ column: "updatedAt", direction: "desc" }] as const;
  const [account] = await db.findMany(accountTable, { where, orderBy, limit: 1 });
  return account ?? null;
}

/** Maximum accounts in a list. */
const maxListed = 100;

/** Lists a user's accounts, oldest first. */
export function listAccounts(db: Adapter, userId: string): Promise<AccountRow[]> {
  return db.findMany(accountTable, { where: { userId }, orderBy: [{ column: "createdAt" }], limit: maxListed });
}

/** Replaces the hash with a stronger one of the same password, unless the password has changed since it was read. */
export function rehashCredential(db: Adapter, account: AccountRow, hash: string): Promise<number> {
  return db.update(accountTable, { where: { id: account.id, password: account.password }, set: { password: hash } });
}

const credentialJoin = {
  table: accountTable,
  on: { providerId: { value: credentialProvider }, accountId: "id" },
} as const;

const userJoin = { table: userTable, on: { id: "userId" }, required: true } as const;
