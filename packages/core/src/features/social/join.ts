/** A provider's person whose address is that of a user here. The only place where an address leads to an account. */

import { StaleUserError } from "../../plugin/gate.ts";
import { type CreatedSession, createSession } from "../../sessions/create.ts";
import { tellOwner } from "../../users/notices.ts";
import { reclaimAccount } from "../../users/reclaim.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import { announceVerified } from "../../users/verification.ts";
import { insertAccount, type UnownedAccount } from "./accounts.ts";
import type { Admitting } from "./admit.ts";
import type { Person } from "./arrival.ts";
import { SocialRefusal } from "./errors.ts";
import type { LinkingSettings } from "./options.ts";

/**
 * Links the account to the user with the same address and signs them in, if the provider vouches for the address.
 *
 * The provider shows that the person owns the mailbox. Whatever was set up by somebody who never showed that is removed
 * first, whether or not the address counts as verified: a mail scanner may have opened the link.
 *
 * @throws {SocialRefusal} `account_not_linked`
 */
export async function joinUser(
  { context, settings, connection, arrival }: Admitting,
  account: UnownedAccount,
  owner: UserRow,
): Promise<CreatedSession> {
  const { provider } = connection;
  const { person } = arrival;
  if (!person.emailVerified || !linksByAddress(settings.linking, provider.id)) {
    throw new SocialRefusal("account_not_linked");
  }
  return context.db.transaction(async (tx) => {
    const user = await tx.lock(userTable, owner.id);
    if (!user || user.email !== owner.email || isMoving(user)) {
      throw new StaleUserError("The user changed while signing in.");
    }
    const { email, emailVerified } = user;
    const changed = await reclaimAccount(tx, context, user, email, { set: changesOf(user, person, settings.linking) });
    if (!emailVerified) await announceVerified(tx, context, user.id);
    await insertAccount(tx, context, account, { userId: user.id, verifiedEmail: email });
    await tellOwner(tx, context, user.id, "account-linked", { provider: provider.id });
    const grounds = { user: changed, method: provider.id, proven: ["provider"] };
    return createSession(context, { ...grounds, verifiedEmail: email, accountId: account.id }, tx);
  });
}

/** Whether the user has moved to this address without verifying it, and has verified another one. */
export function isMoving({ emailVerified, provenEmail }: UserRow): boolean {
  return !emailVerified && provenEmail !== null;
}

/** A user whose address was never verified may have been made by anybody: name and image, too, are the person's then. */
function changesOf(
  { emailVerified }: UserRow,
  { name, image }: Person,
  { updateUserInfo }: LinkingSettings,
): Partial<UserRow> {
  if (!emailVerified) return { emailVerified: true, name, image };
  return updateUserInfo ? { name, image } : {};
}

function linksByAddress({ enabled, trustedProviders }: LinkingSettings, providerId: string): boolean {
  return enabled && (trustedProviders === null || trustedProviders.includes(providerId));
}
