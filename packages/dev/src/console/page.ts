/** The console's main page, with email, users, sessions, and requests. */

import type { RequestTrace } from "@latchkey/core";
import type { TraceStep } from "@latchkey/core/plugin";
import { isWebAddress } from "../mail/links.ts";
import type { CaughtMail } from "../mail/mailbox.ts";
import type { DevSession } from "../sessions/store.ts";
import type { CaughtText } from "../texts/catcher.ts";
import type { DevUser } from "../users/store.ts";
import { type HtmlValue, html, type SafeHtml } from "./html.ts";
import { timeElement } from "./time.ts";

/** The data of the page. */
export interface ConsoleData {
  readonly appName: string;
  /** The console's path. */
  readonly path: string;
  /** The app's home page. */
  readonly home: string;
  readonly now: Date;
  /** The email of the user who's signed in in this browser. */
  readonly signedInAs: string | null;
  /** `null` if there's no mail catcher. */
  readonly mails: readonly CaughtMail[] | null;
  /** `null` if there's no text catcher. The section is missing then, because few apps send texts. */
  readonly texts: readonly CaughtText[] | null;
  readonly users: readonly DevUser[];
  readonly sessions: readonly DevSession[];
  readonly requests: readonly RequestTrace[];
}

export function consoleBody(data: ConsoleData): SafeHtml {
  const { appName, path, home, signedInAs } = data;
  return html`<header class="top">
<div>
<h1>${appName} dev console</h1>
<p class="soft" id="you" data-live="text">${signedInAs === null ? "You're not signed in in this browser." : `You're signed in as ${signedInAs} in this browser.`}</p>
</div>
<nav aria-label="Sections">${sections(data).map(
    ({ id, title, count }) =>
      html`<a href="#${id}">${title} <span class="count" id="${id}-count" data-live="text">${count}</span></a>`,
  )}</nav>
<div class="ways"><button type="button" id="live" hidden>Pause updates</button><a class="button" href="${path}/reference">API reference</a><a class="button" href="${home}">Open app</a></div>
</header>
<main class="columns">
<div class="column">${mailSection(data)}${textSection(data)}${userSection(data)}</div>
<div class="column">${sessionSection(data)}${requestSection(data)}</div>
</main>`;
}

function sections(lists: ConsoleData) {
  return [
    { id: "mail", title: "Emails", count: lists.mails?.length ?? 0 },
    ...(lists.texts ? [{ id: "texts", title: "Texts", count: lists.texts.length }] : []),
    { id: "users", title: "Users", count: lists.users.length },
    { id: "sessions", title: "Sessions", count: lists.sessions.length },
    { id: "requests", title: "Requests", count: lists.requests.length },
  ];
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly SafeHtml[];
  readonly empty: HtmlValue;
  readonly action?: HtmlValue;
}

/** The list must contain no whitespace. The text after it is shown by `:empty`. */
function section({ id, title, rows, empty, action = null }: Section): SafeHtml {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<div class="head"><h2 id="${id}-title">${title}</h2>${action}</div>
<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}-title"><ul class="rows" id="${id}-list" data-live="list" data-length="${rows.length}">${rows}</ul><p class="empty">${empty}</p></div>
</section>`;
}

function mailSection({ path, mails, now }: ConsoleData): SafeHtml {
  return section({
    id: "mail",
    title: "Emails",
    rows: (mails ?? []).map((mail) => mailRow(mail, path, now)),
    empty: mails
      ? "No emails yet. Emails that your app sends to the mail catcher show up here."
      : html`No mail catcher configured. Add one with <code>devConsole({ mail: await createMailCatcher() })</code>.`,
    action: mails && html`<form method="post" action="${path}/mail/clear"><button>Clear emails</button></form>`,
  });
}

