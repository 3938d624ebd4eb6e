/** Keeps changes of email from being a way around single sign-on. */

import {
  type ChangeEmailInput,
  type EndpointHook,
  getService,
  mailableEmail,
  type PluginFunctions,
  readSession,
  type UserRow,
} from "@latchkey/core/plugin";
import { findDomainOfEmail } from "../domains/service.ts";
import { failWith, pickErrors } from "../errors.ts";
import { type SsoDomainRow, ssoDomainTable } from "../tables.ts";
import { failRequired, isEnforced } from "./enforcement-gate.ts";

/** Tells users before an email is sent. At most three queries. */
export const emailHook: EndpointHook = {
  on: ({ stages = [] }) => stages.includes("changeEmail"),
  errors: pickErrors("EMAIL_MANAGED_BY_ORGANIZATION", "SSO_REQUIRED"),
  async before(input, context) {
    const { newEmail } = input as Partial<ChangeEmailInput>;
    const to = newEmail === undefined ? null : mailableEmail(newEmail);
    // The call itself rejects what isn't an email.
    const active = to === null ? null : await readSession(context);
    if (active && to !== null) {
      const { db } = context;
      checkDomains(await findDomainOfEmail(db, active.user.email), await findDomainOfEmail(db, to));
    }
    return input;
  },
};

/**
 * Decides when the change is stored: single sign-on can have become required since the user asked for it. Locks the
 * domains, so that the change is either rejected, or there when sessions are ended because single sign-on becomes
 * required. Always in the same order, so that opposite changes don't wait for each other.
 */
export const checkEmailChange: NonNullable<PluginFunctions["checkEmailChange"]> = async (tx, { from, to }) => {
  const ids = [await findDomainOfEmail(tx, from), await findDomainOfEmail(tx, to)].map((found) => found?.id);
  const locked = new Map<string | undefined, SsoDomainRow>();
  for (const id of [...new Set(ids)].sort()) {
    const row = id === undefined ? null : await tx.lock(ssoDomainTable, id);
    // It can have lapsed meanwhile.
    if (row && row.verified !== null) locked.set(id, row);
  }
  const [current = null, next = null] = ids.map((id) => locked.get(id));
  checkDomains(current, next);
};

/**
 * A user could otherwise move to a private email before they leave the organization, and still sign in afterward. Or
 * they could move to the organization's email, and keep a session that its identity provider hasn't started.
 * @throws {AuthError} `EMAIL_MANAGED_BY_ORGANIZATION`, `SSO_REQUIRED`
 */
function checkDomains(current: SsoDomainRow | null, next: SsoDomainRow | null): void {
  const isFromEnforced = current !== null && isEnforced(current);
  if (isFromEnforced && next?.organizationId === current.organizationId) return;
  if (isFromEnforced) failWith("EMAIL_MANAGED_BY_ORGANIZATION");
  if (next && isEnforced(next)) failRequired(next);
}

/**
 * Ends the membership of a user who undoes a change to a required domain, because their organization no longer decides
 * about the account. The undo itself isn't rejected: someone who stole the account could have moved it to a domain of
 * their own. Owners stay, because they can sign in without the provider anyway. One query if no organization has
 * verified the domain.
 */
export const leaveOnUndo: NonNullable<PluginFunctions["onReclaim"]> = async (
  tx,
  { user, reason, keepEmail },
  context,
) => {
  if (reason !== "undo") return false;
  const { id: userId, email } = user as UserRow;
  const found = await findDomainOfEmail(tx, email);
  if (!found) return false;
  const { organizationId } = found;
  if ((await findDomainOfEmail(tx, keepEmail))?.organizationId === organizationId) return false;
  const access = getService(context, "organizationAccess");
  // In the same order as when single sign-on becomes required, which can happen now.
  await tx.lock(access.table, organizationId);
  const domain = await tx.lock(ssoDomainTable, found.id);
  if (!domain || !isEnforced(domain)) return false;
  const member = await tx.findOne(access.members, { where: { organizationId, userId } });
  if (!member || access.isOwner(member.role)) return false;
  const data = { by: "sso" };
  return access.provisioning.remove(tx, context, { organizationId, userId, actorId: userId, data });
};
