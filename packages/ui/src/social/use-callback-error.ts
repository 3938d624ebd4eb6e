/** Reads why a sign-in with a provider failed, from the URL of the page the user returned to. */

import { useEffect, useState } from "react";
import { useSearchParams } from "../primitives/use-search-params.ts";
import { useAuthUi } from "../provider/context.ts";
import type { Texts } from "../texts/texts.ts";
import { removeCallbackParams } from "./current-url.ts";

/**
 * Returns the `?error=` of the page's URL, or `null`. Removes it from the URL after reading it.
 * @param given a query string to use instead of the page's, which then stays unchanged
 */
export function useCallbackErrorCode(given?: string): string | null {
  const [savedCode, setKept] = useState<string | null>(null);
  const found = useSearchParams(given)?.get("error") ?? null;
  useEffect(() => {
    if (found === null || given !== undefined) return;
    setKept(found);
    removeCallbackParams();
  }, [found, given]);
  return found ?? savedCode;
}

/** Returns the error as a message. */
export function useCallbackErrorText(given?: string): string | null {
  const { texts } = useAuthUi();
  const code = useCallbackErrorCode(given);
  return code === null ? null : callbackErrorText(texts, code);
}

/** Anyone can put text into a URL, so codes without a message are never shown. */
export function callbackErrorText({ social, errors }: Texts, code: string): string {
  for (const known of [social.errors, errors]) {
    if (Object.hasOwn(known, code) && code !== "unknown") return known[code] as string;
  }
  return social.errors.unknown;
}
