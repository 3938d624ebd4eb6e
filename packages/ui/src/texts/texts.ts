/** The texts of the components and functions to fill them in. */

import { isOffline } from "../primitives/online.ts";
import type { AccountTexts } from "./account.ts";
import type { AuthenticationTexts } from "./authentication.ts";
import type { CommonTexts } from "./common.ts";
import type { EmailVerificationTexts } from "./email-verification.ts";
import type { ErrorTexts } from "./errors.ts";
import type { PluralText } from "./plural.ts";
import type { SessionTexts } from "./sessions.ts";
import type { SocialTexts } from "./social.ts";

export type { PluralText };

/** All texts of the components. Apps can replace any of them, or all of them for another language. */
export interface Texts
  extends CommonTexts,
    AuthenticationTexts,
    EmailVerificationTexts,
    AccountTexts,
    SocialTexts,
    SessionTexts {
  readonly errors: ErrorTexts;
}

/** Replaces the `{placeholders}` in a text. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

/** Keeps a phone number or URL left-to-right in right-to-left text. Otherwise, the plus would come last. */
export function isolateLtr(value: string): string {
  return `\u2066${value}\u2069`;
}

/** Returns the form of a text for a number, with the number in `{count}` and other placeholders replaced. */
export function fillCount(
  { language }: Pick<Texts, "language">,
  text: PluralText,
  count: number,
  values: Readonly<Record<string, string>> = {},
): string {
  const form = text[new Intl.PluralRules(language).select(count)] ?? text.other;
  return fill(form, { count: count.toLocaleString(language), ...values });
}

/**
 * Returns the message for an error. Unknown codes show the server's message. If the server couldn't be reached while
 * the browser is offline, the message says that there's no connection.
 */
export function errorText(texts: Texts, error: { readonly code: string; readonly message: string }): string {
  if (error.code === "NETWORK_ERROR" && isOffline()) return texts.noConnection;
  const known = Object.hasOwn(texts.errors, error.code) ? texts.errors[error.code] : undefined;
  return known ?? fill(texts.errors.unknown, { message: error.message });
}
