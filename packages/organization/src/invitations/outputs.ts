/** What the calls about invitations answer, as shapes. */

import { both, literal, model, object, type Shape, text } from "@latchkey/core/shapes";
import type { Invitation, Member } from "../models.ts";
import type {
  AcceptedInvitation,
  InvitationDetails,
  InvitationLink,
  OwnInvitation,
  RejectedInvitation,
} from "./contract.ts";

const invitation: Shape<Invitation> = model("invitation");

/** What `/organization/accept-invitation` answers. */
export const acceptedOutput: Shape<AcceptedInvitation<Invitation, Member>> = object({
  invitation,
  member: model("member"),
});

/** What `/organization/reject-invitation` answers. */
export const rejectedOutput: Shape<RejectedInvitation<Invitation>> = object({ invitation, member: literal(null) });

/** What `/organization/invitation-link` answers. */
export const linkOutput: Shape<InvitationLink> = object({ id: text, url: text });

/** What `/organization/get-invitation` answers. */
export const detailsOutput: Shape<InvitationDetails> = both(
  invitation,
  object<Omit<InvitationDetails, keyof Invitation>>({
    organizationName: text,
    organizationSlug: text,
    inviterEmail: text,
  }),
);

/** An invitation in the list of a person's own. */
export const ownInvitationOutput: Shape<OwnInvitation> = both(
  invitation,
  object<Pick<OwnInvitation, "organizationName">>({ organizationName: text }),
);
