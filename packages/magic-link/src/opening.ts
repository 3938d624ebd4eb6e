/** Decides what happens when a link is opened. Email scanners, link previews, and other people open links, too. */

import { browserDigest, isTrustedOrigin, type RequestContext, readBrowserId } from "@latchkey/core/plugin";
import type { MagicLinkSettings } from "./options.ts";
import { magicLinkToken } from "./token.ts";

/** Whether a GET was sent by code that expects JSON, instead of by a person who opened the link. */
export async function isScript(context: RequestContext): Promise<boolean> {
  if (!context.isHttp) return true;
  const mode = context.header("sec-fetch-mode");
  if (mode === "navigate" || mode === "no-cors") return false;
  const origin = context.header("origin");
  if (origin !== null) return isTrustedOrigin(context, origin);
  const site = context.header("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  if (mode !== null) return true;
  // Without fetch metadata, only a program that asks for JSON can be told apart from a scanner.
  const accept = context.header("accept") ?? "*/*";
  return !/text\/html|\*\/\*/i.test(accept);
}

/** Whether a browser is prefetching the page, before anyone has opened it. */
function isPrefetch(context: RequestContext): boolean {
  return context.header("sec-purpose") !== null || context.header("purpose") === "prefetch";
}

/** Whether the request comes from the browser that asked for the link. */
export function isSameBrowser(context: RequestContext, email: string, browser: string | null): boolean {
  const id = readBrowserId(context);
  return browser !== null && id !== null && browserDigest(magicLinkToken.name, id, email) === browser;
}

/** Whether opening the link signs in, without a page in between. */
export function signsInDirectly(
  context: RequestContext,
  { otherBrowser }: MagicLinkSettings,
  email: string,
  browser: string | null,
): boolean {
  if (isPrefetch(context)) return false;
  if (otherBrowser === "allow") return true;
  return context.header("sec-fetch-mode") === "navigate" && isSameBrowser(context, email, browser);
}

/** Whether the link works in this browser at all. A link that a program requested works only for programs. */
export function isAllowedHere(
  context: RequestContext,
  { otherBrowser }: MagicLinkSettings,
  email: string,
  browser: string | null,
): boolean {
  if (otherBrowser !== "reject") return true;
  return browser === null ? readBrowserId(context) === null : isSameBrowser(context, email, browser);
}
