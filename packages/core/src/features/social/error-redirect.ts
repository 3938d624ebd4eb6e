/** Redirects with an error. A browser shows a callback's response, so its errors go into the URL. */

import type { SafeURL } from "../../http/origins.ts";
import { redirectResponse } from "../../http/reply.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { buildRedirect } from "../../kernel/redirect.ts";

/** Redirects to the URL, or to the app's error page. */
export function redirectWithError(
  context: RequestContext,
  goTo: SafeURL | null,
  code: string,
  text?: string,
): Response {
  const to = goTo ?? context.settings.errorURL;
  return redirectResponse(buildRedirect(context, to, { error: code, ...(text ? { error_description: text } : {}) }));
}
