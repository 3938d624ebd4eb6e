/** Public exports of `@latchkey/phone-number`. */

export { type PhoneNumberAuditAction, phoneNumberAuditActions } from "./audit-actions.ts";
export type {
  PhoneCodeErrorCode,
  PhoneNumberCalls,
  PhoneNumberCapabilities,
  PhoneNumberClient,
  PhoneNumberInput,
  PhoneNumberTypes,
  ResetPhonePasswordInput,
  SendOtpResponse,
  SignInPhoneNumberInput,
  SignInPhoneNumberResponse,
  VerifyPhoneNumberInput,
  VerifyPhoneNumberResponse,
} from "./contract.ts";
export { phoneNumberErrors } from "./errors.ts";
export { toE164 } from "./numbers.ts";
export type { PhoneLimits, PhoneNumberOptions, PhoneSignUp, PhoneText, TextSender } from "./options.ts";
export { type PhoneNumberPlugin, phoneNumber } from "./plugin.ts";
export { phoneNumberColumns, type UserWithPhone } from "./tables.ts";
