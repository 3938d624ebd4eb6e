/** The paths of the console's pages, and how to recognize its forms. */

import type { AuthContext, RequestContext } from "@latchkey/core/plugin";

/** Returns the console's path, or a path below it. */
export function consolePath({ settings }: Pick<AuthContext, "settings">, below = ""): string {
  return `${settings.basePath}/dev${below}`;
}

/** Whether the request is a submitted form, which expects a page in return. */
export function isForm(context: RequestContext): boolean {
  return context.isHttp && /^application\/x-www-form-urlencoded\b/i.test(context.header("content-type") ?? "");
}
