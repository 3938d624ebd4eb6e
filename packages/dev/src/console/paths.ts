/** Where the console's pages are, and what its forms post. */

import type { AuthContext, RequestContext } from "@latchkey/core/plugin";

/** Path of the console, or of something below it. */
export function consolePath({ settings }: Pick<AuthContext, "settings">, below = ""): string {
  return `${settings.basePath}/dev${below}`;
}

/** Whether a form of the page was sent, which wants a page back. */
export function isForm({ headers, overHttp }: RequestContext): boolean {
  return overHttp && /^application\/x-www-form-urlencoded\b/i.test(headers.get("content-type") ?? "");
}
