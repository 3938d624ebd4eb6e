/** Renders the library's built-in page: a title, a message, an optional form, and a link back to the app. */

import { escapeHtml } from "./reply.ts";

/** The content of a built-in page. */
export interface MessagePage {
  readonly appName: string;
  readonly title: string;
  readonly text: string;
  /** Small print under the text. */
  readonly code?: string;
  /** A form with a button that posts these fields. */
  readonly form?: {
    readonly action: string;
    readonly fields: Readonly<Record<string, string>>;
    /** A field that the user fills in. */
    readonly input?: { readonly name: string; readonly label: string; readonly type: "email" };
    readonly button: string;
  };
  /** URL of the app. Absolute and already validated. */
  readonly home: string;
}

/** Renders the page as HTML. Escapes all content. */
export function renderMessagePage({ appName, title, text, code, form, home }: MessagePage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(appName)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="app">${escapeHtml(appName)}</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${code === undefined ? "" : `<p class="code">Code: <code>${escapeHtml(code)}</code></p>`}
<div class="ways">
${form ? renderForm(form) : ""}
<a href="${escapeHtml(home)}"${form ? ' class="quiet"' : ""}>Back to ${escapeHtml(appName)}</a>
</div>
</main>
</body>
</html>`;
}

function renderForm({ action, fields, input, button }: NonNullable<MessagePage["form"]>): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const name = input && escapeHtml(input.name);
  const field = input
    ? `<label for="${name}">${escapeHtml(input.label)}</label><input id="${name}" name="${name}" type="${input.type}" autocomplete="email" required>`
    : "";
  return `<form method="post" action="${escapeHtml(action)}">${hidden.join("")}${field}<button>${escapeHtml(button)}</button></form>`;
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
.ways{display:flex;flex-wrap:wrap;gap:12px}
a,button{display:inline-block;padding:9px 16px;border:1px solid var(--ink);border-radius:8px;background:var(--ink);color:var(--card);font:inherit;font-weight:500;text-decoration:none;cursor:pointer}
label{display:block;margin:0 0 4px;font-weight:500}
input[type=email]{display:block;width:100%;margin:0 0 12px;padding:9px 12px;border:1px solid var(--soft);border-radius:8px;background:var(--card);color:inherit;font:inherit}
input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
form:has(label){flex-basis:100%}
a.quiet{background:none;border-color:var(--line);color:var(--ink)}
a:focus-visible,button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;
