/** Public exports of `@latchkey/ui/step-up`. */

export { NotMe, type NotMeProps } from "./not-me.tsx";
export { type StepUpUiOptions, stepUpUi } from "./plugin.tsx";
export { RecognizedDevice } from "./recognized-device.tsx";
export { RecoveryNotice } from "./recovery-notice.tsx";
export { type StepUpTexts, stepUpEn } from "./texts.ts";
export type { StepUpUi } from "./ui.ts";
