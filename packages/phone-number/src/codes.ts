/** Issues and checks codes for phone numbers. */

import type { Transaction } from "@latchkey/core/database";
import {
  type CheckedOneTimeCode,
  checkOneTimeCode,
  consumeOneTimeCode,
  fail,
  getCodeBinding,
  issueOneTimeCode,
  type OneTimeCodeRejection,
  type RequestContext,
} from "@latchkey/core/plugin";
import type { PhoneCodeErrorCode } from "./contract.ts";
import { phoneNumberErrors } from "./errors.ts";
import { type RequestedText, releaseText, reserveText } from "./limits.ts";
import type { PhoneNumber } from "./numbers.ts";
import type { PhoneNumberSettings } from "./options.ts";
import { enqueueText, type PhoneCodeType } from "./texts.ts";

const { INVALID_OTP, OTP_NOT_FOUND, OTP_EXPIRED, TOO_MANY_ATTEMPTS } = phoneNumberErrors;

/** The errors for codes that don't work. */
export const codeErrors: Pick<typeof phoneNumberErrors, PhoneCodeErrorCode> = {
  INVALID_OTP,
  OTP_NOT_FOUND,
  OTP_EXPIRED,
  TOO_MANY_ATTEMPTS,
};

const rejections: Readonly<Record<OneTimeCodeRejection, keyof typeof codeErrors>> = {
  missing: "OTP_NOT_FOUND",
  expired: "OTP_EXPIRED",
  exhausted: "TOO_MANY_ATTEMPTS",
  wrong: "INVALID_OTP",
};

/**
 * Issues a code and sends it, unless a limit blocks it. Sends the same queries and returns the same result for every
 * number. Sends at most three queries, plus those of the limits.
 *
 * @param needsUser whether to send it only if a user has the number
 */
export async function requestCode(
  context: RequestContext,
  settings: PhoneNumberSettings,
  type: PhoneCodeType,
  phone: PhoneNumber,
  needsUser: boolean,
): Promise<void> {
  const binding = await getCodeBinding(context, "ask");
  const slot = { type, address: phone.number, binding };
  const { id } = await issueOneTimeCode(context, settings.codes, slot);
  if (settings.testNumbers.has(phone.number)) return;
  if (!(await reserveText(context, settings, { ...phone, binding }))) return;
  await enqueueText(context, { id, type, phoneNumber: phone.number, country: phone.country, needsUser });
}

/** A correct code. */
export interface PhoneProof {
  /**
   * Consumes the code, in the transaction of the change that it allows.
   * @throws {AuthError} `OTP_NOT_FOUND` if a concurrent request already consumed the code
   */
  consume(tx: Transaction): Promise<void>;
}

/**
 * Checks a code that this session or browser requested. Sends at most four queries. Don't call it in a transaction.
 * @throws {AuthError} if the code doesn't work
 */
export async function checkCode(
  context: RequestContext,
  settings: PhoneNumberSettings,
  type: PhoneCodeType,
  phone: PhoneNumber,
  typed: string,
): Promise<PhoneProof> {
  const testCode = settings.testNumbers.get(phone.number);
  if (testCode !== undefined) {
    if (typed !== testCode) fail(codeErrors, "INVALID_OTP");
    return { consume: async () => {} };
  }
  const binding = await getCodeBinding(context, "redeem");
  const slot = { type, address: phone.number, binding };
  const checked = await checkOneTimeCode(context, settings.codes, slot, typed);
  if (typeof checked === "string") fail(codeErrors, rejections[checked]);
  return { consume: (tx) => consume(tx, context, settings, checked, { ...phone, binding }) };
}

async function consume(
  tx: Transaction,
  context: RequestContext,
  settings: PhoneNumberSettings,
  checked: CheckedOneTimeCode,
  text: RequestedText,
): Promise<void> {
  if (!(await consumeOneTimeCode(tx, context, checked))) fail(codeErrors, "OTP_NOT_FOUND");
  context.afterSuccess(() => releaseText(context, settings, text));
}
