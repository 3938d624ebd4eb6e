/** Revoking an invitation. */

import { defineUntypedEndpoint, type Endpoint, recordAudit } from "@latchkey/core";
import { model } from "@latchkey/core/shapes";
import * as z from "zod";
import { refuse, someErrors } from "../errors.ts";
import { holdMembership } from "../hold.ts";
import { text } from "../inputs.ts";
import { mayGive } from "../members/rank.ts";
import type { OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";
import { invitationTable } from "../tables.ts";
import { requireCanceler } from "./guards.ts";
import type { Invitation, InvitationInput } from "./inputs.ts";
import { shownInvitation } from "./present.ts";

const input: z.ZodType<InvitationInput> = z.object({ invitationId: text(500, 1) });

/** Revokes an invitation, whatever its status is. Who accepted it stays a member. */
export function cancelInvitation(settings: OrganizationSettings): Endpoint<InvitationInput, Invitation> {
  return defineUntypedEndpoint({
    method: "POST",
    path: "/organization/cancel-invitation",
    summary: "Revoke an invitation",
    input,
    output: model("invitation"),
    guards: [requireCanceler(settings)],
    errors: someErrors(["INVITATION_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION"]),
    statements: settings.dynamicRoles ? 6 : 5,
    async handle(_, context) {
      const { user, invitation, membership } = context;
      const { id: invitationId, organizationId } = invitation;
      const isOwn = invitation.inviterId === user.id;
      await context.db.transaction(async (tx) => {
        const { organization, granted } = await holdMembership(
          tx,
          context,
          settings,
          membership,
          "INVITATION_NOT_FOUND",
        );
        const roles = await rolesOf(context, settings, organization, tx);
        if (!isOwn && !mayGive(granted, roles, invitation.role ?? "")) {
          refuse("YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION");
        }
        const canceled = await tx.update(invitationTable, { where: { id: invitationId }, set: { status: "canceled" } });
        if (canceled === 0) refuse("INVITATION_NOT_FOUND");
        const data = { invitationId };
        await recordAudit(tx, context, { action: "invitation.cancel", actorId: user.id, organizationId, data });
      });
      return shownInvitation(context, { ...invitation, status: "canceled" });
    },
  });
}
