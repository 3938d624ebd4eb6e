/** What the screens say, and how a text is filled in. */

import type { AccountTexts } from "./account.ts";
import type { AddressTexts } from "./addresses.ts";
import type { CommonTexts } from "./common.ts";
import type { DeviceTexts } from "./devices.ts";
import type { EntranceTexts } from "./entrance.ts";
import type { ErrorTexts } from "./errors.ts";
import type { SocialTexts } from "./social.ts";

/** Every text of the screens. An app replaces any part of it, or all of it in another language. */
export interface Texts extends CommonTexts, EntranceTexts, AddressTexts, AccountTexts, SocialTexts, DeviceTexts {
  readonly errors: ErrorTexts;
}

/** Puts values into a text's `{places}`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

/** The sentence for an error. No code is swallowed: an unknown one shows what the server said. */
export function errorText(texts: Texts, error: { readonly code: string; readonly message: string }): string {
  const known = Object.hasOwn(texts.errors, error.code) ? texts.errors[error.code] : undefined;
  return known ?? fill(texts.errors.unknown, { message: error.message });
}
