/** The response shapes for calls about invitations. */

import { both, literal, model, nullable, object, type Shape, text } from "@latchkey/core/shapes";
import type { Invitation, Member } from "../models.ts";
import type {
  AcceptedInvitation,
  InvitationDetails,
  InvitationLink,
  OwnInvitation,
  RejectedInvitation,
} from "./contract.ts";

const invitation: Shape<Invitation> = model("invitation");

/** Response from `/organization/accept-invitation`. */
export const acceptedOutput: Shape<AcceptedInvitation<Invitation, Member>> = object({
  invitation,
  member: model("member"),
});

/** Response from `/organization/reject-invitation`. */
export const rejectedOutput: Shape<RejectedInvitation<Invitation>> = object({ invitation, member: literal(null) });

/** Response from `/organization/invitation-link`. */
export const linkOutput: Shape<InvitationLink> = object({ id: text, url: text });

/** Response from `/organization/get-invitation`. */
export const detailsOutput: Shape<InvitationDetails> = both(
  invitation,
  object<Omit<InvitationDetails, keyof Invitation>>({
    organizationName: text,
    organizationSlug: text,
    organizationLogo: nullable(text),
    inviterName: text,
    inviterEmail: text,
  }),
);

/** An invitation in the invited user's own list. */
export const ownInvitationOutput: Shape<OwnInvitation> = both(
  invitation,
  object<Pick<OwnInvitation, "organizationName">>({ organizationName: text }),
);
