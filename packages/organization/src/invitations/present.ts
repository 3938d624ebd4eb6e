/** Invitations as answers show them, and to whom. */

import { presentRow, type RequestContext } from "@latchkey/core";
import { type Membership, may } from "../guards.ts";
import type { OrganizationSettings } from "../options.ts";
import type { Invitation } from "./inputs.ts";

/** An invitation as answers show it. */
export function shownInvitation(context: RequestContext, row: object): Invitation {
  return presentRow(context, "invitation", row) as unknown as Invitation;
}

/** Whether a member sees whom the organization invited. Where members see names only, that takes a say over invitations. */
export function seesInvitations({ namesOnly }: OrganizationSettings, { granted }: Membership): boolean {
  return !namesOnly || may(granted, ["invitation", "create"]) || may(granted, ["invitation", "cancel"]);
}
