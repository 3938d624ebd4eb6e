/** Calls around authenticator apps. */

import {
  defineEndpoint,
  type EndpointOf,
  fail,
  input,
  type RequestContext,
  requireInPerson,
  requireSession,
} from "@latchkey/core/plugin";
import { object, text } from "@latchkey/core/shapes";
import { accept, type Spend } from "../accept.ts";
import { type Asker, mailboxOf, requireSessionOrChallenge } from "../asker.ts";
import type { TwoFactorCalls } from "../contract.ts";
import { twoFactorErrors } from "../errors.ts";
import { cleared, refuseCode, unlocked } from "../failures.ts";
import type { TwoFactorSettings } from "../options.ts";
import { totpURIOutput, verifiedOutput } from "../outputs.ts";
import { ownerErrors, ownerInput, proveOwner } from "../owner.ts";
import { type TwoFactorRow, twoFactorTable } from "../tables.ts";
import { typedCode } from "../typed-code.ts";
import { codeAt, stepAt, stepOf, totpURI } from "./codes.ts";
import { openSecret, resealed } from "./secret.ts";

/** What to scan, once more: of the app that is in use, else of the one that is about to be. */
export function getTotpURI(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["getTOTPURI"]> {
  const { TOTP_NOT_ENABLED, TOTP_NOT_CONFIGURED } = twoFactorErrors;
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/get-totp-uri",
    summary: "Show the address that an authenticator app scans",
    input: ownerInput,
    output: totpURIOutput,
    guards: [requireSession, requireInPerson],
    errors: { ...ownerErrors, TOTP_NOT_ENABLED, TOTP_NOT_CONFIGURED },
    statements: 3,
    rateLimit: { window: 10, max: 3 },
    async handle({ password }, context) {
      if (!settings.totp.enabled) fail(twoFactorErrors, "TOTP_NOT_CONFIGURED");
      const { session, user, joined } = context;
      await proveOwner(context, { session, user, joined }, password);
      const row = await context.db.findOne(twoFactorTable, { where: { id: user.id } });
      const secret = await openSecret(context, user.id, row?.secret ?? row?.pendingSecret ?? null);
      if (!secret) fail(twoFactorErrors, "TOTP_NOT_ENABLED");
      const issuer = settings.issuer ?? context.settings.appName;
      return { totpURI: totpURI(secret, settings.totp, { issuer, email: user.email }) };
    },
  });
}

/** Checks a code of an app: finishes a sign-in or an enrolment, or proves the factor again. */
export function verifyTotp(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["verifyTOTP"]> {
  const { ACCOUNT_TEMPORARILY_LOCKED, INVALID_CODE, TOTP_NOT_ENABLED, TOTP_NOT_CONFIGURED } = twoFactorErrors;
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/verify-totp",
    summary: "Check a code of an authenticator app",
    input: input.object({ code: typedCode(settings.totp.digits), trustDevice: input.optional(input.flag) }),
    output: verifiedOutput,
    moments: ["signIn"],
    guards: [requireSessionOrChallenge, requireInPerson],
    errors: { ACCOUNT_TEMPORARILY_LOCKED, INVALID_CODE, TOTP_NOT_ENABLED, TOTP_NOT_CONFIGURED },
    statements: 7,
    rateLimit: { window: 10, max: 3 },
    origin: "always",
    async handle({ code, trustDevice: trust = false }, context) {
      const { asker } = context;
      if (!settings.totp.enabled) fail(twoFactorErrors, "TOTP_NOT_CONFIGURED");
      const row = await context.db.findOne(twoFactorTable, { where: { id: asker.userId } });
      const spend = await spending(context, settings, asker, row, code);
      const accepted = spend && (await accept(context, asker, { settings, kind: "app", spend, trust }));
      return accepted || refuseCode(context, settings, asker, "INVALID_CODE");
    },
  });
}

/** How this code is used up; `null`: it is wrong. Decrypts, so no transaction is open yet. */
async function spending(
  context: RequestContext,
  settings: TwoFactorSettings,
  asker: Asker,
  row: TwoFactorRow | null,
  code: string,
): Promise<Spend | null> {
  // What is begun and not confirmed is for the one who begins it, never for a sign-in.
  const begun = asker.kind === "session" ? (row?.pendingSecret ?? null) : null;
  if (!row || (row.secret === null && begun === null)) return fail(twoFactorErrors, "TOTP_NOT_ENABLED");
  return (
    (await spendingBegun(context, settings, asker, row, begun, code)) ??
    (await spendingCurrent(context, settings, asker, row, code))
  );
}

async function spendingBegun(
  context: RequestContext,
  { totp }: TwoFactorSettings,
  asker: Asker,
  { id, pendingSecret, pendingCodes, codes }: TwoFactorRow,
  begun: string | null,
  code: string,
): Promise<Spend | null> {
  const secret = await openSecret(context, id, begun);
  const step = secret && stepOf(code, secret, context.now().getTime(), totp);
  if (secret === null || typeof step !== "number") return null;
  const set = {
    secret: begun,
    lastStep: step,
    codes: pendingCodes ?? codes,
    pendingSecret: null,
    pendingCodes: null,
    factorsChangedAt: context.now(),
    updatedAt: context.now(),
    verifiedEmail: mailboxOf(asker),
    ...cleared(asker),
  };
  return async (tx) => {
    // By the secret that the code was checked against: of several requests one confirms it.
    const where = unlocked(context, asker, { id, pendingSecret, pendingCodes, codes });
    const changed = await tx.update(twoFactorTable, { where, set });
    // Only where there are others: those of an earlier start went with this one.
    return changed === 0 ? null : { confirms: { codes: codes && pendingCodes } };
  };
}

async function spendingCurrent(
  context: RequestContext,
  { totp }: TwoFactorSettings,
  asker: Asker,
  { id, secret: sealed }: TwoFactorRow,
  code: string,
): Promise<Spend | null> {
  const secret = await openSecret(context, id, sealed);
  const step = secret && stepOf(code, secret, context.now().getTime(), totp);
  if (secret === null || sealed === null || typeof step !== "number") return null;
  const set = { lastStep: step, secret: await resealed(context, id, sealed, secret), ...cleared(asker) };
  return async (tx) => {
    // A step is accepted once: the next one must be later.
    const changed = await tx.update(twoFactorTable, {
      where: [null, { lt: step }].flatMap((lastStep) => unlocked(context, asker, { id, secret: sealed, lastStep })),
      set,
    });
    return changed === 0 ? null : {};
  };
}

/** The code that an app with this secret shows now. */
export function generateTotp({ totp }: TwoFactorSettings): EndpointOf<TwoFactorCalls["generateTOTP"]> {
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/generate-totp",
    summary: "The code that an authenticator app shows now",
    serverOnly: true,
    input: input.object({ secret: input.text({ pattern: /^[A-Za-z2-7]{16,128}=*$/, message: "must be base32" }) }),
    output: object({ code: text }),
    statements: 0,
    handle: ({ secret }, context) => ({ code: codeAt(secret, stepAt(context.now().getTime(), totp), totp) }),
  });
}
