/** Whose invitation it is: guards that find it once and hand it on. */

import {
  type ActiveSession,
  fail,
  type Guard,
  httpErrors,
  type RequestContext,
  readSession,
  requireHeaders,
} from "@latchkey/core/plugin";
import { type OrganizationErrorCode, refuse, someErrors } from "../errors.ts";
import { type Membership, may, type OrganizationGuard, signedIn } from "../guards.ts";
import type { OrganizationSettings } from "../options.ts";
import { grantsOf } from "../roles/store.ts";
import { type InvitationRow, invitationTable, memberTable, organizationTable } from "../tables.ts";
import { findInvitation, type InvitationAtHand, isOpen } from "./find.ts";
import { findProof, type LinkProof, parseId } from "./secret.ts";

/** What the guard of recipients adds. */
export interface Received extends ActiveSession {
  readonly received: InvitationAtHand;
  /** What the caller's link proves; `null`: they gave the plain id. */
  readonly proof: LinkProof | null;
}

interface Named {
  readonly invitationId?: string;
  readonly id?: string;
  readonly token?: string;
}

const unverified = "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION";

/** What the guards of recipients and of readers refuse. */
const recipientErrors = someErrors([
  "UNAUTHORIZED",
  "INVITATION_NOT_FOUND",
  "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
  unverified,
]);

type RecipientCode = keyof typeof recipientErrors;

/** The invitation is pending and addressed to the caller, whose email is verified or who has its link. Two statements. */
export function requireRecipient(settings: OrganizationSettings): OrganizationGuard<Received, RecipientCode> {
  return {
    name: "requireRecipient",
    summary: "Somebody is signed in whom the invitation is for.",
    errors: recipientErrors,
    asks: {
      who: "recipient",
      permission: null,
      none: null,
      stranger: "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
      denied: null,
    },
    async check(context, input) {
      const active = await signedIn(context, input);
      const named = input as Named;
      const received = await openInvitation(context, named);
      return { ...active, received, proof: await checkRecipient(context, settings, active, received, named) };
    },
  };
}

/** What the guard of readers adds. */
export interface Shown {
  readonly received: InvitationAtHand;
}

/** Like `requireRecipient`. Without a session, the invitation's link is enough. */
export function requireReader(settings: OrganizationSettings): Guard<Shown, RecipientCode> {
  return {
    name: "requireReader",
    summary: "The invitation is addressed to the signed-in user, or its link is given.",
    errors: recipientErrors,
    async check(context, input) {
      const named = input as Named;
      const active = await readSession(context, { cache: false, refresh: false });
      const { secret } = givenId(named);
      const bringsSecret = secret !== null || named.token !== undefined;
      if (!bringsSecret) requireHeaders(context);
      if (!active && !bringsSecret) fail(httpErrors, "UNAUTHORIZED", { message: "Not authenticated" });
      const received = await openInvitation(context, named);
      if (active) await checkRecipient(context, settings, active, received, named);
      else if (!(await proofOf(context, named, received))) refuse("INVITATION_NOT_FOUND");
      return { received };
    },
  };
}

function givenId({ invitationId, id }: Named): ReturnType<typeof parseId> {
  return parseId(invitationId ?? id ?? "");
}

function proofOf(context: RequestContext, named: Named, { invitation }: InvitationAtHand): Promise<LinkProof | null> {
  return findProof(context, givenId(named), named.token, invitation);
}

async function openInvitation(context: RequestContext, named: Named): Promise<InvitationAtHand> {
  const found = await findInvitation(context.db, givenId(named).id);
  return found && isOpen(context, found.invitation) ? found : refuse("INVITATION_NOT_FOUND");
}

/** @returns what the caller's link proves */
async function checkRecipient(
  context: RequestContext,
  { wantsVerified }: OrganizationSettings,
  { user }: ActiveSession,
  received: InvitationAtHand,
  named: Named,
): Promise<LinkProof | null> {
  // Both are in the one form in which addresses are kept: look-alikes differ, other case does not.
  if (user.email !== received.invitation.email) refuse("YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION");
  const proof = await proofOf(context, named, received);
  // Other members may know the plain id, and anyone can sign up with the invited address.
  if (wantsVerified && !user.emailVerified && proof === null) refuse(unverified);
  return proof;
}

/** What the guards of members who manage invitations add. */
export interface ManagedInvitation extends ActiveSession {
  readonly invitation: InvitationRow;
  readonly membership: Membership;
}

/** The invitation belongs to an organization in which the caller can revoke invitations. Two statements. */
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

/** The caller sent the invitation, and can still invite. Two statements. */
export function requireInviter(
  settings: OrganizationSettings,
): OrganizationGuard<ManagedInvitation, ManagerCode | "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION"> {
  return requireManager(settings, {
    name: "requireInviter(invitation:create)",
    summary: "The signed-in user sent the invitation and can still invite.",
    action: "create",
    denied: "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION",
    isAllowed: ({ inviterId }, userId) => inviterId === userId,
  });
}

type ManagerCode = "UNAUTHORIZED" | "INVITATION_NOT_FOUND";

interface ManagerRules<Code extends OrganizationErrorCode> {
  readonly name: string;
  readonly summary: string;
  readonly action: "create" | "cancel";
  readonly denied: Code;
  /** Asked in addition to the permission. */
  isAllowed?(invitation: InvitationRow, userId: string): boolean;
}

function requireManager<Code extends OrganizationErrorCode>(
  settings: OrganizationSettings,
  { name, summary, action, denied, isAllowed = () => true }: ManagerRules<Code>,
): OrganizationGuard<ManagedInvitation, ManagerCode | Code> {
  return {
    name,
    summary,
    errors: someErrors(["UNAUTHORIZED", "INVITATION_NOT_FOUND", denied]),
    asks: {
      who: "canceler",
      permission: ["invitation", action],
      none: null,
      stranger: "INVITATION_NOT_FOUND",
      denied,
    },
    async check(context, input) {
      const active = await signedIn(context, input);
      const own = { organizationId: "organizationId", userId: { value: active.user.id } };
      const row = await context.db.findOne(invitationTable, {
        where: { id: givenId(input as Named).id },
        join: {
          caller: { table: memberTable, on: own, required: true },
          organization: { table: organizationTable, on: { id: "organizationId" }, required: true },
        },
      });
      // An invitation of another organization gets the answer for one that doesn't exist.
      if (!row) refuse("INVITATION_NOT_FOUND");
      const { caller: member, organization, ...invitation } = row;
      const granted = await grantsOf(context, settings, organization, member.role);
      const asked = { permission: ["invitation", action], denied } as const;
      if (!may(granted, asked.permission) || !isAllowed(invitation, active.user.id)) refuse(denied);
      return { ...active, invitation, membership: { organization, member, granted, asked } };
    },
  };
}
