/** The face of `@latchkey/ui/captcha`. */

export { type CaptchaUiOptions, captchaUi } from "./plugin.ts";
export type { CaptchaProps } from "./slot.tsx";
export { type CaptchaTexts, captchaEn } from "./texts.ts";
