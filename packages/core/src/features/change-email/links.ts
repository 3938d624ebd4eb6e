/** What `/verify-email` does with the links of a change of address. */

import { UniqueViolation } from "../../database/errors.ts";
import { plainMessage, putMessage } from "../../outbox/store.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { linkBase } from "../../plugin/links.ts";
import { checkedCallback } from "../../plugin/redirect.ts";
import { showSession, withUser } from "../../sessions/change.ts";
import { createSession } from "../../sessions/create.ts";
import type { ActiveSession } from "../../sessions/table.ts";
import { forgetAddressWanted, readAddressWanted } from "../../sessions/wanted-address.ts";
import type { TokenKind } from "../../tokens/kind.ts";
import { emailChangeToken, newEmailToken } from "../../tokens/kinds.ts";
import type { SignedClaims } from "../../tokens/signed.ts";
import { takeToken } from "../../tokens/store.ts";
import { evidenceOf, markProven } from "../../users/mailbox.ts";
import { findUser } from "../../users/store.ts";
import { userTable } from "../../users/table.ts";
import { announceVerified, type EmailLink, type OpenedLink } from "../../users/verification.ts";
import { replaceEmail } from "./change.ts";
import { type ChangeWish, newAddressMailKind } from "./mails.ts";
import type { ChangeEmailSettings } from "./options.ts";

/** The link at the current address, and the one at the new address. */
export function changeEmailLinks(settings: ChangeEmailSettings): readonly EmailLink[] {
  const agreed: EmailLink["open"] = settings.verifyNewFirst
    ? (context, claims, active) => askNewAddress(context, claims, active)
    : (context, claims, active) => change(context, settings, emailChangeToken, claims, active);
  return [
    { kind: emailChangeToken, open: agreed },
    {
      kind: newEmailToken,
      open: (context, claims, active) => change(context, settings, newEmailToken, claims, active),
    },
  ];
}

/** The owner of the current address agrees: now the new one is asked. */
function askNewAddress(
  context: RequestContext,
  { jti, sub, email, updateTo }: SignedClaims,
  active: ActiveSession | null,
): Promise<OpenedLink> {
  return context.db.transaction(async (tx) => {
    const used = await takeToken(tx, context, emailChangeToken, jti, sub);
    const user = await tx.lock(userTable, sub);
    if (!used || !user || user.email !== email || updateTo === undefined) return { outcome: "INVALID_TOKEN" } as const;
    const base = linkBase(context, checkedCallback(context));
    const wish: ChangeWish = { userId: sub, newEmail: updateTo, email, epoch: user.epoch, ...base };
    await putMessage(tx, context, plainMessage(context, newAddressMailKind, wish));
    // The mail went to the verified address.
    await markProven(tx, context, user, user.provenEmail ?? user.email, evidenceOf(context, active));
    return { outcome: "done", user: null } as const;
  });
}

async function change(
  context: RequestContext,
  settings: ChangeEmailSettings,
  kind: TokenKind,
  { jti, sub, email, updateTo }: SignedClaims,
  active: ActiveSession | null,
): Promise<OpenedLink> {
  const user = await findUser(context.db, sub);
  if (!user) return { outcome: "USER_NOT_FOUND" };
  if (user.email !== email || updateTo === undefined) return { outcome: "INVALID_TOKEN" };
  const proven = kind === newEmailToken;
  // Who was kept out for want of an address, in this very browser, has proven all there is to prove by now.
  const wanted = active === null && proven ? readAddressWanted(context) : null;
  const enters = wanted?.id === user.id && wanted.epoch === user.epoch;
  const evidence = enters ? { accountId: wanted.accountId } : evidenceOf(context, active);
  try {
    const changed = await replaceEmail(context, settings, {
      user,
      newEmail: updateTo,
      proven,
      base: linkBase(context, checkedCallback(context)),
      evidence,
      async take(tx) {
        if (!(await takeToken(tx, context, kind, jti, sub))) return false;
        if (proven) await announceVerified(tx, context, sub);
        return true;
      },
    });
    if (!changed) return { outcome: "INVALID_TOKEN" };
    if (active) showSession(context, withUser(active, changed));
    if (!enters) return { outcome: "done", user: changed };
    forgetAddressWanted(context);
    const created = await createSession(context, {
      user: changed,
      method: "email-verification",
      proven: ["email"],
      verifiedEmail: changed.email,
      accountId: wanted.accountId,
    });
    return { outcome: "done", user: changed, ...(created.kind === "challenge" ? { challenge: created.answer } : {}) };
  } catch (error) {
    // Somebody else has the new address by now: the change is refused, and the link stays as it is.
    if (error instanceof UniqueViolation) return { outcome: "INVALID_USER" };
    throw error;
  }
}
