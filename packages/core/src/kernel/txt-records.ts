/** Reads TXT records from DNS. A domain's owner uses them to prove ownership. */

import { builtinModule } from "../crypto/native.ts";
import type { AuthContext, ResolveTxt } from "./context.ts";
import { withTimeout } from "./timeout.ts";

type Dns = typeof import("node:dns");

/** How long a lookup can take, in milliseconds. */
const lookupTimeoutMs = 5000;

/**
 * Returns a domain name's TXT records, each as one string. Empty if there are none.
 * @throws {Error} if the lookup fails, so it's unknown whether there are any
 */
export async function resolveTxt(context: Pick<AuthContext, "resolveTxt">, name: string): Promise<readonly string[]> {
  const resolve = context.resolveTxt ?? systemResolver();
  if (!resolve) throw new Error("This runtime can't read TXT records. Set the resolveTxt option in createAuth.");
  try {
    const records = await withTimeout(lookupTimeoutMs, () => resolve(name), name);
    return records.map((strings) => strings.join(""));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function systemResolver(): ResolveTxt | null {
  const resolve = builtinModule<Dns>("node:dns")?.promises?.resolveTxt;
  return resolve ? (name) => resolve(name) : null;
}

/** Whether the name or its TXT records don't exist, which is a valid answer. Every other error is a failure. */
function isMissing(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return code === "ENOTFOUND" || code === "ENODATA";
}
