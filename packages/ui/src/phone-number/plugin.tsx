/** The UI plugin for phone numbers. */

import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { PhoneNumberRow } from "./phone-number-row.tsx";
import { phoneSignIn } from "./sign-in.ts";
import { type PhoneNumberTexts, phoneNumberEn } from "./texts.ts";
import type { PhoneNumberUi } from "./ui.ts";

/** Options for `phoneNumberUi`. */
export interface PhoneNumberUiOptions {
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<PhoneNumberTexts>;
}

/**
 * Lets users sign in and sign up with a code by text, and manage their phone number on the account page. For apps whose
 * server has `phoneNumber()` from `@latchkey/phone-number`.
 */
export function phoneNumberUi(options: PhoneNumberUiOptions = {}): PhoneNumberUi {
  return createPhoneNumberUi(options, phoneNumberEn);
}

function createPhoneNumberUi(options: PhoneNumberUiOptions, language: PhoneNumberTexts): PhoneNumberUi {
  const texts = overrideTexts(language, options.texts);
  return {
    id: "phone-number",
    localize: (other) => createPhoneNumberUi(options, other as PhoneNumberTexts),
    isAvailable: ({ plugins }) => plugins["phone-number"] !== undefined,
    texts,
    errors: texts.errors,
    signInMethods: [phoneSignIn(texts)],
    account: { SecurityRows: PhoneNumberRow },
  };
}
