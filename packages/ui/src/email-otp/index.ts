/** Public exports of `@latchkey/ui/email-otp`. */

export type { EmailOtpUi } from "./email-code-step.tsx";
export { type EmailOtpUiOptions, emailOtpUi } from "./plugin.ts";
export { type EmailOtpTexts, emailOtpEn } from "./texts.ts";
