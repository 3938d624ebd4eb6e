/** Creates, finds, and updates users. */

import { recordAudit } from "../audit/store.ts";
import { randomId } from "../crypto/random.ts";
import type { Adapter, Insert } from "../database/adapter.ts";
import { UniqueViolation, withInsertErrors } from "../database/errors.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import { type AccountRow, accountTable } from "../tables/account.ts";
import { tokenTable } from "../tables/token.ts";
import { type UserRow, userTable } from "../tables/user.ts";
import { emailUndoToken } from "../tokens/kinds.ts";

/** The values of a new user. `fields` has the columns of plugins and the app. */
export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly image?: string | null;
  readonly emailVerified?: boolean;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/**
 * Builds the row of a new user. The id is set before anything is written, so that hooks know it.
 * @param user `email` as returned by `normalizeEmail`
 */
export function newUserRow(context: AuthContext, user: NewUser): UserRow {
  const now = context.now();
  return {
    // `fields` can override the name and image, which plugins may have changed, but no other columns of core.
    name: user.name,
    image: user.image ?? null,
    ...user.fields,
    id: randomId(context.random),
    email: user.email,
    emailVerified: user.emailVerified ?? false,
    createdAt: now,
    updatedAt: now,
    provenEmail: null,
    epoch: 0,
  };
}

/** Finds the user with this id. */
export function findUser(db: Adapter, id: string): Promise<UserRow | null> {
  return db.findOne(userTable, { where: { id } });
}

/** Finds the user with this email. @param email as returned by `normalizeEmail` */
export function findUserByEmail(db: Adapter, email: string): Promise<UserRow | null> {
  return db.findOne(userTable, { where: { email } });
}

/** The email is reserved for a user who can still undo an email change. */
export class EmailReserved extends UniqueViolation {
  constructor() {
    super(userTable.name, ["email"]);
  }
}

/**
 * Stores a new user with their first account. Call it in a transaction. Two queries.
 *
 * @param account `null` if the user can't sign in yet
 * @throws {UniqueViolation} if the email is taken or the account is already linked; `EmailReserved` if the email is
 *   reserved
 */
export async function insertUser(
  tx: Adapter,
  context: AuthContext,
  user: UserRow,
  account: Insert<AccountRow> | null,
): Promise<void> {
  await withInsertErrors(userTable.name, tx.insert(userTable, user));
  await insertAccount(tx, context, user.email, account);
}

/**
 * Stores the first account of a user who just got this email, unless the email is reserved. One query. Call it after
 * the email was written: by then, a concurrent change away from this email has committed, or the write has failed.
 *
 * @throws {UniqueViolation} if the account is already linked; `EmailReserved` if the email is reserved
 */
export async function insertAccount(
  tx: Adapter,
  context: AuthContext,
  email: string,
  account: Insert<AccountRow> | null,
): Promise<void> {
  if (!account) return checkNotReserved(tx, context, email);
  const absent = { table: tokenTable, where: reservationOf(context, email) };
  if (!(await tx.insertIf(accountTable, account, { absent }))) throw new EmailReserved();
}

/**
 * Finds the user for a password reset: the one with this email, or the one whose last verified email it is.
 * @param email as returned by `normalizeEmail`
 */
export async function findUserForRecovery(db: Adapter, email: string): Promise<UserRow | null> {
  const found = await db.findMany(userTable, { where: [{ email }, { provenEmail: email }], limit: 2 });
  // A user who has verified the email comes before one who only signed up with it.
  const ranks = [
    (user: UserRow) => user.email === email && user.emailVerified,
    (user: UserRow) => user.provenEmail === email,
  ];
  for (const hasRank of ranks) {
    const user = found.find(hasRank);
    if (user) return user;
  }
  return found[0] ?? null;
}

/**
 * Checks that the email isn't reserved. The email that a user changed from stays theirs for as long as they can undo
 * the change.
 * @param userId the user who will get the email; their own reservations don't count
 * @throws {UniqueViolation} if it's reserved, as if it were taken
 */
export async function checkNotReserved(
  tx: Adapter,
  context: AuthContext,
  email: string,
  userId?: string,
): Promise<void> {
  if (await isReserved(tx, context, email, userId)) throw new EmailReserved();
}

/** Whether another user can still undo a change away from this email. */
export async function isReserved(db: Adapter, context: AuthContext, email: string, userId?: string): Promise<boolean> {
  const where = reservationOf(context, email);
  const others = userId === undefined ? where : { ...where, userId: { ne: userId } };
  return (await db.findOne(tokenTable, { where: others, columns: ["id"] })) !== null;
}

/** Options for `updateUser`. */
export interface UserChange {
  /** Values that the row must still have (compare-and-set). */
  readonly expected?: Partial<UserRow>;
  /** Whether the user's permissions or sign-in methods change. If so, sign-ins in progress start over. */
  readonly newEpoch?: boolean;
}

/** Returns the id of the user who can still undo a change away from this email, or `null`. */
export async function findReservationHolder(db: Adapter, context: AuthContext, email: string): Promise<string | null> {
  const where = reservationOf(context, email);
  return (await db.findOne(tokenTable, { where, columns: ["id", "userId"] }))?.userId ?? null;
}

/**
 * Moves a user back to their last verified email if the current one isn't verified. Otherwise, a user could keep an
 * email from its owner by changing to it.
 * @returns whether the email is free now
 */
export async function releaseEmail(tx: Adapter, context: RequestContext, holder: UserRow): Promise<boolean> {
  const { email, emailVerified, provenEmail } = holder;
  if (emailVerified || provenEmail === null) return false;
  if (await findUserByEmail(tx, provenEmail)) return false;
  const restored = { email: provenEmail, emailVerified: true, provenEmail: null };
  const changed = await updateUser(tx, context, holder, restored, {
    expected: { email, emailVerified },
    newEpoch: true,
  });
  if (changed) await recordAudit(tx, context, { action: "user.email.release", userId: holder.id });
  return changed !== null;
}

function reservationOf(context: AuthContext, email: string) {
  return { subject: email, kind: emailUndoToken.name, expiresAt: { gt: context.now() } };
}

/**
 * Updates a user's row and returns the new row. If it's the caller's own user, call `syncSessionCookies` afterward.
 *
 * @returns `null` if the row doesn't have the expected values or was deleted
 * @throws {UniqueViolation} if a unique value is taken
 */
export async function updateUser(
  tx: Adapter,
  context: AuthContext,
  user: UserRow,
  set: Readonly<Record<string, unknown>>,
  { expected = {}, newEpoch = false }: UserChange = {},
): Promise<UserRow | null> {
  const values = { ...set, updatedAt: context.now() };
  const changed = await tx.update(userTable, {
    where: { ...expected, id: user.id },
    set: newEpoch ? { ...values, epoch: { increment: 1 } } : values,
  });
  return changed === 0 ? null : { ...user, ...values, epoch: user.epoch + (newEpoch ? 1 : 0) };
}

/**
 * Increments the user's epoch, which makes sign-ins in progress start over. For changes by someone else, such as a ban
 * or a role. Like every update of a user, it removes session copies from the secondary storage. Cookie cache copies
 * stay valid until they expire.
 */
export async function incrementUserEpoch(db: Adapter, id: string): Promise<void> {
  await db.increment(userTable, { where: { id }, column: "epoch" });
}
