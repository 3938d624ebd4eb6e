/** Endpoints for authenticator apps. */

import {
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  fail,
  input,
  type RequestContext,
  requireSession,
} from "@latchkey/core/plugin";
import { object, text } from "@latchkey/core/shapes";
import { codeInput } from "../code-input.ts";
import { type ConsumeCode, completeVerification } from "../complete-verification.ts";
import type { TwoFactorCalls } from "../contract.ts";
import { twoFactorErrors } from "../errors.ts";
import { clearedFailures, rejectCode, whereUnlocked } from "../lockout.ts";
import type { TwoFactorSettings } from "../options.ts";
import { totpURIOutput, verifiedOutput } from "../outputs.ts";
import { reauthErrors, reauthenticate, reauthInput } from "../reauthenticate.ts";
import { type TwoFactorRow, twoFactorTable } from "../tables.ts";
import { requireSessionOrPausedSignIn, type VerificationSubject, verifiedEmailOf } from "../verification-subject.ts";
import { matchingTimeStep, timeStepAt, totpCodeAt, totpURI } from "./codes.ts";
import { decryptSecret, reencryptSecret } from "./secret.ts";

/** Returns the setup URI again: the active app's, or else the pending one's. */
export function getTotpURI(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["getTOTPURI"]> {
  const { TOTP_NOT_ENABLED, TOTP_NOT_CONFIGURED } = twoFactorErrors;
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/get-totp-uri",
    summary: "Get the authenticator app URI",
    input: reauthInput,
    output: totpURIOutput,
    guards: [requireSession, denyImpersonation],
    errors: { ...reauthErrors, TOTP_NOT_ENABLED, TOTP_NOT_CONFIGURED },
    queryBudget: 3,
    rateLimit: { window: 10, max: 3 },
    async handle({ password }, context) {
      if (!settings.totp.enabled) fail(twoFactorErrors, "TOTP_NOT_CONFIGURED");
      const { session, user } = context;
      await reauthenticate(context, { session, user }, password);
      const row = await context.db.findOne(twoFactorTable, { where: { id: user.id } });
      const secret = await decryptSecret(context, user.id, row?.secret ?? row?.pendingSecret ?? null);
      if (!secret) fail(twoFactorErrors, "TOTP_NOT_ENABLED");
      const issuer = settings.issuer ?? context.settings.appName;
      return { totpURI: totpURI(secret, settings.totp, { issuer, email: user.email }) };
    },
  });
}

/** Verifies an authenticator app's code. It finishes a sign-in or an enrollment, or proves the factor again. */
export function verifyTotp(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["verifyTOTP"]> {
  const { ACCOUNT_TEMPORARILY_LOCKED, INVALID_CODE, TOTP_NOT_ENABLED, TOTP_NOT_CONFIGURED } = twoFactorErrors;
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/verify-totp",
    summary: "Verify an authenticator app code",
    changes: ["session", "trustedDevices"],
    input: input.object({ code: codeInput(settings.totp.digits), trustDevice: input.optional(input.flag) }),
    output: verifiedOutput,
    stages: ["signIn"],
    guards: [requireSessionOrPausedSignIn, denyImpersonation],
    errors: { ACCOUNT_TEMPORARILY_LOCKED, INVALID_CODE, TOTP_NOT_ENABLED, TOTP_NOT_CONFIGURED },
    queryBudget: 7,
    rateLimit: { window: 10, max: 3 },
    originCheck: "always",
    async handle({ code, trustDevice: trust = false }, context) {
      const { subject } = context;
      if (!settings.totp.enabled) fail(twoFactorErrors, "TOTP_NOT_CONFIGURED");
      const row = await context.db.findOne(twoFactorTable, { where: { id: subject.userId } });
      const consume = await checkTotpCode(context, settings, subject, row, code);
      const accepted =
        consume &&
        (await completeVerification(context, subject, { settings, kind: "app", consume, trustDevice: trust }));
      return accepted || rejectCode(context, settings, subject, "INVALID_CODE");
    },
  });
}

