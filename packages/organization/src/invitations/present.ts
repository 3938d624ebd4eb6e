/** Presents invitations in responses, and decides who can see them. */

import { presentRow, type RequestContext } from "@latchkey/core/plugin";
import { isGranted, type Membership } from "../guards.ts";
import type { Invitation } from "../models.ts";

/** Returns an invitation as responses show it. */
export function presentInvitation(context: RequestContext, row: Invitation): Invitation {
  return presentRow<Invitation>(context, "invitation", row);
}

/**
 * Whether a member sees all invitations of the organization. Other members see only those that they sent or received.
 */
export function canSeeInvitations({ granted }: Membership): boolean {
  return isGranted(granted, ["invitation", "create"]) || isGranted(granted, ["invitation", "cancel"]);
}
