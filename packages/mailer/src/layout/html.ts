/**
 * Renders an email as HTML. Styles are inline because several email clients drop `<style>`, which only adds the dark
 * colors. Tables are used only where Outlook needs them: for a maximum width and a filled button.
 */

import { escapeHtml } from "../clean.ts";
import type { Colors } from "./colors.ts";
import type { Content, ContentLink } from "./content.ts";

/** Everything about a page except its content. */
export interface Page {
  readonly colors: Colors;
  readonly language: string;
  readonly direction: "ltr" | "rtl";
}

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const monospace = "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";

/** Renders the whole document. It loads nothing from the network. */
export function toHtml(content: Content, page: Page): string {
  const { light } = page.colors;
  const side = page.direction === "rtl" ? "right" : "left";
  return `<!doctype html>
<html lang="${escapeHtml(page.language)}" dir="${page.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>
${darkStyles(page.colors)}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${light.page};">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${light.page};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
<tr><td class="quiet" align="${side}" style="padding:0 0 16px;font:600 16px/24px ${font};color:${light.mutedText};">${escapeHtml(content.appName)}</td></tr>
<tr><td class="card ink" align="${side}" style="padding:32px;border:1px solid ${light.border};border-radius:12px;background-color:${light.card};font:400 16px/24px ${font};color:${light.text};">
${card(content, page)}
</td></tr>
<tr><td class="quiet" align="${side}" style="padding:16px 0 0;font:400 13px/20px ${font};color:${light.mutedText};">${escapeHtml(content.footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function card({ heading, greeting, paragraphs, code, link, ignoreNote }: Content, { colors }: Page): string {
  return [
    `<h1 style="margin:0 0 16px;font:600 22px/30px ${font};">${escapeHtml(heading)}</h1>`,
    ...[greeting, ...paragraphs].map((text) => `<p style="margin:0 0 16px;">${lines(text)}</p>`),
    ...(code === undefined ? [] : [codeBlock(code, colors)]),
    ...(link ? [button(link, colors), bareLink(link, colors)] : []),
    `<p class="quiet" style="margin:0;font-size:14px;line-height:22px;color:${colors.light.mutedText};">${lines(ignoreNote)}</p>`,
  ].join("\n");
}

function button({ url, button: label }: ContentLink, { accent, accentText, border }: Colors): string {
  // The cell is filled too, because Outlook ignores padding and background on a link.
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;">
<tr><td class="button" align="center" bgcolor="${accent}" style="border:1px solid ${border};border-radius:8px;background-color:${accent};"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;font:600 16px/24px ${font};color:${accentText};text-decoration:none;">${escapeHtml(label)}</a></td></tr>
</table>`;
}

function bareLink({ url, hint }: ContentLink, { light }: Colors): string {
  const href = escapeHtml(url);
  return `<p class="quiet" style="margin:0 0 16px;font-size:14px;line-height:22px;color:${light.mutedText};">${lines(hint)}<br><a class="ink" href="${href}" dir="ltr" style="color:${light.text};text-decoration:underline;word-break:break-all;">${href}</a></p>`;
}

function codeBlock(code: string, { light }: Colors): string {
  return `<p class="code" dir="ltr" style="margin:0 0 24px;padding:16px;border:1px solid ${light.border};border-radius:8px;text-align:center;font:600 28px/36px ${monospace};letter-spacing:4px;">${escapeHtml(code)}</p>`;
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}

function darkStyles({ dark, darkBorder }: Colors): string {
  return `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: ${dark.page} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.border} !important; }
  .code { border-color: ${dark.border} !important; }
  .button { border-color: ${darkBorder} !important; }
  .ink { color: ${dark.text} !important; }
  .quiet { color: ${dark.mutedText} !important; }
}`;
}
