/** Calls that create and answer invitations. */

import { joinRoles } from "@latchkey/core/access";
import {
  defineEndpoint,
  type EndpointOf,
  fieldErrors,
  type InputField,
  inPersonErrors,
  input,
  normalizeEmail,
  presentUser,
  readFields,
  recordAudit,
  requireInPerson,
  showSession,
} from "@latchkey/core/plugin";
import { model } from "@latchkey/core/shapes";
import { refuse, someErrors } from "../errors.ts";
import { requireMember } from "../guards.ts";
import { invitationId, roles } from "../inputs.ts";
import { shownMember } from "../members/endpoints.ts";
import type { OrganizationSettings } from "../options.ts";
import { acceptInvitation } from "./accept.ts";
import type { AnswerInvitationInput, InvitationCalls, InviteMemberInput } from "./contract.ts";
import { isOpen } from "./find.ts";
import { requireInviter, requireRecipient } from "./guards.ts";
import { invitationPage } from "./mail.ts";
import { acceptedOutput, linkOutput, rejectedOutput } from "./outputs.ts";
import { shownInvitation } from "./present.ts";
import { checkInvitedRole } from "./roles.ts";
import { linkId } from "./secret.ts";
import { endInvitation, openInvitation } from "./store.ts";

/** Invites an address. The mail leaves after the invitation is stored. */
export function inviteMember(settings: OrganizationSettings): EndpointOf<InvitationCalls["createInvitation"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/invite-member",
    summary: "Invite somebody by mail",
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
        none: "ORGANIZATION_NOT_FOUND",
        stranger: "MEMBER_NOT_FOUND",
        permission: ["invitation", "create"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION",
      }),
    ],
    errors: {
      ...fieldErrors,
      ...inPersonErrors,
      ...someErrors([
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
    statements: settings.teams ? 10 : 8,
    rateLimit: { window: 60, max: 30 },
    async handle(body, context) {
      const email = normalizeEmail(body.email.trim()) ?? refuse("INVALID_EMAIL");
      const role = joinRoles(body.role);
      const { user, membership } = context;
      const { organization } = membership;
      await checkInvitedRole(context, settings, context, membership, role);
      const scope = { user: presentUser(context, user), organization };
      const teams = new Map<string, number>();
      for (const teamId of teamIds(settings, body)) {
        teams.set(teamId, await settings.teamMemberLimit({ ...scope, teamId }));
      }
      const fields = context.settings.fields.invitation ?? {};
      const invitation = await openInvitation(context, settings, {
        active: context,
        membership,
        email,
        role,
        teams,
        fields: await readFields(fields, { ...body }, "create"),
        resend: body.resend ?? false,
        limit: await settings.invitationLimit(scope),
      });
      // Without mail, the inviter passes the link on. With mail, only the mailbox gets it.
      const passesOn = settings.send === null && invitation.inviterId === user.id;
      const shown = shownInvitation(context, invitation);
      return passesOn ? { ...shown, id: linkId(context, "shown", invitation) } : shown;
    },
  });
}

function teamIds({ teams }: OrganizationSettings, { teamId = [] }: InviteMemberInput): readonly string[] {
  const ids = typeof teamId === "string" ? [teamId] : teamId;
  if (ids.some((one) => one.includes(","))) refuse("INVALID_TEAM_ID");
  const wanted = ids.filter((one) => one !== "");
  if (wanted.length > 0 && !teams) refuse("TEAM_NOT_FOUND");
  return wanted;
}

const answerInput: InputField<AnswerInvitationInput> = input.object({
  invitationId,
  token: input.optional(invitationId),
});

/** Makes the caller a member; the organization becomes the active one. */
export function acceptInvitationEndpoint(
  settings: OrganizationSettings,
): EndpointOf<InvitationCalls["acceptInvitation"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/accept-invitation",
    summary: "Accept an invitation",
    input: answerInput,
    output: acceptedOutput,
    guards: [requireRecipient(settings)],
    errors: {
      ...inPersonErrors,
      ...someErrors([
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
    // A mailed link also marks what the user has proven, and verifies their email.
    statements: (settings.teams ? 9 : 7) + (settings.send ? 5 : 0),
    async handle(_, context) {
      const { session, user, joined, received, proof } = context;
      const accepted = await acceptInvitation(context, settings, { session, user, joined, received, proof });
      showSession(context, accepted.active);
      return {
        invitation: shownInvitation(context, accepted.invitation),
        member: shownMember(context, accepted.member),
      };
    },
  });
}

/** Turns an invitation down. */
export function rejectInvitation(settings: OrganizationSettings): EndpointOf<InvitationCalls["rejectInvitation"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/reject-invitation",
    summary: "Reject an invitation",
    input: answerInput,
    output: rejectedOutput,
    guards: [requireRecipient(settings)],
    errors: someErrors(["FAILED_TO_RETRIEVE_INVITATION"]),
    statements: 4,
    async handle(_, context) {
      const { user, received } = context;
      const { id, organizationId } = received.invitation;
      await context.db.transaction(async (tx) => {
        const ended = await endInvitation(tx, context, received.invitation, "rejected");
        if (!ended) refuse("FAILED_TO_RETRIEVE_INVITATION");
        const data = { invitationId: id };
        await recordAudit(tx, context, { action: "invitation.reject", actorId: user.id, organizationId, data });
      });
      return { invitation: shownInvitation(context, { ...received.invitation, status: "rejected" }), member: null };
    },
  });
}

/**
 * Shows the inviter the link of their pending invitation, for apps that send no mail. It lets its bearer accept, and
 * proves nothing about the mailbox.
 */
export function createInvitationLink(
  settings: OrganizationSettings,
): EndpointOf<InvitationCalls["createInvitationLink"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/invitation-link",
    summary: "Show the link of an invitation to its inviter",
    input: input.object({ invitationId }),
    output: linkOutput,
    guards: [requireInviter(settings), requireInPerson],
    errors: someErrors(["ROLE_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"]),
    statements: settings.dynamicRoles ? 3 : 2,
    rateLimit: { window: 60, max: 60 },
    async handle(_, context) {
      const { user, invitation, membership } = context;
      if (!isOpen(context, invitation)) refuse("INVITATION_NOT_FOUND");
      await checkInvitedRole(context, settings, context, membership, invitation.role ?? "");
      const { id, organizationId } = invitation;
      const data = { invitationId: id };
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
