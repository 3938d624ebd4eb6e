/** The page of one email: its links, its HTML in a sandboxed frame, and its text. */

import { html, type SafeHtml } from "../console/html.ts";
import { timeElement } from "../console/time.ts";
import { isWebAddress } from "./links.ts";
import type { CaughtMail } from "./mailbox.ts";

export interface MailPageData {
  readonly mail: CaughtMail;
  /** The console's path. */
  readonly back: string;
  readonly now: Date;
}

export function mailBody({ mail, back, now }: MailPageData): SafeHtml {
  return html`${pageHeader(mail.subject || "(no subject)", back)}
<main>
<section aria-label="Email details"><dl class="facts">
<dt>From</dt><dd>${mail.from}</dd>
<dt>To</dt><dd>${mail.to.join(", ")}</dd>
<dt>Received</dt><dd>${timeElement(mail.date, now)}</dd>
</dl></section>
${linkSection(mail.links.filter(isWebAddress))}
${mail.html === null ? null : mailFrame(mail.html)}
<section aria-labelledby="text-title"><div class="head"><h2 id="text-title">Text</h2></div><pre>${mail.text || "(no text)"}</pre></section>
</main>`;
}

/** Shown if the email is no longer stored. */
export function missingMailBody(back: string): SafeHtml {
  return html`${pageHeader("This email is no longer available", back)}
<main><p>The console keeps the last 200 emails in memory and clears them when the app restarts.</p></main>`;
}

function pageHeader(title: string, back: string): SafeHtml {
  return html`<header class="top"><h1>${title}</h1><a class="button" href="${back}">Back to console</a></header>`;
}

function linkSection(links: readonly string[]): SafeHtml | null {
  if (links.length === 0) return null;
  return html`<section aria-labelledby="links-title"><div class="head"><h2 id="links-title">Links</h2></div><ul class="links">${links.map(
    (link) => html`<li><a href="${link}" target="_blank" rel="noopener noreferrer">${link}</a></li>`,
  )}</ul></section>`;
}

/** Allows inline styles and embedded images. Blocks scripts, forms, and remote content. */
const mailContentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

function mailFrame(content: string): SafeHtml {
  // Placed before the email's HTML, so that nothing loads before the policy applies.
  const head = html`<meta http-equiv="content-security-policy" content="${mailContentSecurityPolicy}"><base target="_blank">`;
  return html`<section aria-labelledby="html-title"><div class="head"><h2 id="html-title">HTML</h2></div><iframe title="Email HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" srcdoc="${head.text + content}"></iframe></section>`;
}
