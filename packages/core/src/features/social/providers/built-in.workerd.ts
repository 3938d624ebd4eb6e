/** Replaces `built-in.ts` on Cloudflare Workers, where a bundle is one file and would include every provider. */

import type { ProviderFactories } from "./built-in.ts";

/** `null`, because the app imports its providers from `@latchkey/core/providers` and passes them as `providers`. */
export const builtInProviders: ProviderFactories | null = null;
