/** `/change-email` starts changing the user's email. */

import { verifyUserPassword } from "../../accounts/password.ts";
import type { Transaction } from "../../database/adapter.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { fail } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { type LinkBase, linkBase } from "../../kernel/links.ts";
import { checkRedirect } from "../../kernel/redirect.ts";
import { getService } from "../../kernel/services.ts";
import { mailableEmail } from "../../outbox/mail.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { allowMail } from "../../rate-limits/limiter.ts";
import { syncSessionCookies, withUser } from "../../sessions/change.ts";
import { checkRecentProof, denyGuest, denyImpersonation, requireSession } from "../../sessions/guards.ts";
import { statusResponse } from "../../shapes/shape.ts";
import type { ActiveSession } from "../../tables/session.ts";
import type { UserRow } from "../../tables/user.ts";
import { lockSignedIn } from "../../users/lock.ts";
import { findUserByEmail, isReserved } from "../../users/store.ts";
import type { ChangeEmailCalls } from "./contract.ts";
import { changeEmailErrors } from "./errors.ts";
import { type ChangeEmailPayload, changeEmailMailKind, enqueueLinkMail, newEmailMailKind } from "./mails.ts";
import type { ChangeEmailSettings } from "./options.ts";
import { replaceEmail } from "./replace-email.ts";

export function changeEmail(settings: ChangeEmailSettings): EndpointOf<ChangeEmailCalls["changeEmail"]> {
  return defineEndpoint({
    method: "POST",
    path: "/change-email",
    summary: "Change the email",
    isSensitive: true,
    changes: ["session"],
    input: input.object({
      newEmail: input.rawText(),
      callbackURL: input.target,
      currentPassword: input.optional(input.password),
      confirmWith: input.optional(input.literal("second-factor")),
    }),
    output: statusResponse,
    guards: [requireSession, denyImpersonation, denyGuest],
    errors: changeEmailErrors,
    stages: ["changeEmail"],
    queryBudget: 9,
    rateLimit: { window: 60, max: 5 },
    async handle({ newEmail, callbackURL, currentPassword, confirmWith }, context) {
      if (!settings.enabled) fail(changeEmailErrors, "CHANGE_EMAIL_DISABLED");
      const base = linkBase(context, await checkRedirect(context, "callbackURL", callbackURL ?? "/"));
      const email = mailableEmail(newEmail) ?? fail(changeEmailErrors, "INVALID_EMAIL");
      const active = { session: context.session, user: context.user };
      if (email === active.user.email) fail(changeEmailErrors, "EMAIL_IS_THE_SAME");
      await requireProof(context, active, currentPassword);
      if (!hasVerifiedEmail(active)) {
        const canSendEmail = await allowMail(context, email);
        await changeImmediately(context, settings, active, { newEmail: email, base, canSendEmail });
      } else if (confirmWith) await confirmWithSecondFactor(context, settings, active, { newEmail: email, base });
      else await requestConfirmation(context, settings, active, { newEmail: email, base });
      return { status: true };
    },
  });
}

/** Whether the current or the previous email was ever verified. */
function hasVerifiedEmail({ user }: ActiveSession): boolean {
  return user.emailVerified || user.provenEmail !== null;
}

/** A stolen session alone must not be enough to move the account to the attacker's mailbox. */
async function requireProof(context: RequestContext, active: ActiveSession, currentPassword: string | undefined) {
  if (currentPassword !== undefined) await verifyUserPassword(context, active.user.id, currentPassword);
  else await checkRecentProof(context, active);
}

interface RequestedChange {
  readonly newEmail: string;
  readonly base: LinkBase;
  readonly confirmWith?: "second-factor";
}

/** Sends a link to the current email, so that its owner confirms the change. */
async function requestConfirmation(
  context: RequestContext,
  settings: ChangeEmailSettings,
  { user }: ActiveSession,
  change: RequestedChange,
): Promise<void> {
  if (!settings.sendConfirmation) fail(changeEmailErrors, "VERIFICATION_EMAIL_NOT_ENABLED");
  const canSendEmail = await allowMail(context, change.newEmail);
  await checkEmailFree(context, settings, user, change);
  if (canSendEmail) await requestLink(context, changeEmailMailKind, user, change);
}

/**
 * Sends a link to the new email, for users who lost access to the current mailbox. The current email gets the link to
 * undo the change. Each proof of the second factor confirms one change.
 *
 * @throws {AuthError} `SESSION_NOT_FRESH` without such a proof
 */
async function confirmWithSecondFactor(
  context: RequestContext,
  settings: ChangeEmailSettings,
  active: ActiveSession,
  change: RequestedChange,
): Promise<void> {
  if (!settings.secondFactorConfirms) fail(changeEmailErrors, "CHANGE_EMAIL_DISABLED");
  await checkEmailFree(context, settings, active.user, change);
  await getService(context, "emailChangeProof").require(context, active);
  if (await allowMail(context, change.newEmail))
    await requestLink(context, newEmailMailKind, active.user, { ...change, confirmWith: "second-factor" });
}

/**
 * If sign-up hides taken emails, a taken email leads to the same work and messages here. Its link then changes nothing.
 */
async function checkEmailFree(
  context: RequestContext,
  settings: ChangeEmailSettings,
  user: UserRow,
  { newEmail }: RequestedChange,
): Promise<void> {
  if ((await isEmailTaken(context, newEmail, user.id)) && !settings.hidesTakenEmails)
    fail(changeEmailErrors, "COULDNT_UPDATE_YOUR_EMAIL");
}

async function requestLink(
  context: RequestContext,
  kind: typeof changeEmailMailKind | typeof newEmailMailKind,
  user: UserRow,
  { base, ...change }: RequestedChange,
): Promise<void> {
  const payload: ChangeEmailPayload = { userId: user.id, ...change, email: user.email, epoch: user.epoch, ...base };
  await context.db.transaction((tx) => enqueueLinkMail(tx, context, kind, payload));
}

/** Tells the user early. When the link is opened, the unique constraint decides. */
async function isEmailTaken(context: RequestContext, email: string, userId: string): Promise<boolean> {
  const holder = await findUserByEmail(context.db, email);
  return (await isReserved(context.db, context, email, userId)) || holder !== null;
}

async function changeImmediately(
  context: RequestContext,
  settings: ChangeEmailSettings,
  active: ActiveSession,
  change: RequestedChange & { readonly canSendEmail: boolean },
): Promise<void> {
  try {
    const consume = (tx: Transaction): Promise<boolean> => lockSignedIn(tx, active);
    const user = await replaceEmail(context, { user: active.user, isVerified: false, consume, ...change });
    if (!user) fail(changeEmailErrors, "COULDNT_UPDATE_YOUR_EMAIL");
    syncSessionCookies(context, withUser(active, user));
  } catch (error) {
    if (error instanceof UniqueViolation) return failTakenEmail(settings);
    throw error;
  }
}

/** If sign-up hides taken emails, this hides them too. */
function failTakenEmail({ hidesTakenEmails }: ChangeEmailSettings): void {
  if (!hidesTakenEmails) fail(changeEmailErrors, "COULDNT_UPDATE_YOUR_EMAIL");
}
