/** The face of `@latchkey/ui/username`. */

export { type UsernameUi, type UsernameUiOptions, usernameUi } from "./plugin.ts";
export { type UsernameTexts, usernameEn } from "./texts.ts";
