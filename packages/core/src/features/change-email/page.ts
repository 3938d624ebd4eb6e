/** The library's own pages about addresses. */

import { type MessagePage, messagePage } from "../../http/page.ts";
import { htmlResponse } from "../../http/reply.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { buildRedirect, type SafeURL } from "../../plugin/redirect.ts";

/** @param goTo where the way back to the app leads */
export function page(
  context: RequestContext,
  goTo: SafeURL,
  parts: Pick<MessagePage, "title" | "text" | "form">,
): Response {
  const { appName } = context.settings;
  const home = buildRedirect(context, goTo);
  return htmlResponse(messagePage({ appName, home, ...parts }), 200, parts.form !== undefined);
}
