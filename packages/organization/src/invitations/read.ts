/** Endpoints that read invitations. */

import { defineEndpoint, type EndpointOf, input, normalizeEmail, type RequestContext } from "@latchkey/core/plugin";
import { list, model } from "@latchkey/core/shapes";
import { failWith, pickErrors } from "../errors.ts";
import { requireActiveSession, requireMember } from "../guards.ts";
import { invitationId, organizationIdQuery } from "../inputs.ts";
import type { OrganizationSettings } from "../options.ts";
import { invitationTable, organizationTable } from "../tables.ts";
import type { InvitationCalls } from "./contract.ts";
import { findInvitations } from "./find.ts";
import { requireReader } from "./guards.ts";
import { detailsOutput, ownInvitationOutput } from "./outputs.ts";
import { canSeeInvitations, presentInvitation } from "./present.ts";

/** Maximum invitations in a list. */
const maxInvitations = 1000;

/** Returns an invitation to its recipient. Without a session, anyone with its link can read it. */
export function getInvitation(settings: OrganizationSettings): EndpointOf<InvitationCalls["getInvitation"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-invitation",
    summary: "Get an invitation",
    input: input.object({ id: invitationId, token: input.optional(invitationId) }),
    output: detailsOutput,
    guards: [requireReader(settings)],
    errors: pickErrors(["INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION"]),
    queryBudget: 3,
    rateLimit: { window: 60, max: 60 },
    handle({ id: given }, context) {
      const { invitation, organization, inviter, inviterUser } = context.received;
      if (!inviter) failWith("INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
      return {
        ...presentInvitation(context, invitation),
        // Pages use this id to accept the invitation, so it must keep the secret from the link.
        id: given,
        organizationName: organization.name,
        organizationSlug: organization.slug,
        organizationLogo: organization.logo,
        inviterName: inviterUser.name,
        inviterEmail: inviterUser.email,
      };
    },
  });
}

/**
 * Lists an organization's invitations with any status, newest first. Members who can't create or cancel invitations see
 * only those that they sent or received.
 */
export function listInvitations(settings: OrganizationSettings): EndpointOf<InvitationCalls["listInvitations"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-invitations",
    summary: "List invitations",
    input: organizationIdQuery,
    output: list(model("invitation")),
    guards: [
      requireMember(settings, {
        noOrganization: "ORGANIZATION_ID_IS_REQUIRED",
        notMember: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
      }),
    ],
    queryBudget: 2,
    async handle(_, context) {
      const { membership, user } = context;
      const own = canSeeInvitations(membership) ? null : user;
      const rows = await findInvitations(context.db, membership.organization.id, maxInvitations, own);
      return rows.map((row) => presentInvitation(context, row));
    },
  });
}

/** Lists pending invitations to the caller's verified email. Server calls without headers can pass any email. */
export const listUserInvitations: EndpointOf<InvitationCalls["listUserInvitations"]> = defineEndpoint({
  method: "GET",
  path: "/organization/list-user-invitations",
  summary: "List the caller's invitations",
  input: input.object({ email: input.optional(input.text()) }),
  output: list(ownInvitationOutput),
  errors: pickErrors(["UNAUTHORIZED", "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"]),
  queryBudget: 2,
  async handle({ email: named }, context) {
    const email =
      context.isServerCall && named !== undefined ? normalizeEmail(named) : await requireVerifiedEmail(context);
    if (email === null) return [];
    const rows = await context.db.findMany(invitationTable, {
      where: { email, status: "pending", expiresAt: { gt: context.now() } },
      join: { organization: { table: organizationTable, on: { id: "organizationId" }, required: true } },
      orderBy: [{ column: "createdAt", direction: "desc" }],
      limit: maxInvitations,
    });
    return rows.map((row) => ({ ...presentInvitation(context, row), organizationName: row.organization.name }));
  },
});

async function requireVerifiedEmail(context: RequestContext): Promise<string> {
  const { user } = await requireActiveSession(context, {});
  if (!user.emailVerified) failWith("EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION");
  return user.email;
}
