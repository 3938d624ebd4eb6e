/** The layout and security headers of all console pages. */

import { htmlResponse } from "@latchkey/core/plugin";
import { type HtmlValue, html, rawHtml } from "./html.ts";
import { style } from "./style.ts";

export interface PageContent {
  readonly title: string;
  readonly body: HtmlValue;
  readonly status?: number;
  /** A script from this package, and the nonce that lets it run. */
  readonly script?: { readonly code: string; readonly nonce: string };
}

export function pageResponse({ title, body, status = 200, script }: PageContent): Response {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${rawHtml(style)}</style>
</head>
<body>
${body}
${script ? html`<script nonce="${script.nonce}">${rawHtml(script.code)}</script>` : null}
</body>
</html>`;
  const response = htmlResponse(page.text, status);
  response.headers.set("content-security-policy", contentSecurityPolicy(script?.nonce));
  // Not `no-referrer`, because browsers would then send `Origin: null` with forms.
  response.headers.set("referrer-policy", "same-origin");
  return response;
}

/** Also applies to email content in its frame, so remote images can't reveal that an email was read. */
function contentSecurityPolicy(nonce: string | undefined): string {
  const script = nonce === undefined ? "" : `script-src 'nonce-${nonce}'; connect-src 'self'; `;
  return `default-src 'none'; ${script}style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
}
