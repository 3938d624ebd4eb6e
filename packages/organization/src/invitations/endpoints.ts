/** Endpoints that create, accept, and reject invitations. */

import { joinRoles } from "@latchkey/core/access";
import {
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  fieldErrors,
  type InputField,
  impersonationErrors,
  input,
  normalizeEmail,
  presentUser,
  readFields,
  recordAudit,
  syncSessionCookies,
} from "@latchkey/core/plugin";
import { model } from "@latchkey/core/shapes";
import { activeStores } from "../active.ts";
import { failWith, pickErrors } from "../errors.ts";
import { requireMember } from "../guards.ts";
import { invitationId, roles } from "../inputs.ts";
import { presentMember } from "../members/endpoints.ts";
import type { OrganizationSettings } from "../options.ts";
import { acceptInvitation } from "./accept.ts";
import type { InvitationCalls, InviteMemberInput, RespondToInvitationInput } from "./contract.ts";
import { isPending } from "./find.ts";
import { requireInviter, requireRecipient } from "./guards.ts";
import { invitationPage } from "./mail.ts";
import { acceptedOutput, linkOutput, rejectedOutput } from "./outputs.ts";
import { presentInvitation } from "./present.ts";
import { checkInvitedRole } from "./roles.ts";
import { linkId } from "./secret.ts";
import { closeInvitation, createOrResendInvitation } from "./store.ts";

/** Invites a user by email. The invitation email is sent after the invitation is stored. */
export function inviteMember(settings: OrganizationSettings): EndpointOf<InvitationCalls["createInvitation"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/invite-member",
    summary: "Invite a member",
    changes: activeStores,
    stages: ["addMember"],
    input: input.openObject({
      email: input.email,
      role: roles,
      organizationId: input.optional(input.id),
      resend: input.optional(input.flag),
      teamId: input.optional(input.either(input.text(), input.list(input.text(), { max: 20 }))),
    }),
    output: model("invitation"),
    guards: [
      requireMember(settings, {
        noOrganization: "ORGANIZATION_NOT_FOUND",
        notMember: "MEMBER_NOT_FOUND",
        permission: ["invitation", "create"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION",
      }),
    ],
    errors: {
      ...fieldErrors,
      ...impersonationErrors,
      ...pickErrors([
        "INVALID_EMAIL",
        "ROLE_NOT_FOUND",
        "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION",
        "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
        "TEAM_NOT_FOUND",
        "INVALID_TEAM_ID",
        "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER",
        "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
        "INVITATION_LIMIT_REACHED",
        "TEAM_MEMBER_LIMIT_REACHED",
      ]),
    },
    queryBudget: settings.teamsEnabled ? 10 : 8,
    rateLimit: { window: 60, max: 30 },
    async handle(body, context) {
      const email = normalizeEmail(body.email.trim()) ?? failWith("INVALID_EMAIL");
      const role = joinRoles(body.role);
      const { user, membership } = context;
      const { organization } = membership;
      await checkInvitedRole(context, settings, context, membership, role);
      const scope = { user: presentUser(context, user), organization };
      const teams = new Map<string, number>();
      for (const teamId of requestedTeamIds(settings, body)) {
        teams.set(teamId, await settings.teamMemberLimit({ ...scope, teamId }));
      }
      const fields = context.settings.fields.invitation ?? {};
      const invitation = await createOrResendInvitation(context, settings, {
        active: context,
        membership,
        email,
        role,
        teams,
        fields: await readFields(fields, { ...body }, "create"),
        resend: body.resend ?? false,
        limit: await settings.invitationLimit(scope),
      });
      // If the app doesn't send email, the inviter shares the link. Otherwise, the link is only sent to
      // the mailbox, because it verifies the email.
      const showsLink = settings.sendInvitation === null && invitation.inviterId === user.id;
      const shown = presentInvitation(context, invitation);
      return showsLink ? { ...shown, id: linkId(context, "shown", invitation) } : shown;
    },
  });
}

