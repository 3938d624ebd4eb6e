/** Public exports of `@latchkey/ui/two-factor`. */

export { type TwoFactorUiOptions, twoFactorUi } from "./plugin.tsx";
export { TwoFactorRows } from "./rows.tsx";
export { type TwoFactorTexts, twoFactorEn } from "./texts.ts";
export { TrustedDevices } from "./trusted-devices.tsx";
export { TwoFactorSettings, type TwoFactorSettingsProps } from "./two-factor-settings.tsx";
export { TwoFactorStep, type TwoFactorStepProps } from "./two-factor-step.tsx";
export type { TwoFactorUi } from "./ui.ts";
