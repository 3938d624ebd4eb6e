/** Public exports of `@latchkey/ui/phone-number`. */

export { PhoneNumberRow } from "./phone-number-row.tsx";
export { type PhoneNumberUiOptions, phoneNumberUi } from "./plugin.tsx";
export { type PhoneNumberTexts, phoneNumberEn } from "./texts.ts";
export type { PhoneNumberUi } from "./ui.ts";
