/** Public exports of `@latchkey/ui/passkey`. */

export { PasskeyBackupCodesRow } from "./passkey-codes-row.tsx";
export { PasskeyNudge, type PasskeyNudgeProps } from "./passkey-nudge.tsx";
export { PasskeyRow } from "./passkey-row.tsx";
export { type PasskeyUiOptions, passkeyUi } from "./plugin.tsx";
export { type PasskeyTexts, passkeyEn } from "./texts.ts";
export type { PasskeyUi } from "./ui.ts";
