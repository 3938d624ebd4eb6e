/** Public exports of `@latchkey/ui/username`. */

export type { UsernameUi } from "./fields.tsx";
export { type UsernameUiOptions, usernameUi } from "./plugin.ts";
export { type UsernameTexts, usernameEn } from "./texts.ts";
