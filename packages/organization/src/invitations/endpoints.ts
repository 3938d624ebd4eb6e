/** Calls about invitations. */

import {
  defineEndpoint,
  type Endpoint,
  fieldErrors,
  inPersonErrors,
  normalizeEmail,
  presentUser,
  type RequestContext,
  readFields,
  recordAudit,
  requireInPerson,
  requireSession,
  sessionErrors,
  showSession,
} from "@latchkey/core";
import { joinRoles } from "@latchkey/core/access";
import { list, model } from "@latchkey/core/shapes";
import * as z from "zod";
import { refuse, someErrors } from "../errors.ts";
import { requireMember } from "../guards.ts";
import { flag, id, roles, text } from "../inputs.ts";
import { shownMember } from "../members/endpoints.ts";
import type { Member } from "../members/inputs.ts";
import type { OrganizationSettings } from "../options.ts";
import { invitationTable, organizationTable } from "../tables.ts";
import { acceptInvitation } from "./accept.ts";
import { invitationsOf, isOpen } from "./find.ts";
import { requireInviter, requireReader, requireRecipient } from "./guards.ts";
import type {
  AcceptedInvitation,
  AnswerInvitationInput,
  Invitation,
  InvitationDetails,
  InvitationInput,
  InvitationLink,
  InvitationQuery,
  InviteMemberInput,
  OwnInvitation,
  RejectedInvitation,
} from "./inputs.ts";
import { invitationPage } from "./mail.ts";
import { acceptedOutput, detailsOutput, linkOutput, ownInvitationOutput, rejectedOutput } from "./outputs.ts";
import { seesInvitations, shownInvitation } from "./present.ts";
import { checkInvitedRole } from "./roles.ts";
import { linkId } from "./secret.ts";
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
        fields: await readFields(fields, body as unknown as Readonly<Record<string, unknown>>, "create"),
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

/** An invitation's id, plain or in the form that links carry. */
const givenId = text(500, 1);

const answerInput: z.ZodType<AnswerInvitationInput> = z.object({
  invitationId: givenId,
  token: givenId.optional(),
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

const invitationInput: z.ZodType<InvitationInput> = z.object({ invitationId: givenId });

/**
 * Shows the inviter the link of their pending invitation, for apps that send no mail. It lets its bearer accept, and
 * proves nothing about the mailbox.
 */
export function createInvitationLink(settings: OrganizationSettings): Endpoint<InvitationInput, InvitationLink> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/invitation-link",
    summary: "Show the link of an invitation to its inviter",
    input: invitationInput,
    output: linkOutput,
    guards: [requireInviter(settings), requireInPerson],
    errors: someErrors(["INVITATION_NOT_FOUND", "ROLE_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"]),
    statements: settings.dynamicRoles ? 3 : 2,
    rateLimit: { window: 60, max: 60 },
    async handle(_, context) {
      const { user, invitation, membership } = context;
      if (!isOpen(context, invitation)) refuse("INVITATION_NOT_FOUND");
      await checkInvitedRole(context, settings, context, membership, invitation.role ?? "");
      const { id: invitationId, organizationId } = invitation;
      const data = { invitationId };
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

/** An invitation, for its recipient. */
export function getInvitation(settings: OrganizationSettings): Endpoint<InvitationQuery, InvitationDetails> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-invitation",
    summary: "An invitation, for its recipient",
    input: z.object({ id: givenId, token: givenId.optional() }) as z.ZodType<InvitationQuery>,
    output: detailsOutput,
    guards: [requireReader(settings)],
    errors: someErrors(["INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"]),
    statements: 3,
    rateLimit: { window: 60, max: 60 },
    handle({ id: given }, context) {
      const { invitation, organization, inviter, inviterUser } = context.received;
      if (!inviter) refuse("INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
      return {
        ...shownInvitation(context, invitation),
        // Pages pass this id on when they accept: it keeps what the given one proves.
        id: given,
        organizationName: organization.name,
        organizationSlug: organization.slug,
        inviterEmail: inviterUser.email,
      };
    },
  });
}

/** An organization's invitations of all states, newest first. Without a permission on invitations, only one's own. */
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
      const { membership, user } = context;
      const own = seesInvitations(membership) ? null : user;
      const rows = await invitationsOf(context.db, membership.organization.id, mostListed, own);
      return rows.map((row) => shownInvitation(context, row));
    },
  });
}

/** What `list-user-invitations` takes: an address only if the app calls without anyone's headers. */
export interface UserInvitationsQuery {
  readonly email?: string | undefined;
}

/** The open invitations to the caller's address, which must be proven. For the app itself, without headers: to any address. */
export const listUserInvitations: Endpoint<UserInvitationsQuery, OwnInvitation[]> = defineEndpoint({
  method: "GET",
  path: "/organization/list-user-invitations",
  summary: "Open invitations to the caller",
  input: z.object({ email: text(255).optional() }) as z.ZodType<UserInvitationsQuery>,
  output: list(ownInvitationOutput),
  errors: { ...sessionErrors, ...someErrors(["EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"]) },
  statements: 2,
  async handle({ email: named }, context) {
    const email = context.byApp && named !== undefined ? normalizeEmail(named) : await ownAddress(context);
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
