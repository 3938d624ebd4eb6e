/** The frame of every page, and the headers that keep what is on it harmless. */

import { htmlResponse } from "@latchkey/core/plugin";
import { type Content, html, trusted } from "./markup.ts";
import { style } from "./style.ts";

export interface Page {
  readonly title: string;
  readonly body: Content;
  readonly status?: number;
  /** A script of this package's own, and the nonce that lets it run. */
  readonly script?: { readonly code: string; readonly nonce: string };
}

export function pageResponse({ title, body, status = 200, script }: Page): Response {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${body}
${script ? html`<script nonce="${script.nonce}">${trusted(script.code)}</script>` : null}
</body>
</html>`;
  const response = htmlResponse(page.text, status);
  response.headers.set("content-security-policy", policy(script?.nonce));
  // Not "no-referrer": under that a browser sends "Origin: null" with a form.
  response.headers.set("referrer-policy", "same-origin");
  return response;
}

/** What a mail shows in its frame is bound by this policy, too: no picture from elsewhere tells that it was read. */
function policy(nonce: string | undefined): string {
  const script = nonce === undefined ? "" : `script-src 'nonce-${nonce}'; connect-src 'self'; `;
  return `default-src 'none'; ${script}style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
}
