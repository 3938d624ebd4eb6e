/** Replaces `built-in.ts` where a bundle is one file and every app would pay for all providers: on Cloudflare Workers. */

import type { ProviderFactories } from "./built-in.ts";

/** `null`: the app imports its providers from `@latchkey/core/providers` and passes them as `providers`. */
export const builtInProviders: ProviderFactories | null = null;
