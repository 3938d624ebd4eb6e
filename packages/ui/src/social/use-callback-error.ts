/** Reads why a sign-in with a provider failed, from the URL of the page the user returned to. */

import { useConsumedParams } from "../primitives/use-consumed-params.ts";
import { useAuthUi } from "../provider/context.ts";
import type { Texts } from "../texts/texts.ts";

const errorParams = ["error", "error_description"];

/**
 * Returns the `?error=` of the page's URL, or `null`. Removes it from the URL after reading it.
 * @param override a query string to use instead of the page's, which then stays unchanged
 */
export function useCallbackErrorCode(override?: string): string | null {
  return useConsumedParams(errorParams, override)?.get("error") ?? null;
}

/** Returns the error as a message. */
export function useCallbackErrorText(override?: string): string | null {
  const { texts } = useAuthUi();
  const code = useCallbackErrorCode(override);
  return code === null ? null : callbackErrorText(texts, code);
}

/** Anyone can put text into a URL, so codes without a message are never shown. */
export function callbackErrorText({ social, errors }: Texts, code: string): string {
  for (const known of [social.errors, errors]) {
    if (Object.hasOwn(known, code) && code !== "unknown") return known[code] as string;
  }
  return social.errors.unknown;
}