function requestedTeamIds(
  { teamsEnabled }: OrganizationSettings,
  { teamId = [] }: InviteMemberInput,
): readonly string[] {
  const ids = typeof teamId === "string" ? [teamId] : teamId;
  if (ids.some((one) => one.includes(","))) failWith("INVALID_TEAM_ID");
  const wanted = ids.filter((one) => one !== "");
  if (wanted.length > 0 && !teamsEnabled) failWith("TEAM_NOT_FOUND");
  return wanted;
}

const respondInput: InputField<RespondToInvitationInput> = input.object({
  invitationId,
  token: input.optional(invitationId),
});

/** Makes the caller a member, and makes the organization the active one. */
export function acceptInvitationEndpoint(
  settings: OrganizationSettings,
): EndpointOf<InvitationCalls["acceptInvitation"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/accept-invitation",
    summary: "Accept an invitation",
    changes: ["session", "listOrganizations", ...activeStores],
    stages: ["addMember"],
    input: respondInput,
    output: acceptedOutput,
    guards: [requireRecipient(settings)],
    errors: {
      ...impersonationErrors,
      ...pickErrors([
        "FAILED_TO_RETRIEVE_INVITATION",
        "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION",
        "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
        "ROLE_NOT_FOUND",
        "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
        "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
        "TEAM_NOT_FOUND",
        "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER",
        "TEAM_MEMBER_LIMIT_REACHED",
      ]),
    },
    // An emailed link also verifies the user's email, which takes additional queries.
    queryBudget: (settings.teamsEnabled ? 9 : 7) + (settings.sendInvitation ? 5 : 0),
    async handle(_, context) {
      const { session, user, received, proof } = context;
      const accepted = await acceptInvitation(context, settings, { session, user, received, proof });
      syncSessionCookies(context, accepted.active);
      return {
        invitation: presentInvitation(context, accepted.invitation),
        member: presentMember(context, accepted.member),
      };
    },
  });
}

/** Rejects an invitation. */
export function rejectInvitation(settings: OrganizationSettings): EndpointOf<InvitationCalls["rejectInvitation"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/reject-invitation",
    summary: "Decline an invitation",
    changes: activeStores,
    input: respondInput,
    output: rejectedOutput,
    guards: [requireRecipient(settings)],
    errors: pickErrors(["FAILED_TO_RETRIEVE_INVITATION"]),
    queryBudget: 4,
    async handle(_, context) {
      const { user, received } = context;
      const { id, organizationId, email } = received.invitation;
      await context.db.transaction(async (tx) => {
        const ended = await closeInvitation(tx, context, received.invitation, "rejected");
        if (!ended) failWith("FAILED_TO_RETRIEVE_INVITATION");
        const data = { invitationId: id, email };
        await recordAudit(tx, context, { action: "invitation.reject", actorId: user.id, organizationId, data });
      });
      return { invitation: presentInvitation(context, { ...received.invitation, status: "rejected" }), member: null };
    },
  });
}

/**
 * Returns the link of a pending invitation to its inviter, for apps that don't send email. Anyone with the link and the
 * invited email can accept, but it proves nothing about the mailbox.
 */
export function createInvitationLink(
  settings: OrganizationSettings,
): EndpointOf<InvitationCalls["createInvitationLink"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/invitation-link",
    summary: "Get an invitation's link",
    input: input.object({ invitationId }),
    output: linkOutput,
    guards: [requireInviter(settings), denyImpersonation],
    errors: pickErrors(["ROLE_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"]),
    queryBudget: settings.dynamicRoles ? 3 : 2,
    rateLimit: { window: 60, max: 60 },
    async handle(_, context) {
      const { user, invitation, membership } = context;
      if (!isPending(context, invitation)) failWith("INVITATION_NOT_FOUND");
      await checkInvitedRole(context, settings, context, membership, invitation.role ?? "");
      const { id, organizationId, email } = invitation;
      const data = { invitationId: id, email };
      await recordAudit(context.db, context, {
        action: "invitation.link.create",
        actorId: user.id,
        organizationId,
        data,
      });
      const shownId = linkId(context, "shown", invitation);
      return { id: shownId, url: invitationPage(settings, context.origin, shownId) };
    },
  });
}