/**
 * Returns how to consume the code, or `null` if it's wrong. It decrypts the secret, so call it before the transaction.
 */
async function checkTotpCode(
  context: RequestContext,
  settings: TwoFactorSettings,
  subject: VerificationSubject,
  row: TwoFactorRow | null,
  code: string,
): Promise<ConsumeCode | null> {
  // A pending secret works only for the user who's enrolling it, never for a sign-in.
  const pendingSecret = subject.kind === "session" ? (row?.pendingSecret ?? null) : null;
  if (!row || (row.secret === null && pendingSecret === null)) return fail(twoFactorErrors, "TOTP_NOT_ENABLED");
  return (
    (await checkPendingCode(context, settings, subject, row, pendingSecret, code)) ??
    (await checkCurrentCode(context, settings, subject, row, code))
  );
}

async function checkPendingCode(
  context: RequestContext,
  { totp }: TwoFactorSettings,
  subject: VerificationSubject,
  { id, pendingSecret, pendingCodes, codes }: TwoFactorRow,
  encrypted: string | null,
  code: string,
): Promise<ConsumeCode | null> {
  const secret = await decryptSecret(context, id, encrypted);
  const step = secret && (await matchingTimeStep(code, secret, context.now().getTime(), totp));
  if (secret === null || typeof step !== "number") return null;
  const set = {
    secret: encrypted,
    lastStep: step,
    codes: pendingCodes ?? codes,
    pendingSecret: null,
    pendingCodes: null,
    factorsChangedAt: context.now(),
    updatedAt: context.now(),
    verifiedEmail: verifiedEmailOf(subject),
    ...clearedFailures(subject),
  };
  return async (tx) => {
    // Match the exact secret that the code was checked against, so that only one concurrent request confirms it.
    const where = whereUnlocked(context, subject, { id, pendingSecret, pendingCodes, codes });
    const changed = await tx.update(twoFactorTable, { where, set });
    // `codes` is set only if there were earlier codes to remove. Unfinished enrollments were removed when this one
    // started.
    return changed === 0 ? null : { confirmedEnrollment: { codes: codes && pendingCodes } };
  };
}

async function checkCurrentCode(
  context: RequestContext,
  { totp }: TwoFactorSettings,
  subject: VerificationSubject,
  { id, secret: encrypted }: TwoFactorRow,
  code: string,
): Promise<ConsumeCode | null> {
  const secret = await decryptSecret(context, id, encrypted);
  const step = secret && (await matchingTimeStep(code, secret, context.now().getTime(), totp));
  if (secret === null || encrypted === null || typeof step !== "number") return null;
  const set = {
    lastStep: step,
    secret: await reencryptSecret(context, id, encrypted, secret),
    ...clearedFailures(subject),
  };
  return async (tx) => {
    // To prevent replays, each time step is accepted only once, and the next one must be later.
    const changed = await tx.update(twoFactorTable, {
      where: [null, { lt: step }].flatMap((lastStep) =>
        whereUnlocked(context, subject, { id, secret: encrypted, lastStep }),
      ),
      set,
    });
    return changed === 0 ? null : {};
  };
}

/** Returns the code that an authenticator app with this secret currently shows. */
export function generateTotp({ totp }: TwoFactorSettings): EndpointOf<TwoFactorCalls["generateTOTP"]> {
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/generate-totp",
    summary: "Get the current authenticator app code",
    serverOnly: true,
    input: input.object({ secret: input.text({ pattern: /^[A-Za-z2-7]{16,128}=*$/, message: "must be base32" }) }),
    output: object({ code: text }),
    queryBudget: 0,
    async handle({ secret }, context) {
      return { code: await totpCodeAt(secret, timeStepAt(context.now().getTime(), totp), totp) };
    },
  });
}
