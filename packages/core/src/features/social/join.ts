/** A provider's person whose address is that of a user here. The one place where an address leads to an account. */

import { accountTable } from "../../accounts/table.ts";
import { recordAudit } from "../../audit/store.ts";
import type { Transaction } from "../../database/adapter.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { StaleUserError } from "../../plugin/gate.ts";
import { type CreatedSession, createSession } from "../../sessions/create.ts";
import { revokeSessions } from "../../sessions/revoke.ts";
import { withdrawTokens } from "../../tokens/store.ts";
import { tellOwner } from "../../users/notices.ts";
import { updateUser } from "../../users/store.ts";
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
 * A user whose address was never proven may have been made by anybody: it goes to whoever proves the address, and what
 * was planted before goes first. One who has proven another address keeps the account to themselves.
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
    if (!user || user.email !== owner.email) throw new StaleUserError("The user changed while signing in.");
    if (!user.emailVerified && user.provenEmail !== null) throw new SocialRefusal("account_not_linked");
    const theirs = user.emailVerified
      ? await updated(tx, context, settings.linking, user, person)
      : await reclaim(tx, context, user, person);
    await insertAccount(tx, context, account, user.id);
    await tellOwner(tx, context, user.id, "account-linked", { provider: provider.id });
    return createSession(context, { user: theirs, method: provider.id, proven: ["provider"] }, tx);
  });
}

function linksByAddress({ enabled, trustedProviders }: LinkingSettings, providerId: string): boolean {
  return enabled && (trustedProviders === null || trustedProviders.includes(providerId));
}

async function updated(
  tx: Transaction,
  context: RequestContext,
  { updateUserInfo }: LinkingSettings,
  user: UserRow,
  { name, image }: Person,
): Promise<UserRow> {
  if (!updateUserInfo) return user;
  return (await updateUser(tx, context, user, { name, image })) ?? gone();
}

/** Everything that somebody could come back by: password, other accounts, sessions, pending links, what plugins have. */
async function reclaim(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  { name, image }: Person,
): Promise<UserRow> {
  await tx.remove(accountTable, { where: { userId: user.id } });
  await revokeSessions(context, user.id, { db: tx });
  await withdrawTokens(tx, user.id);
  for (const remove of context.extensions.reclaim) await remove(tx, user.id, context);
  const proven = { emailVerified: true, provenAt: context.now(), name, image };
  const changed = (await updateUser(tx, context, user, proven, { newEpoch: true })) ?? gone();
  await recordAudit(tx, context, { action: "user.reclaim", actorId: user.id, userId: user.id });
  await announceVerified(tx, context, user.id);
  return changed;
}

function gone(): never {
  throw new StaleUserError("The user changed while signing in.");
}
