/** Whose invitation it is: guards that find it once and hand it on. */

import {
  type ActiveSession,
  fail,
  type Guard,
  httpErrors,
  type RequestContext,
  readSession,
  sessionErrors,
} from "@latchkey/core";
import { type OrganizationErrorCode, refuse, someErrors } from "../errors.ts";
import { may, type OrganizationGuard, signedIn } from "../guards.ts";
import type { OrganizationSettings } from "../options.ts";
import { grantsOf } from "../roles/store.ts";
import { type InvitationRow, invitationTable, memberTable, organizationTable } from "../tables.ts";
import { findInvitation, type InvitationAtHand, isOpen } from "./find.ts";
import { isProof } from "./token.ts";

/** What the guard of recipients adds. */
export interface Received extends ActiveSession {
  readonly received: InvitationAtHand;
  /** The token of the mail came along: whoever calls reads this address. */
  readonly isProven: boolean;
}

interface Named {
  readonly invitationId?: string;
  readonly id?: string;
  readonly token?: string;
}

const unverified = "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION";

const recipientCodes: readonly OrganizationErrorCode[] = [
  "INVITATION_NOT_FOUND",
  "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
  unverified,
];

/** The invitation is open and goes to the caller's address, which is proven where that is asked. Two statements. */
export function requireRecipient(settings: OrganizationSettings): OrganizationGuard<Received> {
  return {
    name: "requireRecipient",
    summary: "Somebody is signed in whom the invitation is for.",
    errors: { ...sessionErrors, ...someErrors(recipientCodes) },
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
      return { ...active, received, isProven: await checkRecipient(context, settings, active, received, named) };
    },
  };
}

/** What the guard of readers adds. */
export interface Shown {
  readonly received: InvitationAtHand;
}

/** As `requireRecipient`; without a session, whoever brings the token of the mail. */
export function requireReader(settings: OrganizationSettings): Guard<Shown> {
  return {
    name: "requireReader",
    summary: "The invitation is for whoever is signed in, or its mail's token is given.",
    errors: { ...sessionErrors, ...someErrors(recipientCodes) },
    async check(context, input) {
      const named = input as Named;
      const active = await readSession(context, { cache: false, refresh: false });
      if (!active && named.token === undefined) fail(httpErrors, "UNAUTHORIZED", { message: "Not authenticated" });
      const received = await openInvitation(context, named);
      if (active) await checkRecipient(context, settings, active, received, named);
      else if (!(await isProof(context, named.token, received.invitation))) refuse("INVITATION_NOT_FOUND");
      return { received };
    },
  };
}

async function openInvitation(context: RequestContext, { invitationId, id }: Named): Promise<InvitationAtHand> {
  const found = await findInvitation(context.db, invitationId ?? id ?? "");
  return found && isOpen(context, found.invitation) ? found : refuse("INVITATION_NOT_FOUND");
}

/** @returns whether the token of the mail came along */
async function checkRecipient(
  context: RequestContext,
  { wantsVerified }: OrganizationSettings,
  { user }: ActiveSession,
  { invitation }: InvitationAtHand,
  { token }: Named,
): Promise<boolean> {
  // Both are in the one form in which addresses are kept: look-alikes differ, other case does not.
  if (user.email !== invitation.email) refuse("YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION");
  const isProven = await isProof(context, token, invitation);
  const wanted = wantsVerified ?? context.settings.verification.required;
  if (wanted && !user.emailVerified && !isProven) refuse(unverified);
  return isProven;
}

/** What the guard of those who cancel adds. */
export interface Cancelable extends ActiveSession {
  readonly invitation: InvitationRow;
}

/** The invitation is one of an organization in which the caller may cancel invitations. Two statements. */
export function requireCanceler(settings: OrganizationSettings): OrganizationGuard<Cancelable> {
  return {
    name: "requireCanceler(invitation:cancel)",
    summary: "Somebody is signed in who may withdraw the invitation.",
    errors: {
      ...sessionErrors,
      ...someErrors(["INVITATION_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION"]),
    },
    asks: {
      who: "canceler",
      permission: ["invitation", "cancel"],
      none: null,
      stranger: "INVITATION_NOT_FOUND",
      denied: "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION",
    },
    async check(context, input) {
      const active = await signedIn(context, input);
      const own = { organizationId: "organizationId", userId: { value: active.user.id } };
      const row = await context.db.findOne(invitationTable, {
        where: { id: (input as Named).invitationId ?? "" },
        join: {
          caller: { table: memberTable, on: own, required: true },
          organization: { table: organizationTable, on: { id: "organizationId" }, required: true },
        },
      });
      // Another organization's invitation is answered as one that there is not.
      if (!row) refuse("INVITATION_NOT_FOUND");
      const { caller, organization, ...invitation } = row;
      const granted = await grantsOf(context, settings, organization, caller.role);
      if (!may(granted, ["invitation", "cancel"])) refuse("YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION");
      return { ...active, invitation };
    },
  };
}
