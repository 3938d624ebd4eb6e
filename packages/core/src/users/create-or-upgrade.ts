/** Creates a user at sign-up, or turns the row of the guest who signs up into that user. */

import { recordAudit } from "../audit/store.ts";
import type { Insert, Transaction } from "../database/adapter.ts";
import { fail } from "../http/errors.ts";
import type { RequestContext } from "../kernel/context.ts";
import { impersonationErrors, impersonatorOf, isGuest } from "../sessions/guards.ts";
import { findPreviousSession } from "../sessions/previous.ts";
import type { AccountRow } from "../tables/account.ts";
import { sessionTable } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import { revokeAllTokens } from "../tokens/revoke.ts";
import { insertAccount, insertUser, updateUser } from "./store.ts";

/** A user to create, with details for the audit log. */
export interface CreatedUser {
  /** As returned by `newUserRow`. */
  readonly user: UserRow;
  /** Returns the first account, given the id of the user. `null` if the user has none. */
  readonly account: ((userId: string) => Insert<AccountRow>) | null;
  /** The sign-up method, such as `password`. */
  readonly method: string;
  /**
   * Whether the same request signs the user in. If not, a guest stays a guest until they sign in. An upgrade would
   * leave the guest's data unreachable until then, and would reveal whether the email is taken.
   */
  readonly isSignedIn: boolean;
}

/**
 * Stores a new user with their first account, and records it. If the caller's session is a guest's, the guest's row
 * becomes that user instead: it keeps its id, and its sessions end. Call it in a transaction, and use the row that it
 * returns.
 *
 * Takes the two queries of `insertUser`. An app with guests needs one more to read the caller's session. An upgrade
 * takes six in total.
 *
 * @throws {UniqueViolation} as `insertUser`
 * @throws {AuthError} `NOT_ALLOWED_WHILE_IMPERSONATING` if an admin is impersonating the guest
 */
export async function createOrUpgradeUser(
  tx: Transaction,
  context: RequestContext,
  { user, account, method, isSignedIn }: CreatedUser,
): Promise<UserRow> {
  const upgraded = isSignedIn ? await upgradeGuest(tx, context, user) : null;
  const row = upgraded ?? user;
  const firstAccount = account?.(row.id) ?? null;
  if (upgraded) await insertAccount(tx, context, row.email, firstAccount);
  else await insertUser(tx, context, row, firstAccount);
  const action = upgraded ? "user.upgrade" : "user.create";
  await recordAudit(tx, context, { action, actorId: row.id, userId: row.id, data: { method } });
  return row;
}

/** Returns the guest's new row, or `null` if the caller isn't a guest whose row can be kept. */
async function upgradeGuest(tx: Transaction, context: RequestContext, user: UserRow): Promise<UserRow | null> {
  const { guestChecks, guestUpgrades } = context.extensions;
  const previous = guestChecks.length > 0 ? await findPreviousSession(tx, context) : null;
  if (!previous || !isGuest(context, previous.user)) return null;
  if (impersonatorOf(context, previous.session) !== null) fail(impersonationErrors, "NOT_ALLOWED_WHILE_IMPERSONATING");
  const guest = previous.user;
  const columns = guestUpgrades.map((upgrade) => upgrade(guest)).find((values) => values !== null);
  if (!columns) return null;
  const set = { ...signUpValues(context, user), ...columns };
  const changed = await updateUser(tx, context, guest, set, { newEpoch: true });
  // Someone else who has the guest's session, or a link for it, isn't the user who signs up.
  await tx.remove(sessionTable, { where: { userId: guest.id } });
  await revokeAllTokens(tx, guest.id);
  return changed;
}

/**
 * Returns what sign-up sets. A field that has its default in the new row keeps the guest's value, such as a preference
 * that they chose as a guest.
 */
function signUpValues({ settings }: RequestContext, user: UserRow): Record<string, unknown> {
  const { name, email, emailVerified, provenEmail, image } = user;
  const values: Record<string, unknown> = {
    name,
    email,
    emailVerified,
    provenEmail,
    ...(image === null ? {} : { image }),
  };
  for (const [column, field] of Object.entries(settings.fields.user)) {
    if (!field.additional || typeof field.defaultValue === "function") continue;
    const value = (user as unknown as Readonly<Record<string, unknown>>)[column] ?? null;
    if (value !== (field.defaultValue ?? field.default ?? null)) values[column] = value;
  }
  return values;
}
