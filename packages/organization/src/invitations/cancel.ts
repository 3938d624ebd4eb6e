/** Revoking an invitation. */

import { defineEndpoint, type EndpointOf, input, recordAudit } from "@latchkey/core/plugin";
import { model } from "@latchkey/core/shapes";
import { refuse } from "../errors.ts";
import { holdMembership } from "../hold.ts";
import { invitationId } from "../inputs.ts";
import { mayGive } from "../members/rank.ts";
import type { OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";
import { invitationTable } from "../tables.ts";
import type { InvitationCalls } from "./contract.ts";
import { requireCanceler } from "./guards.ts";
import { shownInvitation } from "./present.ts";

/** Revokes an invitation, whatever its status is. Who accepted it stays a member. */
export function cancelInvitation(settings: OrganizationSettings): EndpointOf<InvitationCalls["cancelInvitation"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/cancel-invitation",
    summary: "Revoke an invitation",
    input: input.object({ invitationId }),
    output: model("invitation"),
    guards: [requireCanceler(settings)],
    statements: settings.dynamicRoles ? 6 : 5,
    async handle(_, context) {
      const { user, invitation, membership } = context;
      const { id, organizationId } = invitation;
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
        const canceled = await tx.update(invitationTable, { where: { id }, set: { status: "canceled" } });
        if (canceled === 0) refuse("INVITATION_NOT_FOUND");
        const data = { invitationId: id };
        await recordAudit(tx, context, { action: "invitation.cancel", actorId: user.id, organizationId, data });
      });
      return shownInvitation(context, { ...invitation, status: "canceled" });
    },
  });
}
