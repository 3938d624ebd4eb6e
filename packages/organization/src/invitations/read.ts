/** Calls that read invitations. */

import { defineEndpoint, type EndpointOf, input, normalizeEmail, type RequestContext } from "@latchkey/core/plugin";
import { list, model } from "@latchkey/core/shapes";
import { refuse, someErrors } from "../errors.ts";
import { requireMember, signedIn } from "../guards.ts";
import { invitationId, organizationIdQuery } from "../inputs.ts";
import type { OrganizationSettings } from "../options.ts";
import { invitationTable, organizationTable } from "../tables.ts";
import type { InvitationCalls } from "./contract.ts";
import { invitationsOf } from "./find.ts";
import { requireReader } from "./guards.ts";
import { detailsOutput, ownInvitationOutput } from "./outputs.ts";
import { seesInvitations, shownInvitation } from "./present.ts";

/** Most invitations in a list. */
const mostListed = 1000;

/** An invitation, for its recipient. */
export function getInvitation(settings: OrganizationSettings): EndpointOf<InvitationCalls["getInvitation"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/get-invitation",
    summary: "An invitation, for its recipient",
    input: input.object({ id: invitationId, token: input.optional(invitationId) }),
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
export function listInvitations(settings: OrganizationSettings): EndpointOf<InvitationCalls["listInvitations"]> {
  return defineEndpoint({
    method: "GET",
    path: "/organization/list-invitations",
    summary: "An organization's invitations",
    input: organizationIdQuery,
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

/** The open invitations to the caller's address, which must be proven. For the app itself, without headers: to any address. */
export const listUserInvitations: EndpointOf<InvitationCalls["listUserInvitations"]> = defineEndpoint({
  method: "GET",
  path: "/organization/list-user-invitations",
  summary: "Open invitations to the caller",
  input: input.object({ email: input.optional(input.text()) }),
  output: list(ownInvitationOutput),
  errors: someErrors(["UNAUTHORIZED", "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"]),
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
  const { user } = await signedIn(context, {});
  if (!user.emailVerified) refuse("EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION");
  return user.email;
}