function mailRow({ id, subject, to, date, links }: CaughtMail, path: string, now: Date): SafeHtml {
  const title = subject || "(no subject)";
  const link = links.find(isWebAddress);
  return html`<li><div class="what"><a href="${path}/mail/${id}">${title}</a><p class="soft">to ${to.join(", ")} · ${timeElement(date, now)}</p></div>${
    link
      ? html`<a class="button" href="${link}" target="_blank" rel="noopener noreferrer">Open link<span class="hidden"> from “${title}” in a new tab</span></a>`
      : null
  }</li>`;
}

function textSection({ texts, now }: ConsoleData): SafeHtml | null {
  if (texts === null) return null;
  return section({
    id: "texts",
    title: "Texts",
    rows: texts.map(
      ({ phoneNumber, code, date }) =>
        html`<li><div class="what"><strong>${code}</strong><p class="soft">to ${phoneNumber} · ${timeElement(date, now)}</p></div></li>`,
    ),
    empty: "No texts yet. Codes that your app passes to the text catcher show up here.",
  });
}

function userSection({ path, users, now }: ConsoleData): SafeHtml {
  return section({
    id: "users",
    title: "Users",
    rows: users.map((user) => userRow(user, path, now)),
    empty: "No users yet.",
  });
}

function userRow({ id, name, email, emailVerified, providers, createdAt }: DevUser, path: string, now: Date): SafeHtml {
  return html`<li><div class="what"><strong>${name || email}</strong><p class="soft">${email} · ${timeElement(createdAt, now)}</p><ul class="chips"><li>${
    emailVerified ? "verified" : "unverified"
  }</li>${providers.map((provider) => html`<li>${provider}</li>`)}<li><code>${id}</code></li></ul></div><form method="post" action="${path}/sign-in-as"><input type="hidden" name="userId" value="${id}"><button>Sign in as<span class="hidden"> ${email}</span></button></form></li>`;
}

function sessionSection({ sessions, now }: ConsoleData): SafeHtml {
  return section({
    id: "sessions",
    title: "Sessions",
    rows: sessions.map((session) => sessionRow(session, now)),
    empty: "No active sessions.",
  });
}

function sessionRow(session: DevSession, now: Date): SafeHtml {
  const { email, createdAt, expiresAt, ipAddress, userAgent, proven } = session;
  const caller = [ipAddress, userAgent].filter(Boolean).join(" · ");
  const proofs = proven.length > 0 ? proven.map((factor) => `verified: ${factor}`) : ["no recent verification"];
  return html`<li><div class="what"><strong>${email}</strong><p class="soft">${timeElement(createdAt, now)} · expires ${timeElement(expiresAt, now)}</p>${
    caller ? html`<p class="soft">${caller}</p>` : null
  }<ul class="chips">${proofs.map((proof) => html`<li>${proof}</li>`)}</ul></div></li>`;
}

function requestSection({ requests, users, now }: ConsoleData): SafeHtml {
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return section({
    id: "requests",
    title: "Requests",
    rows: requests.map((trace) => requestRow(trace, emails, now)),
    empty: "No requests yet. Requests to this console aren't shown.",
  });
}

function requestRow(trace: RequestTrace, emails: ReadonlyMap<string, string>, now: Date): SafeHtml {
  const { method, path, status, code, durationMs, startedAt, steps, userId } = trace;
  const who = userId === null ? null : ` · ${emails.get(userId) ?? userId}`;
  return html`<li><div class="what"><code>${method} ${path}</code><p class="soft">${timeElement(startedAt, now)} · ${durationMs} ms${who}</p>${
    steps.length > 0 ? html`<ul class="chips" aria-label="Checks">${steps.map(stepChip)}</ul>` : null
  }</div><span class="${status < 400 ? "good" : "bad"}">${status}${code === null ? null : ` ${code}`}</span></li>`;
}

const stepNames: Readonly<Record<TraceStep["kind"], string | null>> = {
  rateLimit: "rate limit",
  origin: "origin",
  guard: null,
};

function stepChip({ kind, name, outcome }: TraceStep): SafeHtml {
  const passed = outcome === "passed";
  return html`<li>${stepNames[kind] ?? name} <span class="${passed ? "good" : "bad"}">${passed ? "passed" : outcome}</span></li>`;
}
