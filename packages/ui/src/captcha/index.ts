/** Public exports of `@latchkey/ui/captcha`. */

export type { CaptchaProps } from "./captcha-field.tsx";
export { type CaptchaUiOptions, captchaUi } from "./plugin.ts";
export { type CaptchaTexts, captchaEn } from "./texts.ts";
