/** Replaces `built-in.ts` where a bundle is one file and every app would pay for all providers: on Cloudflare Workers. */

import type { ProviderFactories } from "./built-in.ts";

export const builtInProviders: ProviderFactories | null = null;
