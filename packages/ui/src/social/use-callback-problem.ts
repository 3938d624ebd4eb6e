/** Why a provider's answer let nobody in, as the address of the page says when people come back. */

import { useEffect, useState } from "react";
import { useSearch } from "../primitives/use-search.ts";
import { useAuthUi } from "../provider/context.ts";
import type { Texts } from "../texts/texts.ts";
import { cleanAddress } from "./here.ts";

/**
 * What stands behind `?error=`, or `null`. Taken out of the page's address once it is read.
 * @param given instead of what stands behind the page's `?`, which then stays as it is
 */
export function useCallbackCode(given?: string): string | null {
  const [kept, setKept] = useState<string | null>(null);
  const found = useSearch(given)?.get("error") ?? null;
  useEffect(() => {
    if (found === null || given !== undefined) return;
    setKept(found);
    cleanAddress();
  }, [found, given]);
  return found ?? kept;
}

/** The same as a sentence. */
export function useCallbackProblem(given?: string): string | null {
  const { texts } = useAuthUi();
  const code = useCallbackCode(given);
  return code === null ? null : callbackText(texts, code);
}

/** Anybody can write anything into an address: what has no sentence of its own is never shown. */
export function callbackText({ social, errors }: Texts, code: string): string {
  for (const known of [social.errors, errors]) {
    if (Object.hasOwn(known, code) && code !== "unknown") return known[code] as string;
  }
  return social.errors.unknown;
}
