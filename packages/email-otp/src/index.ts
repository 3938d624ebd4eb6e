/** Public exports of `@latchkey/email-otp`. */

export type {
  ChangeEmailOtpInput,
  CheckVerificationOtpInput,
  EmailOtpCalls,
  EmailOtpCapabilities,
  EmailOtpClient,
  EmailOtpType,
  EmailOtpTypes,
  RequestEmailChangeOtpInput,
  RequestPasswordResetOtpInput,
  ResetPasswordOtpInput,
  SendVerificationOtpInput,
  SignInEmailOtpInput,
  SignInEmailOtpResponse,
  VerificationOtpInput,
  VerifyEmailOtpInput,
  VerifyEmailOtpResponse,
} from "./contract.ts";
export { emailOtpErrors } from "./errors.ts";
export type { EmailOtpChangeOptions, EmailOtpMail, EmailOtpOptions } from "./options.ts";
export { type EmailOtpPlugin, emailOTP } from "./plugin.ts";
