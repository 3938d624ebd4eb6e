/** Calls around codes that are sent. */

import { DIGITS, randomString } from "@latchkey/core/crypto";
import {
  defineEndpoint,
  type EndpointOf,
  fail,
  input,
  listTokens,
  mayMail,
  mintGivenToken,
  putMessage,
  type RequestContext,
  requireInPerson,
  sealMessage,
  storeToken,
  takeToken,
  userTable,
} from "@latchkey/core/plugin";
import { statusAnswer } from "@latchkey/core/shapes";
import { accept, type Spend } from "../accept.ts";
import { type Asker, mailboxOf, refuseChallenge, requireSessionOrChallenge } from "../asker.ts";
import { takesSentCodes } from "../challenge/gate.ts";
import type { TwoFactorCalls } from "../contract.ts";
import { twoFactorErrors } from "../errors.ts";
import { checkLock, cleared, refuseCode, unlocked } from "../failures.ts";
import type { TwoFactorSettings } from "../options.ts";
import { verifiedOutput } from "../outputs.ts";
import { type TwoFactorRow, twoFactorTable } from "../tables.ts";
import { typedCode } from "../typed-code.ts";
import { sentCodeToken, sentSecret, sentSubject } from "./code.ts";
import { sentCodeKind } from "./mail.ts";

/** Sends a code; the one before is nothing any more. */
export function sendOtp(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["sendTwoFactorOTP"]> {
  const { ACCOUNT_TEMPORARILY_LOCKED, OTP_NOT_CONFIGURED, TWO_FACTOR_NOT_ENABLED } = twoFactorErrors;
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/send-otp",
    summary: "Send a code",
    output: statusAnswer,
    guards: [requireSessionOrChallenge, requireInPerson],
    errors: { ACCOUNT_TEMPORARILY_LOCKED, OTP_NOT_CONFIGURED, TWO_FACTOR_NOT_ENABLED },
    statements: 5,
    rateLimit: { window: 10, max: 3 },
    origin: "always",
    async handle(_, context) {
      const { asker } = context;
      checkLock(context, asker, await rowOf(context, settings, asker));
      // A flood is over without a word, as of any mail. A stolen session must not use up what its owner signs in by.
      if (await mayMail(context, `${asker.kind}:${asker.userId}`)) await send(context, settings, asker);
      return { status: true };
    },
  });
}

async function send(context: RequestContext, { otp }: TwoFactorSettings, asker: Asker): Promise<void> {
  const { userId } = asker;
  const code = randomString(context.random, otp.digits, DIGITS);
  const about = { subject: sentSubject(asker), userId, data: {}, expiresIn: otp.expiresIn };
  const minted = mintGivenToken(context, sentCodeToken, sentSecret(asker, code), about);
  const content = { userId, code, expiresAt: minted.expiresAt.getTime() };
  const message = await sealMessage(context, sentCodeKind, content);
  await context.db.transaction(async (tx) => {
    const user = await tx.lock(userTable, userId);
    if (!user) refuseChallenge(context, "INVALID_TWO_FACTOR_COOKIE");
    await storeToken(tx, minted);
    await putMessage(tx, context, message);
  });
}

/** The user's row, if sent codes are a factor of theirs, or about to be one. */
async function rowOf(context: RequestContext, settings: TwoFactorSettings, asker: Asker): Promise<TwoFactorRow> {
  if (!settings.otp.send) fail(twoFactorErrors, "OTP_NOT_CONFIGURED");
  const row = await context.db.findOne(twoFactorTable, { where: { id: asker.userId } });
  if (!row) return fail(twoFactorErrors, "TWO_FACTOR_NOT_ENABLED");
  const isBegun = asker.kind === "session" && row.pendingOtp;
  if (!isBegun && !takesSentCodes(settings, row)) fail(twoFactorErrors, "OTP_NOT_CONFIGURED");
  return row;
}

/** Checks a code that was sent: finishes a sign-in or an enrolment, or proves the factor again. */
export function verifyOtp(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["verifyTwoFactorOTP"]> {
  const { ACCOUNT_TEMPORARILY_LOCKED, INVALID_CODE, OTP_HAS_EXPIRED, OTP_NOT_CONFIGURED, TWO_FACTOR_NOT_ENABLED } =
    twoFactorErrors;
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/verify-otp",
    summary: "Check a code that was sent",
    input: input.object({ code: typedCode(settings.otp.digits), trustDevice: input.optional(input.flag) }),
    output: verifiedOutput,
    moments: ["signIn"],
    guards: [requireSessionOrChallenge, requireInPerson],
    errors: { ACCOUNT_TEMPORARILY_LOCKED, INVALID_CODE, OTP_HAS_EXPIRED, OTP_NOT_CONFIGURED, TWO_FACTOR_NOT_ENABLED },
    statements: 9,
    rateLimit: { window: 10, max: 3 },
    origin: "always",
    async handle({ code, trustDevice: trust = false }, context) {
      const { asker } = context;
      // In a sign-in the code alone says that it was sent, and for this challenge: no look at the row before.
      const row = asker.kind === "session" ? await rowOf(context, settings, asker) : null;
      const secret = sentSecret(asker, code);
      // A look, before anything is written: a right code is no sooner at the counts than the wrong ones before it.
      const about = { subject: sentSubject(asker), presented: secret };
      const [live] = await listTokens(context.db, context, sentCodeToken, about);
      // Where none is out there is nothing to guess, and nothing to count.
      if (!live) fail(twoFactorErrors, "OTP_HAS_EXPIRED");
      const spend = live.isPresented ? spending(context, asker, row, secret) : null;
      const accepted = spend && (await accept(context, asker, { settings, kind: "sent-code", spend, trust }));
      return accepted || refuseCode(context, settings, asker, "INVALID_CODE");
    },
  });
}

/** How the code is used up. That of a challenge goes with the challenge, which is all that it is good for. */
function spending(context: RequestContext, asker: Asker, row: TwoFactorRow | null, secret: string): Spend {
  const take: Spend = async (tx) =>
    asker.kind === "challenge" ? {} : (await takeToken(tx, context, sentCodeToken, secret, sentSubject(asker))) && {};
  const id = asker.userId;
  const begun = row?.pendingOtp ? row : null;
  return async (tx) => {
    if (!(await take(tx))) return null;
    const { pendingCodes, codes } = begun ?? {};
    const expected = begun ? { pendingOtp: true, pendingCodes: begun.pendingCodes, codes: begun.codes } : {};
    const confirmed = begun
      ? {
          otp: true,
          pendingOtp: false,
          codes: pendingCodes ?? codes ?? null,
          pendingCodes: null,
          factorsChangedAt: context.now(),
          updatedAt: context.now(),
          // With an authenticator app the mark is about the app, which this code says nothing of.
          ...(begun.secret === null ? { verifiedEmail: mailboxOf(asker) } : {}),
        }
      : {};
    const where = unlocked(context, asker, { id, ...expected });
    const changed = await tx.update(twoFactorTable, { where, set: { ...confirmed, ...cleared(asker) } });
    if (changed === 0) return null;
    return begun ? { confirms: { codes: begun.codes && begun.pendingCodes } } : {};
  };
}
