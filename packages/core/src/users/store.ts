/** Users: made, found, and changed so that every cached copy notices. */

import { recordAudit } from "../audit/store.ts";
import { randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { insertInto, UniqueViolation } from "../database/errors.ts";
import type { AuthContext, RequestContext } from "../plugin/context.ts";
import { emailUndoToken } from "../tokens/kinds.ts";
import { tokenTable } from "../tokens/table.ts";
import { type UserRow, userTable } from "./table.ts";

/** What is needed to make a user; further columns are those of plugins and of the app. */
export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly image?: string | null;
  readonly emailVerified?: boolean;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/**
 * The row of a new user. The id is given here, before anything is written, so that hooks know it.
 * @param user `email` as `normalizeEmail` gave it
 */
export function newUserRow(context: AuthContext, user: NewUser): UserRow {
  const now = context.now();
  return {
    // What plugins made of name and image is among the fields; the rest of core's columns is not theirs.
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

/** The user with this id. */
export function findUser(db: Adapter, id: string): Promise<UserRow | null> {
  return db.findOne(userTable, { where: { id } });
}

/** @param email as `normalizeEmail` gave it */
export function findUserByEmail(db: Adapter, email: string): Promise<UserRow | null> {
  return db.findOne(userTable, { where: { email } });
}

/**
 * Stores a new user, in a transaction with their first account. Two statements.
 *
 * @throws {UniqueViolation} the address is somebody's, or was until lately and can still be taken back
 */
export async function insertUser(tx: Adapter, context: AuthContext, user: UserRow): Promise<void> {
  await insertInto(userTable.name, tx.insert(userTable, user));
  // After the insert: whoever is changing away from this address has committed by now, or made the insert fail.
  await checkReserved(tx, context, user.email);
}

/**
 * Whom a person means who has lost the way in: the user with this address, else the one whose last proven address it is.
 * @param email as `normalizeEmail` gave it
 */
export async function findUserForRecovery(db: Adapter, email: string): Promise<UserRow | null> {
  const found = await db.findMany(userTable, { where: [{ email }, { provenEmail: email }], limit: 2 });
  // A proven address is its reader's; what somebody signed up with and never proved is nobody's yet.
  const byRank = [
    (user: UserRow) => user.email === email && user.emailVerified,
    (user: UserRow) => user.provenEmail === email,
  ];
  for (const fits of byRank) {
    const user = found.find(fits);
    if (user) return user;
  }
  return found[0] ?? null;
}

/**
 * An address that somebody changed away from stays theirs for as long as the change can be undone.
 * @param userId the user who is to have it: their own reservations do not count
 * @throws {UniqueViolation} as if it were taken
 */
export async function checkReserved(tx: Adapter, context: AuthContext, email: string, userId?: string): Promise<void> {
  if (await isReserved(tx, context, email, userId)) throw new UniqueViolation(userTable.name, ["email"]);
}

/** Whether somebody else can still take this address back. */
export async function isReserved(db: Adapter, context: AuthContext, email: string, userId?: string): Promise<boolean> {
  const where = reservationOf(context, email);
  const others = userId === undefined ? where : { ...where, userId: { ne: userId } };
  return (await db.findOne(tokenTable, { where: others, columns: ["id"] })) !== null;
}

/** Conditions and consequences of a change of a user. */
export interface UserChange {
  /** What the row must still be: compare and set. */
  readonly expected?: Partial<UserRow>;
  /** What the user may do, or how they prove themselves, changes: sign-ins under way start again, and copies die. */
  readonly newEpoch?: boolean;
}

/** The id of whoever can still take this address back; `null`: nobody. */
export async function reservedFor(db: Adapter, context: AuthContext, email: string): Promise<string | null> {
  const where = reservationOf(context, email);
  return (await db.findOne(tokenTable, { where, columns: ["id", "userId"] }))?.userId ?? null;
}

/**
 * Puts a user back to the last proven address, if the present one is not proven: nobody keeps an address from its reader
 * by moving to it.
 * @returns whether the address is free now
 */
export async function releaseAddress(tx: Adapter, context: RequestContext, holder: UserRow): Promise<boolean> {
  const { email, emailVerified, provenEmail } = holder;
  if (emailVerified || provenEmail === null) return false;
  if (await findUserByEmail(tx, provenEmail)) return false;
  const back = { email: provenEmail, emailVerified: true, provenEmail: null };
  const changed = await updateUser(tx, context, holder, back, { expected: { email, emailVerified }, newEpoch: true });
  if (changed) await recordAudit(tx, context, { action: "user.email.release", userId: holder.id });
  return changed !== null;
}

function reservationOf(context: AuthContext, email: string) {
  return { subject: email, kind: emailUndoToken.name, expiresAt: { gt: context.now() } };
}

/**
 * Changes a user's row, and gives it as it is then. Show it to the browser with `showSession`.
 *
 * @returns `null` if the row is not as expected any more, or is gone
 * @throws {UniqueViolation} a value that must be unique is taken
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

/** Makes every cached copy of the user's sessions stale: for changes by somebody else, such as a ban or a role. */
export async function bumpUserEpoch(db: Adapter, id: string): Promise<void> {
  await db.increment(userTable, { where: { id }, column: "epoch" });
}
