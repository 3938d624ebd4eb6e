/** Putting another address in place, with everything that hangs on it. */

import { recordAudit } from "../../audit/store.ts";
import type { Transaction } from "../../database/adapter.ts";
import { putMessage, type SealedMessage, sealMessage } from "../../outbox/store.ts";
import type { RequestContext } from "../../plugin/context.ts";
import type { LinkBase } from "../../plugin/links.ts";
import { emailUndoToken } from "../../tokens/kinds.ts";
import { type MintedToken, mintToken, storeToken, withdrawTokens } from "../../tokens/store.ts";
import { claimVerified, type MailboxEvidence, markProven } from "../../users/mailbox.ts";
import { tellOwner } from "../../users/notices.ts";
import { checkReserved, updateUser } from "../../users/store.ts";
import type { UserRow } from "../../users/table.ts";
import { verificationWish } from "../../users/verification.ts";
import { type ChangedWish, changedMailKind } from "./mails.ts";
import type { ChangeEmailSettings } from "./options.ts";

export interface EmailChange {
  readonly user: UserRow;
  readonly newEmail: string;
  /** Whether the new address was proven just now. */
  readonly proven: boolean;
  readonly base: LinkBase;
  /** Whether the new address may be asked for a proof. Default: true. */
  readonly mails?: boolean;
  /** What the person has shown in the browser in which the link was opened. Default: nothing. */
  readonly evidence?: MailboxEvidence;
  /** Uses up what entitles to the change, in its transaction; `false`: nothing does. */
  take?(tx: Transaction): Promise<boolean>;
}

/** Rolls back what `take` did: the user changed between the look and the update. */
class Superseded extends Error {}

/**
 * Replaces a user's address: pending links die, the new address is asked for a proof, the old one is told and reserved.
 *
 * @returns the user as they are now; `null` if the change is not due any more
 * @throws {UniqueViolation} the new address is somebody's
 */
export async function replaceEmail(
  context: RequestContext,
  settings: ChangeEmailSettings,
  change: EmailChange,
): Promise<UserRow | null> {
  const { user, newEmail, proven, base, mails = true, evidence = {}, take } = change;
  // While the current address is unproven itself, the one before it keeps the last word.
  const owned = user.emailVerified ? user.email : user.provenEmail;
  const wayBack = settings.tell && owned !== null ? await mintWayBack(context, user, owned, newEmail, base) : null;
  const replaced = context.db.transaction(async (tx) => {
    if (take && !(await take(tx))) return null;
    const set = { email: newEmail, emailVerified: proven, provenEmail: proven ? null : owned };
    // What was asked of the owner depended on all three.
    const { email, emailVerified, provenEmail } = user;
    const changed = await updateUser(tx, context, user, set, {
      expected: { email, emailVerified, provenEmail },
      newEpoch: true,
    });
    if (!changed) throw new Superseded();
    await checkReserved(tx, context, newEmail, user.id);
    await withdrawTokens(tx, user.id);
    if (wayBack !== null) {
      await storeToken(tx, wayBack.minted);
      await putMessage(tx, context, wayBack.message);
    } else if (owned !== null) {
      await tellOwner(tx, context, user.id, "email-changed", { to: owned });
    }
    if (!proven && mails && context.settings.verification.onChange) {
      await putMessage(tx, context, verificationWish(context, newEmail, base));
    }
    await recordAudit(tx, context, { action: "user.email.change", actorId: user.id, userId: user.id });
    if (proven) await claimVerified(tx, context, changed, newEmail, evidence);
    // The link was at the address before: the person in the session owns that one.
    else if (evidence.session && owned !== null) await markProven(tx, context, changed, owned, evidence);
    return changed;
  });
  return replaced.catch((error: unknown) => {
    if (error instanceof Superseded) return null;
    throw error;
  });
}

interface WayBack {
  readonly minted: MintedToken;
  readonly message: SealedMessage;
}

/** The token that undoes the change, stored with it: from that moment on the old address is reserved. */
async function mintWayBack(
  context: RequestContext,
  user: UserRow,
  oldEmail: string,
  newEmail: string,
  base: LinkBase,
): Promise<WayBack> {
  const about = { subject: oldEmail, userId: user.id, data: { newEmail } };
  const minted = mintToken(context, emailUndoToken, about);
  const wish: ChangedWish = { userId: user.id, oldEmail, newEmail, token: minted.token, ...base };
  return { minted, message: await sealMessage(context, changedMailKind, wish) };
}
