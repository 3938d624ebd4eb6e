/** Public exports of `@latchkey/ui/device-authorization`. */

export { DeviceScreen, type DeviceScreenProps } from "./device-screen.tsx";
export { type DeviceAuthorizationUiOptions, deviceAuthorizationUi } from "./plugin.tsx";
export { type DeviceTexts, deviceEn } from "./texts.ts";
export type { DeviceUi } from "./ui.ts";
