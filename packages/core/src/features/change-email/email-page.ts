/** Renders the library's own pages for adding and restoring an email. */

import type { SafeURL } from "../../http/origins.ts";
import { type MessagePage, renderMessagePage } from "../../http/page.ts";
import { htmlResponse } from "../../http/reply.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { buildRedirect } from "../../kernel/redirect.ts";

/** @param redirectURL where the page's link back to the app leads */
export function emailPage(
  context: RequestContext,
  redirectURL: SafeURL,
  parts: Pick<MessagePage, "title" | "text" | "form">,
): Response {
  const { appName } = context.settings;
  const home = buildRedirect(context, redirectURL);
  return htmlResponse(renderMessagePage({ appName, home, ...parts }), 200, parts.form !== undefined);
}
