/**
 * Replaces `javascript-digests.ts` on runtimes with `node:crypto`, so that they don't load a library they don't use.
 */

import type { JavaScriptDigests } from "./javascript-digests.ts";

export const javascriptDigests: JavaScriptDigests | null = null;
