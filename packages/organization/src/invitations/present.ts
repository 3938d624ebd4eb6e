/** Invitations as answers show them, and to whom. */

import { presentRow, type RequestContext } from "@latchkey/core/plugin";
import { type Membership, may } from "../guards.ts";
import type { Invitation } from "../models.ts";

/** An invitation as answers show it. */
export function shownInvitation(context: RequestContext, row: object): Invitation {
  return presentRow(context, "invitation", row) as unknown as Invitation;
}

/** Whether a member sees all invitations of the organization. The others see only their own. */
export function seesInvitations({ granted }: Membership): boolean {
  return may(granted, ["invitation", "create"]) || may(granted, ["invitation", "cancel"]);
}
