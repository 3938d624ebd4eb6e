/** Codes by email: their kind, the checks that all calls share, and the email. */

import {
  assignOneTimeCode,
  type CheckedOneTimeCode,
  type CodeBinding,
  checkOneTimeCode,
  createMailHandler,
  createMessage,
  enqueueMessage,
  fail,
  failOneTimeCode,
  findUserByEmail,
  findUserForRecovery,
  issueOneTimeCode,
  listCodeBindings,
  mailableEmail,
  notifyUser,
  type OneTimeCodeKind,
  type OneTimeCodeRejection,
  type OutboxHandler,
  peekOneTimeCode,
  type RequestContext,
  recipientOf,
  type UserRow,
} from "@latchkey/core/plugin";
import type { EmailOtpType } from "./contract.ts";
import { emailOtpErrors } from "./errors.ts";
import type { EmailOtpMail, EmailOtpSettings } from "./options.ts";

/** The name of the token kind. */
export const emailCodeName = "email-code";

/** Returns the token kind of the app's codes. */
export function emailCodeKind({ digits, expiresIn, allowedAttempts }: EmailOtpSettings): OneTimeCodeKind {
  return {
    name: emailCodeName,
    digits,
    expiresIn,
    maxAttempts: allowedAttempts,
    // After the response, which must take the same time whether or not a user has the email.
    onClosed: async (context, { address }) => context.afterResponse(() => notifyClosed(context, address)),
  };
}

async function notifyClosed(context: RequestContext, email: string): Promise<void> {
  const user = await findUserForRecovery(context.db, email);
  if (user) await notifyUser(context.db, context, user.id, "email-codes-closed");
}

/** @throws {AuthError} `INVALID_EMAIL` */
export function requireEmail(typed: string): string {
  return mailableEmail(typed) ?? fail(emailOtpErrors, "INVALID_EMAIL");
}

/**
 * Checks a code from the caller's own browser or session.
 * @throws {AuthError} `INVALID_OTP`, `OTP_EXPIRED`, or `TOO_MANY_ATTEMPTS`
 */
export async function requireCode(
  context: RequestContext,
  settings: EmailOtpSettings,
  { type, email, otp }: { readonly type: EmailOtpType; readonly email: string; readonly otp: string },
): Promise<CheckedOneTimeCode> {
  const kind = emailCodeKind(settings);
  let checked: CheckedOneTimeCode | OneTimeCodeRejection = "missing";
  for (const binding of await listCodeBindings(context)) {
    checked = await checkOneTimeCode(context, kind, { type, address: email, binding }, otp);
    if (checked !== "missing") break;
  }
  return typeof checked === "string" ? failOneTimeCode(checked) : checked;
}

/** The outbox message kind. */
export const emailCodeMailKind = "mail.email-code";

/** The message's payload. The code itself stays with its row, encrypted. */
interface EmailCodePayload {
  readonly id: string;
  readonly email: string;
  readonly type: EmailOtpType;
  /** Whether to send it only if the email isn't verified yet. */
  readonly onlyUnverified: boolean;
}

/**
 * Issues a code and queues its email. Doesn't look up the email, so that it takes the same time whether or not a user
 * has it. Sends two queries, plus one for the message.
 */
export async function sendCode(
  context: RequestContext,
  settings: EmailOtpSettings,
  code: Pick<EmailCodePayload, "email" | "type"> & { readonly binding: CodeBinding; readonly onlyUnverified?: boolean },
): Promise<void> {
  const { email, type, binding, onlyUnverified = false } = code;
  const { id } = await issueOneTimeCode(context, emailCodeKind(settings), { type, address: email, binding });
  const payload: EmailCodePayload = { id, email, type, onlyUnverified };
  await enqueueMessage(context.db, context, createMessage(context, emailCodeMailKind, payload));
}

/** Sends a code, if it's still valid and the recipient can use it. */
export function createEmailCodeHandler(settings: EmailOtpSettings): OutboxHandler {
  const kind = emailCodeKind(settings);
  return createMailHandler<EmailCodePayload, EmailOtpMail>(settings.send, async (payload, context) => {
    const { id, type, email } = payload;
    // Always reads both, so that it takes the same time for every email.
    const code = await peekOneTimeCode(context, kind, id);
    const find = type === "forget-password" || type === "sign-in" ? findUserForRecovery : findUserByEmail;
    const user = await find(context.db, email);
    const to = recipientFor(payload, settings, user);
    if (!code || to === null) return null;
    // The email can change hands while its previous owner still knows the code.
    if (type === "forget-password" && !(user && (await assignOneTimeCode(context, kind, id, user.id)))) return null;
    const remainingMs = code.expiresAt.getTime() - context.now().getTime();
    return { email: to, otp: code.code, type, expiresInMinutes: Math.max(1, Math.round(remainingMs / 60_000)) };
  });
}

/** Returns where to send a code, or `null` if the recipient couldn't use it. */
function recipientFor(
  { type, email, onlyUnverified }: EmailCodePayload,
  { canSignUp }: EmailOtpSettings,
  user: UserRow | null,
): string | null {
  if (type === "change-email") return user ? null : email;
  if (type === "sign-in") return user || canSignUp ? email : null;
  if (!user || (onlyUnverified && user.emailVerified)) return null;
  return type === "forget-password" ? recipientOf(user) : email;
}
