/** The invitation email. It's enqueued in the transaction that creates the invitation, and composed on delivery. */

import type { RateLimitRule } from "@latchkey/core";
import {
  type AuthContext,
  createMailHandler,
  createMessage,
  isMailable,
  isWithinLimit,
  type OutboxHandler,
  type OutboxMessage,
  type RequestContext,
} from "@latchkey/core/plugin";
import type { InvitationMail, OrganizationSettings } from "../options.ts";
import type { InvitationRow } from "../tables.ts";
import { findInvitation } from "./find.ts";
import { linkId } from "./secret.ts";

/** The kind of the outbox message. */
export const invitationMailKind = "mail.invitation";

interface InvitationMailPayload {
  readonly invitationId: string;
  /** The auth server's origin, in case `invitationURL` is a path. */
  readonly origin: string;
}

/** Creates the outbox message. */
export function invitationMessage(context: RequestContext, { id: invitationId }: InvitationRow): OutboxMessage {
  return createMessage(context, invitationMailKind, {
    invitationId,
    origin: context.origin,
  } satisfies InvitationMailPayload);
}

/** Returns the URL of the page where users accept an invitation. @param id in the form that links contain */
export function invitationPage({ invitationURL }: OrganizationSettings, origin: string, id: string): string {
  const url = new URL(invitationURL, origin);
  url.searchParams.set("id", id);
  return url.toString();
}

/** Rate limit for invitation emails from one organization to one email address. */
const organizationMailLimit: RateLimitRule = { window: 3600, max: 10 };
/** Rate limit for invitation emails from all organizations to one email address. */
const addressMailLimit: RateLimitRule = { window: 3600, max: 50 };

/**
 * Whether this email address can receive another invitation. Counts on delivery, so that rejected invitations don't
 * count, and per organization, so that one organization can't use up the limit for others.
 */
async function allowMail(context: AuthContext, { organizationId, email }: InvitationRow): Promise<boolean> {
  const what = "mail:invitation";
  return (
    (await isWithinLimit(context, what, `${organizationId} ${email}`, organizationMailLimit)) &&
    (await isWithinLimit(context, what, email, addressMailLimit))
  );
}

/** Sends the email if the invitation is still pending. */
export function createInvitationMailHandler(settings: OrganizationSettings): OutboxHandler {
  const { sendInvitation } = settings;
  return createMailHandler<InvitationMailPayload, InvitationMail>(
    sendInvitation ?? (() => {}),
    async ({ invitationId, origin }, context, attempt) => {
      const found = await findInvitation(context.db, invitationId);
      const now = context.now().getTime();
      if (!found || !sendInvitation || !isMailable(found.invitation.email)) return null;
      const { invitation, organization, inviterUser } = found;
      const { email, role, expiresAt } = invitation;
      if (invitation.status !== "pending" || expiresAt.getTime() <= now) return null;
      if (attempt === 1 && !(await allowMail(context, invitation))) return null;
      const id = linkId(context, "mailed", invitation);
      return {
        email,
        organizationName: organization.name,
        inviterName: inviterUser.name,
        url: invitationPage(settings, origin, id),
        id,
        token: id,
        role,
        invitation,
        organization,
      };
    },
  );
}
