/** Public exports of `@latchkey/ui/multi-session`. */

export { type MultiSessionUiOptions, multiSessionUi } from "./plugin.ts";
export { type MultiSessionTexts, multiSessionEn } from "./texts.ts";
export type { MultiSessionUi } from "./ui.ts";
