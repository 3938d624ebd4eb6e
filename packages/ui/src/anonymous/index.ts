/** Public exports of `@latchkey/ui/anonymous`. */

export { type AnonymousUiOptions, anonymousUi } from "./plugin.ts";
export { SaveAccount, type SaveAccountProps } from "./save-account.tsx";
export { type AnonymousTexts, anonymousEn } from "./texts.ts";
export type { AnonymousUi } from "./ui.ts";
