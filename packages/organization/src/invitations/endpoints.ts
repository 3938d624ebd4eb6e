/** Calls about invitations. */

import {
  defineEndpoint,
  type Endpoint,
  fieldErrors,
  inPersonErrors,
  mayMail,
  normalizeEmail,
  presentUser,
  type RequestContext,
  readFields,
  recordAudit,
  requireSession,
  sessionErrors,
  showSession,
} from "@latchkey/core";
import { joinRoles } from "@latchkey/core/access";
import type { Adapter } from "@latchkey/core/database";
import { list, model } from "@latchkey/core/shapes";
import * as z from "zod";
import { refuse, someErrors } from "../errors.ts";
import { isOwner, refuseStandIn, requireMember } from "../guards.ts";
import { flag, id, roles, text } from "../inputs.ts";
import { shownMember } from "../members/endpoints.ts";
import type { Member } from "../members/inputs.ts";
import type { OrganizationSettings } from "../options.ts";
import { invitationTable, organizationTable } from "../tables.ts";
import { acceptInvitation } from "./accept.ts";
import { invitationsOf } from "./find.ts";
import { requireCanceler, requireReader, requireRecipient } from "./guards.ts";
import type {
  AcceptedInvitation,
  AnswerInvitationInput,
  Invitation,
  InvitationDetails,
  InvitationInput,
  InvitationQuery,
  InviteMemberInput,
  OwnInvitation,
  RejectedInvitation,
} from "./inputs.ts";
import { acceptedOutput, detailsOutput, ownInvitationOutput, rejectedOutput } from "./outputs.ts";
import { seesInvitations, shownInvitation } from "./present.ts";
import { checkInvitedRole } from "./roles.ts";
import { endInvitation, openInvitation } from "./store.ts";

/** Most invitations in a list. */
const mostListed = 1000;

const inviteInput: z.ZodType<InviteMemberInput> = z.looseObject({
  email: z.string().max(1000),
  role: roles,
  organizationId: id.optional(),
  resend: flag.optional(),
  teamId: z.union([text(255), z.array(text(255)).max(20)]).optional(),
}) as z.ZodType<InviteMemberInput>;

/** Invites an address. The mail leaves after the invitation is stored. */
export function inviteMember(settings: OrganizationSettings): Endpoint<InviteMemberInput, Invitation> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/invite-member",
    summary: "Invite somebody by mail",
    input: inviteInput,
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
        "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
        "INVITATION_LIMIT_REACHED",
        "TEAM_MEMBER_LIMIT_REACHED",
      ]),
    },
    statements: settings.teams ? 9 : 7,
    rateLimit: { window: 60, max: 30 },
    async handle(body, context) {
      const email = normalizeEmail(body.email.trim()) ?? refuse("INVALID_EMAIL");
      const role = joinRoles(body.role);
      const { user, membership } = context;
      const { organization, member, granted } = membership;
      const checkRole = async (wanted: string, db?: Adapter): Promise<void> => {
        if (isOwner(settings, wanted)) refuseStandIn(context, context);
        await checkInvitedRole(context, settings, { organization, role: member.role, granted }, wanted, db);
      };
      await checkRole(role);
      const scope = { user: presentUser(context, user), organization };
      const teams = new Map<string, number>();
      for (const teamId of teamIds(settings, body)) {
        teams.set(teamId, await settings.teamMemberLimit({ ...scope, teamId }));
      }
      const fields = context.settings.fields.invitation ?? {};
      const invitation = await openInvitation(context, settings, {
        organization,
        inviter: user,
        email,
        role,
        teams,
        fields: await readFields(fields, body as unknown as Readonly<Record<string, unknown>>, "create"),
        resend: body.resend ?? false,
        checkRole,
        limit: await settings.invitationLimit(scope),
        mails: await mayMail(context, email),
      });
      return shownInvitation(context, invitation);
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

const answerInput: z.ZodType<AnswerInvitationInput> = z.object({
  invitationId: id,
  token: text(255, 1).optional(),
});

/** Makes the caller a member; the organization becomes the active one. */
export function acceptInvitationEndpoint(
  settings: OrganizationSettings,
): Endpoint<AnswerInvitationInput, AcceptedInvitation<Invitation, Member>> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/accept-invitation",
    summary: "Accept an invitation",
    input: answerInput,
    output: acceptedOutput,
    guards: [requireRecipient(settings)],
    errors: someErrors([
      "FAILED_TO_RETRIEVE_INVITATION",
      "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION",
      "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
      "ROLE_NOT_FOUND",
      "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
      "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
      "TEAM_NOT_FOUND",
      "TEAM_MEMBER_LIMIT_REACHED",
    ]),
    statements: settings.teams ? 9 : 7,
    async handle(_, context) {
      const { session, user, joined, received, isProven } = context;
      const accepted = await acceptInvitation(context, settings, { session, user, joined, received, isProven });
      showSession(context, accepted.active);
      return {
        invitation: shownInvitation(context, accepted.invitation),
        member: shownMember(context, accepted.member),
      };
    },
  });
}

