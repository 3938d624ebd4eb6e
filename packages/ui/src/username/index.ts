/** Public exports of `@latchkey/ui/username`. */

export { type UsernameUiOptions, usernameUi } from "./plugin.ts";
export { type UsernameTexts, usernameEn } from "./texts.ts";
export type { UsernameUi } from "./ui.ts";
