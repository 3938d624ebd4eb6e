/** Whether an invitation is open or has expired. The server keeps expired ones as pending. */

import type { Invitation } from "@latchkey/organization";

type Timed = Pick<Invitation, "status" | "expiresAt">;

/** Whether the invitation can still be accepted. */
export function isOpenInvitation({ status, expiresAt }: Timed): boolean {
  return status === "pending" && expiresAt.getTime() > Date.now();
}

/** Whether no one responded in time. */
export function isExpiredInvitation(invitation: Timed): boolean {
  return invitation.status === "pending" && !isOpenInvitation(invitation);
}
