/** Public exports of `@latchkey/captcha`. */

export { type CaptchaErrorCode, captchaErrors } from "./errors.ts";
export type {
  CaptchaOptions,
  CommonCaptchaOptions,
  HCaptchaOptions,
  RecaptchaOptions,
  TurnstileOptions,
} from "./options.ts";
export { type CaptchaPlugin, type CaptchaTypes, captcha } from "./plugin.ts";
