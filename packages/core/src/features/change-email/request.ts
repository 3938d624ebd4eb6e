/** `/change-email`: asks for another address. */

import { provePassword } from "../../accounts/password.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { fail } from "../../http/errors.ts";
import { mailableEmail } from "../../outbox/mail.ts";
import { plainMessage, putMessage } from "../../outbox/store.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { type LinkBase, linkBase } from "../../plugin/links.ts";
import { checkRedirect } from "../../plugin/redirect.ts";
import { mayMail } from "../../rate-limits/limiter.ts";
import { showSession, withUser } from "../../sessions/change.ts";
import { isProven, proofsWanted, requireInPerson, requireSession, sessionErrors } from "../../sessions/guards.ts";
import type { ActiveSession } from "../../sessions/table.ts";
import { statusAnswer } from "../../shapes/shape.ts";
import { findUserByEmail, isReserved } from "../../users/store.ts";
import { replaceEmail } from "./change.ts";
import type { ChangeEmailCalls } from "./contract.ts";
import { changeEmailErrors } from "./errors.ts";
import { type ChangeWish, changeMailKind } from "./mails.ts";
import type { ChangeEmailSettings } from "./options.ts";

export function changeEmail(settings: ChangeEmailSettings): EndpointOf<ChangeEmailCalls["changeEmail"]> {
  return defineEndpoint({
    method: "POST",
    path: "/change-email",
    summary: "Change the caller's address",
    input: input.object({
      newEmail: input.rawText(),
      callbackURL: input.target,
      currentPassword: input.optional(input.password),
    }),
    output: statusAnswer,
    guards: [requireSession, requireInPerson],
    errors: changeEmailErrors,
    statements: 7,
    rateLimit: { window: 60, max: 5 },
    async handle({ newEmail, callbackURL, currentPassword }, context) {
      if (!settings.enabled) fail(changeEmailErrors, "CHANGE_EMAIL_DISABLED");
      const base = linkBase(context, await checkRedirect(context, "callbackURL", callbackURL ?? "/"));
      const email = mailableEmail(newEmail) ?? fail(changeEmailErrors, "INVALID_EMAIL");
      const active = { session: context.session, user: context.user, joined: context.joined };
      if (email === active.user.email) fail(changeEmailErrors, "EMAIL_IS_THE_SAME");
      await prove(context, active, currentPassword);
      const mails = await mayMail(context, email);
      if (isOwned(active)) await ask(context, settings, active, { newEmail: email, base, mails });
      else await changeAtOnce(context, settings, active, { newEmail: email, base, mails });
      return { status: true };
    },
  });
}

/** Whether somebody is known to read the mail of the current address, or of the one before it. */
function isOwned({ user }: ActiveSession): boolean {
  return user.emailVerified || user.provenEmail !== null;
}

/** Whoever holds only the session must not be able to move the account to a mailbox of their own. */
async function prove(context: RequestContext, active: ActiveSession, currentPassword: string | undefined) {
  if (currentPassword !== undefined) await provePassword(context, active.user.id, currentPassword);
  else if (!isProven(context, active)) {
    fail(sessionErrors, "SESSION_NOT_FRESH", { details: { proof: proofsWanted(active) } });
  }
}

interface Wanted {
  readonly newEmail: string;
  readonly base: LinkBase;
  /** Whether that address may get a mail. */
  readonly mails: boolean;
}

async function ask(
  context: RequestContext,
  settings: ChangeEmailSettings,
  { user }: ActiveSession,
  { newEmail, base, mails }: Wanted,
): Promise<void> {
  if (!settings.ask) fail(changeEmailErrors, "VERIFICATION_EMAIL_NOT_ENABLED");
  // Where nobody may learn who is here, a taken address gets the same mails and work; the link then does not change it.
  if ((await isTaken(context, newEmail, user.id)) && !settings.silent)
    fail(changeEmailErrors, "COULDNT_UPDATE_YOUR_EMAIL");
  if (!mails) return;
  const wish: ChangeWish = { userId: user.id, newEmail, email: user.email, epoch: user.epoch, ...base };
  await putMessage(context.db, context, plainMessage(context, changeMailKind, wish));
}

/** An early word to the person. What counts is the constraint, when the link is opened. */
async function isTaken(context: RequestContext, email: string, userId: string): Promise<boolean> {
  const holder = await findUserByEmail(context.db, email);
  return (await isReserved(context.db, context, email, userId)) || holder !== null;
}

async function changeAtOnce(
  context: RequestContext,
  settings: ChangeEmailSettings,
  active: ActiveSession,
  wanted: Wanted,
): Promise<void> {
  try {
    const user = await replaceEmail(context, settings, { user: active.user, proven: false, ...wanted });
    if (!user) fail(changeEmailErrors, "COULDNT_UPDATE_YOUR_EMAIL");
    showSession(context, withUser(active, user));
  } catch (error) {
    if (error instanceof UniqueViolation) return refuse(settings);
    throw error;
  }
}

/** Where sign-up does not say who is here, this does not say it either. */
function refuse({ silent }: ChangeEmailSettings): void {
  if (!silent) fail(changeEmailErrors, "COULDNT_UPDATE_YOUR_EMAIL");
}
