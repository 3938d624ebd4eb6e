/** The calls about invitations, with their inputs, responses, and errors. */

import type {
  CoreModels,
  ImpersonationErrorCode,
  OptionalClientCall,
  PublicQuery,
  SessionCall,
  SessionQuery,
  StageCodes,
} from "@latchkey/core/plugin";
import type { Invitation, OrganizationModels } from "../models.ts";
import type { OrganizationIdQuery } from "../organizations/contract.ts";

/** Input for `/organization/invite-member`. */
export interface InviteMemberInput {
  readonly email: string;
  readonly role: string | readonly string[];
  readonly organizationId?: string | undefined;
  /** Whether to resend a pending invitation's email and extend the invitation. Default: false. */
  readonly resend?: boolean | undefined;
  /** Teams that the invited user also joins. */
  readonly teamId?: string | readonly string[] | undefined;
}

/** Input of calls about one invitation. */
export interface InvitationInput {
  /** The invitation's ID, or the `{id}.{secret}` from its link. */
  readonly invitationId: string;
}

/** Response from `/organization/invitation-link`. */
export interface InvitationLink {
  /** The invitation's ID with the secret of this link: `{id}.{secret}`. */
  readonly id: string;
  /** The page where the user accepts the invitation, with that ID in its query. */
  readonly url: string;
}

/** Input of accepting and rejecting an invitation. */
export interface RespondToInvitationInput extends InvitationInput {
  /** The `token` from the emailed link. Not needed if `invitationId` is the `{id}.{secret}` from the link. */
  readonly token?: string | undefined;
}

/** Response of accepting an invitation. */
export interface AcceptedInvitation<I, M> {
  readonly invitation: I;
  readonly member: M;
}

/** Response of rejecting an invitation. */
export interface RejectedInvitation<I> {
  readonly invitation: I;
  readonly member: null;
}

/** Input for `/organization/get-invitation`. */
export interface InvitationQuery {
  /** The invitation's ID, or the `{id}.{secret}` from its link, which also works without a session. */
  readonly id: string;
  /** The `token` from the emailed link. Not needed if `id` is the `{id}.{secret}` from the link. */
  readonly token?: string | undefined;
}

/** Response from `/organization/get-invitation`. */
export type InvitationDetails<I = Invitation> = I & {
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly organizationLogo: string | null;
  /** Can be empty. */
  readonly inviterName: string;
  readonly inviterEmail: string;
};

/** Input for `/organization/list-user-invitations`, on the server only. */
export interface UserInvitationsQuery {
  /** Any email. Default: the session user's. */
  readonly email?: string | undefined;
}

/** An invitation in the invited user's own list. */
export type OwnInvitation<I = Invitation> = I & { readonly organizationName: string };

/** Error codes of calls about an invitation to the caller. */
export type InvitationRecipientErrorCode =
  | "INVITATION_NOT_FOUND"
  | "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION"
  | "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION";

/** Only server calls can pass an email. */
interface ListUserInvitationsCall<M extends OrganizationModels>
  extends PublicQuery<
    UserInvitationsQuery | void,
    OwnInvitation<M["invitation"]>[],
    "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"
  > {
  readonly client: OptionalClientCall<
    unknown,
    OwnInvitation<M["invitation"]>[],
    "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"
  >;
}

/**
 * The calls about invitations.
 *
 * @typeParam C the codes that other plugins add to stages
 */
export interface InvitationCalls<
  M extends OrganizationModels = OrganizationModels,
  C extends StageCodes = CoreModels["codes"],
> {
  /** Invites a user by email. */
  readonly createInvitation: SessionCall<
    InviteMemberInput & M["newInvitation"],
    M["invitation"],
    | ImpersonationErrorCode
    | "INVALID_EMAIL"
    | "ORGANIZATION_NOT_FOUND"
    | "MEMBER_NOT_FOUND"
    | "ROLE_NOT_FOUND"
    | "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION"
    | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"
    | "TEAM_NOT_FOUND"
    | "INVALID_TEAM_ID"
    | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER"
    | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"
    | "INVITATION_LIMIT_REACHED"
    | "TEAM_MEMBER_LIMIT_REACHED"
    | "FIELD_NOT_ALLOWED"
    | C["addMember"]
  >;
  /** Makes the caller a member, and makes the organization the active one. */
  readonly acceptInvitation: SessionCall<
    RespondToInvitationInput,
    AcceptedInvitation<M["invitation"], M["member"]>,
    | InvitationRecipientErrorCode
    | ImpersonationErrorCode
    | "FAILED_TO_RETRIEVE_INVITATION"
    | "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"
    | "ROLE_NOT_FOUND"
    | "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"
    | "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED"
    | "TEAM_NOT_FOUND"
    | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER"
    | "TEAM_MEMBER_LIMIT_REACHED"
    | C["addMember"]
  >;
  /** Declines an invitation. */
  readonly rejectInvitation: SessionCall<
    RespondToInvitationInput,
    RejectedInvitation<M["invitation"]>,
    InvitationRecipientErrorCode | "FAILED_TO_RETRIEVE_INVITATION"
  >;
  /** Revokes an invitation. */
  readonly cancelInvitation: SessionCall<
    InvitationInput,
    M["invitation"],
    "INVITATION_NOT_FOUND" | "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION"
  >;
  /** Returns an invitation's link to its inviter, for apps that don't send email. */
  readonly createInvitationLink: SessionCall<
    InvitationInput,
    InvitationLink,
    | ImpersonationErrorCode
    | "INVITATION_NOT_FOUND"
    | "ROLE_NOT_FOUND"
    | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION"
    | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"
  >;
  /** Returns an invitation to its recipient. Without a session, anyone with its link can read it. */
  readonly getInvitation: PublicQuery<
    InvitationQuery,
    InvitationDetails<M["invitation"]>,
    InvitationRecipientErrorCode | "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"
  >;
  /** Returns an organization's invitations with any status, newest first. */
  readonly listInvitations: SessionQuery<
    OrganizationIdQuery | void,
    M["invitation"][],
    "ORGANIZATION_ID_IS_REQUIRED" | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION"
  >;
  /** Returns pending invitations to the caller's verified email. */
  readonly listUserInvitations: ListUserInvitationsCall<M>;
}
