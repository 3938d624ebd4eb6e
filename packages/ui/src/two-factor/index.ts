/** Public exports of `@latchkey/ui/two-factor`. */

export { type TwoFactorUiOptions, twoFactorUi } from "./plugin.tsx";
export { type TwoFactorTexts, twoFactorEn } from "./texts.ts";
export { TwoFactorCard, type TwoFactorCardProps } from "./two-factor-card.tsx";
export { TwoFactorStep, type TwoFactorStepProps } from "./two-factor-step.tsx";
export type { TwoFactorMethod, TwoFactorUi } from "./ui.ts";
