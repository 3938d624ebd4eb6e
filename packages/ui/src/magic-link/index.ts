/** Public exports of `@latchkey/ui/magic-link`. */

export { MagicLinkPage, type MagicLinkPageProps } from "./magic-link-page.tsx";
export { type MagicLinkUiOptions, magicLinkUi } from "./plugin.tsx";
export { type MagicLinkTexts, magicLinkEn } from "./texts.ts";
export type { MagicLinkUi } from "./ui.ts";