/** Turns an invitation down. */
export function rejectInvitation(
  settings: OrganizationSettings,
): Endpoint<AnswerInvitationInput, RejectedInvitation<Invitation>> {
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
      const { id: invitationId, organizationId } = received.invitation;
      await context.db.transaction(async (tx) => {
        const ended = await endInvitation(tx, context, received.invitation, "rejected");
        if (!ended) refuse("FAILED_TO_RETRIEVE_INVITATION");
        const data = { invitationId };
        await recordAudit(tx, context, { action: "invitation.reject", actorId: user.id, organizationId, data });
      });
      return { invitation: shownInvitation(context, { ...received.invitation, status: "rejected" }), member: null };
    },
  });
}

/** Withdraws an invitation, also one that was turned down. What was accepted stays so. */
export function cancelInvitation(settings: OrganizationSettings): Endpoint<InvitationInput, Invitation> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/cancel-invitation",
    summary: "Withdraw an invitation",
    input: z.object({ invitationId: id }) as z.ZodType<InvitationInput>,
    output: model("invitation"),
    guards: [requireCanceler(settings)],
    errors: someErrors(["INVITATION_NOT_FOUND"]),
    statements: 3,
    async handle(_, context) {
      const { user, invitation } = context;
      const { id: invitationId, organizationId } = invitation;
      await context.db.transaction(async (tx) => {
        const where = { id: invitationId, status: { ne: "accepted" as const } };
        const canceled = await tx.update(invitationTable, { where, set: { status: "canceled" } });
        if (canceled === 0) refuse("INVITATION_NOT_FOUND");
        const data = { invitationId };
        await recordAudit(tx, context, { action: "invitation.cancel", actorId: user.id, organizationId, data });
      });
      return shownInvitation(context, { ...invitation, status: "canceled" });
    },
  });
}

/** An invitation, for its recipient. */
export function getInvitation(settings: OrganizationSettings): Endpoint<InvitationQuery, InvitationDetails> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-invitation",
    summary: "An invitation, for its recipient",
    input: z.object({ id, token: text(255, 1).optional() }) as z.ZodType<InvitationQuery>,
    output: detailsOutput,
    guards: [requireReader(settings)],
    errors: someErrors(["INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"]),
    statements: 3,
    rateLimit: { window: 60, max: 60 },
    handle(_, context) {
      const { invitation, organization, inviter, inviterUser } = context.received;
      if (!inviter) refuse("INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
      return {
        ...shownInvitation(context, invitation),
        organizationName: organization.name,
        organizationSlug: organization.slug,
        inviterEmail: inviterUser.email,
      };
    },
  });
}

/** An organization's invitations of all states, newest first. */
export function listInvitations(
  settings: OrganizationSettings,
): Endpoint<{ readonly organizationId?: string | undefined }, Invitation[]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-invitations",
    summary: "An organization's invitations",
    input: z.object({ organizationId: id.optional() }) as z.ZodType<{ readonly organizationId?: string | undefined }>,
    output: list(model("invitation")),
    guards: [
      requireMember(settings, {
        none: "ORGANIZATION_ID_IS_REQUIRED",
        stranger: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
      }),
    ],
    statements: 2,
    async handle(_, context) {
      const { membership } = context;
      if (!seesInvitations(settings, membership)) return [];
      const rows = await invitationsOf(context.db, membership.organization.id, mostListed);
      return rows.map((row) => shownInvitation(context, row));
    },
  });
}

/** What `list-user-invitations` takes: an address on the server alone. */
export interface UserInvitationsQuery {
  readonly email?: string | undefined;
}

/** The open invitations to the caller's address, which must be proven. On the server: to any address. */
export const listUserInvitations: Endpoint<UserInvitationsQuery, OwnInvitation[]> = defineEndpoint({
  method: "GET",
  path: "/organization/list-user-invitations",
  summary: "Open invitations to the caller",
  input: z.object({ email: text(255).optional() }) as z.ZodType<UserInvitationsQuery>,
  output: list(ownInvitationOutput),
  errors: { ...sessionErrors, ...someErrors(["EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"]) },
  statements: 2,
  async handle({ email: named }, context) {
    const email = !context.overHttp && named !== undefined ? normalizeEmail(named) : await ownAddress(context);
    if (email === null) return [];
    const rows = await context.db.findMany(invitationTable, {
      where: { email, status: "pending", expiresAt: { gt: context.now() } },
      join: { organization: { table: organizationTable, on: { id: "organizationId" }, required: true } },
      orderBy: [{ column: "createdAt", direction: "desc" }],
      limit: mostListed,
    });
    return rows.map((row) => ({ ...shownInvitation(context, row), organizationName: row.organization.name }));
  },
});

async function ownAddress(context: RequestContext): Promise<string> {
  const { user } = (await requireSession.check(context, {})) as {
    readonly user: { readonly email: string; readonly emailVerified: boolean };
  };
  if (!user.emailVerified) refuse("EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION");
  return user.email;
}
