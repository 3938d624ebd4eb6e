/** The endpoint that revokes an invitation. */

import { defineEndpoint, type EndpointOf, input, recordAudit } from "@latchkey/core/plugin";
import { model } from "@latchkey/core/shapes";
import { activeStores } from "../active.ts";
import { failWith } from "../errors.ts";
import { invitationId } from "../inputs.ts";
import { lockMembership } from "../lock-membership.ts";
import { canAssignRoles } from "../members/rank.ts";
import type { OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";
import { invitationTable } from "../tables.ts";
import type { InvitationCalls } from "./contract.ts";
import { requireCanceler } from "./guards.ts";
import { presentInvitation } from "./present.ts";

/** Revokes an invitation with any status. If it was already accepted, the user stays a member. */
export function cancelInvitation(settings: OrganizationSettings): EndpointOf<InvitationCalls["cancelInvitation"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/cancel-invitation",
    summary: "Revoke an invitation",
    changes: activeStores,
    input: input.object({ invitationId }),
    output: model("invitation"),
    guards: [requireCanceler(settings)],
    queryBudget: settings.dynamicRoles ? 6 : 5,
    async handle(_, context) {
      const { user, invitation, membership } = context;
      const { id, organizationId } = invitation;
      const isOwn = invitation.inviterId === user.id;
      await context.db.transaction(async (tx) => {
        const { organization, granted } = await lockMembership(
          tx,
          context,
          settings,
          membership,
          "INVITATION_NOT_FOUND",
        );
        const roles = await rolesOf(context, settings, organization, tx);
        if (!isOwn && !canAssignRoles(granted, roles, invitation.role ?? "")) {
          failWith("YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION");
        }
        const canceled = await tx.update(invitationTable, { where: { id }, set: { status: "canceled" } });
        if (canceled === 0) failWith("INVITATION_NOT_FOUND");
        const data = { invitationId: id, email: invitation.email };
        await recordAudit(tx, context, { action: "invitation.cancel", actorId: user.id, organizationId, data });
      });
      return presentInvitation(context, { ...invitation, status: "canceled" });
    },
  });
}
