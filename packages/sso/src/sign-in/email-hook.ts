/** Prevents users from bypassing single sign-on by changing their email. */

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

/** Rejects a change before an email is sent, so that users find out immediately. At most three queries. */
export const emailHook: EndpointHook = {
  on: ({ stages = [] }) => stages.includes("changeEmail"),
  errors: pickErrors("EMAIL_MANAGED_BY_ORGANIZATION", "SSO_REQUIRED"),
  async before(input, context) {
    const { newEmail } = input as Partial<ChangeEmailInput>;
    const to = newEmail === undefined ? null : mailableEmail(newEmail);
    // The call itself rejects invalid emails.
    const active = to === null ? null : await readSession(context);
    if (active && to !== null) {
      const { db } = context;
      checkDomains(await findDomainOfEmail(db, active.user.email), await findDomainOfEmail(db, to));
    }
    return input;
  },
};

/**
 * Checks again when the change is stored, because single sign-on might have become required since the user requested
 * it. Locks the domains, so that the change is either rejected, or already stored when requiring single sign-on ends
 * sessions. Locks them in a fixed order, so that opposite changes can't deadlock.
 */
export const checkEmailChange: NonNullable<PluginFunctions["checkEmailChange"]> = async (tx, { from, to }) => {
  const ids = [await findDomainOfEmail(tx, from), await findDomainOfEmail(tx, to)].map((found) => found?.id);
  const locked = new Map<string | undefined, SsoDomainRow>();
  for (const id of [...new Set(ids)].sort()) {
    const row = id === undefined ? null : await tx.lock(ssoDomainTable, id);
    // The domain might no longer be verified.
    if (row && row.verified !== null) locked.set(id, row);
  }
  const [current = null, next = null] = ids.map((id) => locked.get(id));
  checkDomains(current, next);
};

/**
 * Rejects changes from or to a required domain. Otherwise, a user could switch to a personal email before leaving the
 * organization, and still sign in afterward. Or they could switch to the organization's email, and keep a session that
 * its identity provider didn't start.
 * @throws {AuthError} `EMAIL_MANAGED_BY_ORGANIZATION`, `SSO_REQUIRED`
 */
function checkDomains(current: SsoDomainRow | null, next: SsoDomainRow | null): void {
  const isFromEnforced = current !== null && isEnforced(current);
  if (isFromEnforced && next?.organizationId === current.organizationId) return;
  if (isFromEnforced) failWith("EMAIL_MANAGED_BY_ORGANIZATION");
  if (next && isEnforced(next)) failRequired(next);
}

/**
 * Ends the membership of a user who undoes a change to a required domain, because the organization no longer controls
 * the account. The undo itself isn't rejected, because someone who stole the account could have moved it to their own
 * domain. Owners remain members, because they can sign in without the provider anyway. One query if no organization has
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
  // Lock in the same order as the call that requires single sign-on, which can run at the same time.
  await tx.lock(access.table, organizationId);
  const domain = await tx.lock(ssoDomainTable, found.id);
  if (!domain || !isEnforced(domain)) return false;
  const member = await tx.findOne(access.members, { where: { organizationId, userId } });
  if (!member || access.isOwner(member.role)) return false;
  const data = { by: "sso" };
  return access.provisioning.remove(tx, context, { organizationId, userId, actorId: userId, data });
};
