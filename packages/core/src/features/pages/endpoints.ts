/** `/ok`, for probes, and `/error`, the page that people see when a redirect cannot carry them on. */

import * as z from "zod";
import { escapeHtml, htmlResponse } from "../../http/reply.ts";
import { defineEndpoint, type Endpoint } from "../../plugin/endpoint.ts";

/** Answers as long as the process does. Asks no database. */
export const ok: Endpoint<unknown, { readonly ok: true }> = defineEndpoint({
  method: "GET",
  path: "/ok",
  summary: "Whether the handler answers",
  statements: 0,
  handle: () => ({ ok: true }),
});

interface ErrorQuery {
  readonly error?: string | undefined;
  readonly error_description?: string | undefined;
}

const errorQuery: z.ZodType<ErrorQuery> = z.object({
  error: z.string().max(2000).optional(),
  error_description: z.string().max(2000).optional(),
});

/** What went wrong, as a page with a link back to the app. */
export const errorPage: Endpoint<ErrorQuery, Response> = defineEndpoint({
  method: "GET",
  path: "/error",
  summary: "A page that shows an error code",
  input: errorQuery,
  statements: 0,
  handle({ error, error_description }, { settings, origin }) {
    const code = /^[A-Za-z0-9_.-]{1,100}$/.test(error ?? "") ? (error as string) : "unknown_error";
    return htmlResponse(
      page({
        code,
        description: error_description?.slice(0, 300) ?? "",
        appName: settings.appName,
        home: `${origin}/`,
      }),
    );
  },
});

interface PageText {
  readonly code: string;
  readonly description: string;
  readonly appName: string;
  readonly home: string;
}

function page(text: PageText): string {
  const description = text.description || "The request could not be completed. You can go back and try again.";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Something went wrong · ${escapeHtml(text.appName)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="app">${escapeHtml(text.appName)}</p>
<h1>Something went wrong</h1>
<p>${escapeHtml(description)}</p>
<p class="code">Code: <code>${escapeHtml(text.code)}</code></p>
<a href="${escapeHtml(text.home)}">Back to ${escapeHtml(text.appName)}</a>
</main>
</body>
</html>`;
}

const style = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#5b6470;--paper:#f6f7f8;--card:#fff;--line:#dfe3e8;--accent:#2456d6}
@media(prefers-color-scheme:dark){:root{--ink:#eceef1;--soft:#a2abb6;--paper:#111418;--card:#191d22;--line:#2b323a;--accent:#8fb0ff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{width:100%;max-width:420px;padding:32px;background:var(--card);border:1px solid var(--line);border-radius:12px}
h1{margin:4px 0 12px;font-size:22px;line-height:1.25}
p{margin:0 0 16px;overflow-wrap:anywhere}
.app,.code{color:var(--soft);font-size:14px}
.app{margin:0}
code{font:13px ui-monospace,monospace}
a{display:inline-block;padding:9px 16px;border-radius:8px;background:var(--ink);color:var(--card);text-decoration:none;font-weight:500}
a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;
