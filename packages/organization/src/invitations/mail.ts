/** The mail of an invitation: asked for in the transaction that opens it, made when it is delivered. */

import type { RateLimitRule } from "@latchkey/core";
import {
  type AuthContext,
  isMailable,
  isWithinLimit,
  mailDeliverer,
  type OutboxHandler,
  plainMessage,
  type RequestContext,
  type SealedMessage,
} from "@latchkey/core/plugin";
import type { InvitationMail, OrganizationSettings } from "../options.ts";
import type { InvitationRow } from "../tables.ts";
import { findInvitation } from "./find.ts";
import { linkId } from "./secret.ts";

/** The kind of these messages. */
export const invitationMailKind = "mail.invitation";

interface InvitationWish {
  readonly invitationId: string;
  /** Origin of the auth server, for a page that is named by its path. */
  readonly origin: string;
}

/** Asks for the mail. */
export function invitationMessage(context: RequestContext, { id: invitationId }: InvitationRow): SealedMessage {
  return plainMessage(context, invitationMailKind, { invitationId, origin: context.origin } satisfies InvitationWish);
}

/** The page where an invitation is accepted. @param id in the form that links carry */
export function invitationPage({ invitationURL }: OrganizationSettings, origin: string, id: string): string {
  const url = new URL(invitationURL, origin);
  url.searchParams.set("id", id);
  return url.toString();
}

/** Invitation mails that an address gets from one organization. */
const mailsOfOrganization: RateLimitRule = { window: 3600, max: 10 };
/** Invitation mails that an address gets from all organizations together. */
const mailsOfAll: RateLimitRule = { window: 3600, max: 50 };

/**
 * Whether the address can get one more mail. Counted at the delivery, so that refused invitations don't count, and for each
 * organization, so that one can't use up what the others have.
 */
async function canMail(context: AuthContext, { organizationId, email }: InvitationRow): Promise<boolean> {
  const what = "mail:invitation";
  return (
    (await isWithinLimit(context, what, `${organizationId} ${email}`, mailsOfOrganization)) &&
    (await isWithinLimit(context, what, email, mailsOfAll))
  );
}

/** Sends the mail if the invitation is still pending by then. */
export function invitationDeliverer(settings: OrganizationSettings): OutboxHandler {
  const { send } = settings;
  return mailDeliverer<InvitationWish, InvitationMail>(
    send ?? (() => {}),
    async ({ invitationId, origin }, context, attempt) => {
      const found = await findInvitation(context.db, invitationId);
      const now = context.now().getTime();
      if (!found || !send || !isMailable(found.invitation.email)) return null;
      const { invitation, organization, inviterUser } = found;
      const { email, role, expiresAt } = invitation;
      if (invitation.status !== "pending" || expiresAt.getTime() <= now) return null;
      if (attempt === 1 && !(await canMail(context, invitation))) return null;
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
