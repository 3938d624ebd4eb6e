/** Guards that load an invitation once and check that the caller can use it. */

import {
  type ActiveSession,
  fail,
  type Guard,
  httpErrors,
  type RequestContext,
  readSession,
  requireHeaders,
} from "@latchkey/core/plugin";
import { failWith, type OrganizationErrorCode, pickErrors } from "../errors.ts";
import { isGranted, type Membership, type OrganizationGuard, requireActiveSession } from "../guards.ts";
import type { OrganizationSettings } from "../options.ts";
import { permissionsOf } from "../roles/store.ts";
import { type InvitationRow, invitationTable, memberTable, notSuspended, organizationTable } from "../tables.ts";
import { findInvitation, isPending, type LoadedInvitation } from "./find.ts";
import { findLinkProof, type LinkProof, parseLinkId } from "./secret.ts";

/** What `requireRecipient` adds to the context. */
export interface WithReceivedInvitation extends ActiveSession {
  readonly received: LoadedInvitation;
  /** What the caller's link proves. `null` if they sent the plain id. */
  readonly proof: LinkProof | null;
}

interface InvitationSelector {
  readonly invitationId?: string;
  readonly id?: string;
  readonly token?: string;
}

const unverifiedCode = "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION";

/** Errors of the guards for recipients and readers. */
const recipientErrors = pickErrors([
  "UNAUTHORIZED",
  "INVITATION_NOT_FOUND",
  "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
  unverifiedCode,
]);

type RecipientCode = keyof typeof recipientErrors;

/**
 * Requires a pending invitation to the caller's email. The email must be verified, or the caller must have the link.
 * Sends two queries.
 */
export function requireRecipient(
  settings: OrganizationSettings,
): OrganizationGuard<WithReceivedInvitation, RecipientCode> {
  return {
    name: "requireRecipient",
    summary: "The invitation is for the signed-in user.",
    errors: recipientErrors,
    spec: {
      role: "recipient",
      permission: null,
      noOrganization: null,
      notMember: "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
      denied: null,
    },
    async check(context, input) {
      const active = await requireActiveSession(context, input);
      const named = input as InvitationSelector;
      const received = await loadPendingInvitation(context, named);
      return { ...active, received, proof: await checkRecipient(context, settings, active, received, named) };
    },
  };
}

/** What `requireReader` adds to the context. */
export interface WithReadableInvitation {
  readonly received: LoadedInvitation;
}

/** Does the same as `requireRecipient`, except that without a session, the invitation's link is enough. */
export function requireReader(settings: OrganizationSettings): Guard<WithReadableInvitation, RecipientCode> {
  return {
    name: "requireReader",
    summary: "The invitation is for the signed-in user, or the request has its link.",
    errors: recipientErrors,
    async check(context, input) {
      const named = input as InvitationSelector;
      const active = await readSession(context);
      const { secret } = selectedId(named);
      const hasSecret = secret !== null || named.token !== undefined;
      if (!hasSecret) requireHeaders(context);
      if (!active && !hasSecret) fail(httpErrors, "UNAUTHORIZED", { message: "Not authenticated" });
      const received = await loadPendingInvitation(context, named);
      if (active) await checkRecipient(context, settings, active, received, named);
      else if (!(await findProofFor(context, named, received))) failWith("INVITATION_NOT_FOUND");
      return { received };
    },
  };
}

function selectedId({ invitationId, id }: InvitationSelector): ReturnType<typeof parseLinkId> {
  return parseLinkId(invitationId ?? id ?? "");
}

function findProofFor(
  context: RequestContext,
  named: InvitationSelector,
  { invitation }: LoadedInvitation,
): Promise<LinkProof | null> {
  return findLinkProof(context, selectedId(named), named.token, invitation);
}

async function loadPendingInvitation(context: RequestContext, named: InvitationSelector): Promise<LoadedInvitation> {
  const found = await findInvitation(context.db, selectedId(named).id);
  return found && isPending(context, found.invitation) ? found : failWith("INVITATION_NOT_FOUND");
}

/** @returns what the caller's link proves */
async function checkRecipient(
  context: RequestContext,
  { requireVerifiedEmail }: OrganizationSettings,
  { user }: ActiveSession,
  received: LoadedInvitation,
  named: InvitationSelector,
): Promise<LinkProof | null> {
  // Both are normalized, so case doesn't matter and look-alike characters don't match.
  if (user.email !== received.invitation.email) failWith("YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION");
  const proof = await findProofFor(context, named, received);
  // Other members can know the plain id, and anyone can sign up with the invited email.
  if (requireVerifiedEmail && !user.emailVerified && proof === null) failWith(unverifiedCode);
  return proof;
}

/** What the guards for members who manage invitations add. */
export interface ManagedInvitation extends ActiveSession {
  readonly invitation: InvitationRow;
  readonly membership: Membership;
}

/** Requires an invitation of an organization where the caller can revoke invitations. Sends two queries. */
export function requireCanceler(
  settings: OrganizationSettings,
): OrganizationGuard<ManagedInvitation, ManagerCode | "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION"> {
  return requireManager(settings, {
    name: "requireCanceler(invitation:cancel)",
    summary: "The signed-in user can revoke the invitation.",
    action: "cancel",
    denied: "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION",
  });
}

/** Requires that the caller sent the invitation and can still invite users. Sends two queries. */
export function requireInviter(
  settings: OrganizationSettings,
): OrganizationGuard<ManagedInvitation, ManagerCode | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION"> {
  return requireManager(settings, {
    name: "requireInviter(invitation:create)",
    summary: "The signed-in user sent the invitation and can still invite members.",
    action: "create",
    denied: "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION",
    isAllowed: ({ inviterId }, userId) => inviterId === userId,
  });
}

type ManagerCode = "UNAUTHORIZED" | "INVITATION_NOT_FOUND";

interface ManagerGuardOptions<Code extends OrganizationErrorCode> {
  readonly name: string;
  readonly summary: string;
  readonly action: "create" | "cancel";
  readonly denied: Code;
  /** An additional check after the permission. */
  isAllowed?(invitation: InvitationRow, userId: string): boolean;
}

function requireManager<Code extends OrganizationErrorCode>(
  settings: OrganizationSettings,
  { name, summary, action, denied, isAllowed = () => true }: ManagerGuardOptions<Code>,
): OrganizationGuard<ManagedInvitation, ManagerCode | Code> {
  return {
    name,
    summary,
    errors: pickErrors(["UNAUTHORIZED", "INVITATION_NOT_FOUND", denied]),
    spec: {
      role: "canceler",
      permission: ["invitation", action],
      noOrganization: null,
      notMember: "INVITATION_NOT_FOUND",
      denied,
    },
    async check(context, input) {
      const active = await requireActiveSession(context, input);
      const own = { organizationId: "organizationId", userId: { value: active.user.id } };
      const row = await context.db.findOne(invitationTable, {
        where: { id: selectedId(input as InvitationSelector).id },
        join: {
          caller: { table: memberTable, on: own, required: true, where: notSuspended },
          organization: { table: organizationTable, on: { id: "organizationId" }, required: true },
        },
      });
      // Another organization's invitation gets the same error as one that doesn't exist.
      if (!row) failWith("INVITATION_NOT_FOUND");
      const { caller: member, organization, ...invitation } = row;
      const granted = await permissionsOf(context, settings, organization, member.role);
      const asked = { permission: ["invitation", action], denied } as const;
      if (!isGranted(granted, asked.permission) || !isAllowed(invitation, active.user.id)) failWith(denied);
      return { ...active, invitation, membership: { organization, member, granted, required: asked } };
    },
  };
}
