/** One mail as a page: its links to click, its HTML in a frame that can do nothing, its text. */

import { html, type Markup } from "../console/markup.ts";
import { timeOf } from "../console/time.ts";
import { isWebAddress } from "./links.ts";
import type { CaughtMail } from "./mailbox.ts";

export interface MailPage {
  readonly mail: CaughtMail;
  /** Path of the console. */
  readonly back: string;
  readonly now: Date;
}

export function mailBody({ mail, back, now }: MailPage): Markup {
  return html`${top(mail.subject || "(no subject)", back)}
<main>
<section aria-label="About this mail"><dl class="facts">
<dt>From</dt><dd>${mail.from}</dd>
<dt>To</dt><dd>${mail.to.join(", ")}</dd>
<dt>Caught</dt><dd>${timeOf(mail.date, now)}</dd>
</dl></section>
${linkSection(mail.links.filter(isWebAddress))}
${mail.html === null ? null : frame(mail.html)}
<section aria-labelledby="text-title"><div class="head"><h2 id="text-title">Text</h2></div><pre>${mail.text || "(no text)"}</pre></section>
</main>`;
}

/** In place of a mail that is not kept any more. */
export function missingMailBody(back: string): Markup {
  return html`${top("This mail is not here any more", back)}
<main><p>The last 200 mails are kept, in memory: a restart of the app forgets them.</p></main>`;
}

function top(title: string, back: string): Markup {
  return html`<header class="top"><h1>${title}</h1><a class="button" href="${back}">Back to the console</a></header>`;
}

function linkSection(links: readonly string[]): Markup | null {
  if (links.length === 0) return null;
  return html`<section aria-labelledby="links-title"><div class="head"><h2 id="links-title">Links</h2></div><ul class="links">${links.map(
    (link) => html`<li><a href="${link}" target="_blank" rel="noopener noreferrer">${link}</a></li>`,
  )}</ul></section>`;
}

/** Of what a mail may bring, styles and pictures inside of it work: no script, no form, nothing from elsewhere. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

function frame(content: string): Markup {
  // Ahead of the mail, so that nothing of it comes before the policy.
  const head = html`<meta http-equiv="content-security-policy" content="${policy}"><base target="_blank">`;
  return html`<section aria-labelledby="html-title"><div class="head"><h2 id="html-title">HTML</h2></div><iframe title="The mail’s HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" srcdoc="${head.text + content}"></iframe></section>`;
}
