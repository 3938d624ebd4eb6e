/** The mail of an invitation: asked for in the transaction that opens it, made when it is delivered. */

import {
  isMailable,
  mailDeliverer,
  mintToken,
  type OutboxHandler,
  plainMessage,
  type RequestContext,
  type SealedMessage,
  storeToken,
} from "@latchkey/core";
import type { InvitationMail, OrganizationSettings } from "../options.ts";
import type { InvitationRow } from "../tables.ts";
import { findInvitation } from "./find.ts";
import { invitationToken } from "./token.ts";

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

/** Sends it, if the invitation is still open by then. */
export function invitationDeliverer({ send, invitationURL }: OrganizationSettings): OutboxHandler {
  return mailDeliverer<InvitationWish, InvitationMail>(
    send ?? (() => {}),
    async ({ invitationId, origin }, context) => {
      const found = await findInvitation(context.db, invitationId);
      const now = context.now().getTime();
      if (!found || !send || !isMailable(found.invitation.email)) return null;
      const { invitation, organization, inviterUser } = found;
      const { email, role, expiresAt } = invitation;
      if (invitation.status !== "pending" || expiresAt.getTime() <= now) return null;
      const minted = mintToken(context, invitationToken, {
        subject: organization.id,
        data: { invitationId, email },
        expiresIn: Math.ceil((expiresAt.getTime() - now) / 1000),
      });
      await storeToken(context.db, minted);
      const { token } = minted;
      const url = new URL(invitationURL, origin);
      url.searchParams.set("id", invitationId);
      url.searchParams.set("token", token);
      return {
        email,
        organizationName: organization.name,
        inviterName: inviterUser.name,
        url: url.toString(),
        id: invitationId,
        token,
        role,
        invitation,
        organization,
      };
    },
  );
}
