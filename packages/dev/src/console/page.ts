/** The console's main page, with email, users, sessions, and requests. */

import type { RequestTrace } from "@latchkey/core";
import type { TraceStep } from "@latchkey/core/plugin";
import type { DirectoryState } from "../directory/state.ts";
import type { WantedRecord } from "../dns/zone.ts";
import { isWebAddress } from "../mail/links.ts";
import type { CaughtMail } from "../mail/mailbox.ts";
import type { DevSession } from "../sessions/store.ts";
import type { CaughtText } from "../texts/catcher.ts";
import type { DevUser } from "../users/store.ts";
import type { ReceivedWebhook, SignatureCheck } from "../webhooks/received.ts";
import { directorySection } from "./directory-section.ts";
import { html, type SafeHtml } from "./html.ts";
import { formatJson, section } from "./section.ts";
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
  /** `null` if there's no text catcher. In that case, the section isn't shown, because few apps send texts. */
  readonly texts: readonly CaughtText[] | null;
  /** `null` if there's no receiver. In that case, the section isn't shown. */
  readonly webhooks: readonly ReceivedWebhook[] | null;
  /** `null` if there's no fake DNS server. In that case, the section isn't shown. */
  readonly records: readonly WantedRecord[] | null;
  /** `null` if there's no simulated directory. In that case, the section isn't shown. */
  readonly directory: DirectoryState | null;
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
<div class="column">${webhookSection(data)}${dnsSection(data)}${directorySection(data)}${sessionSection(data)}${requestSection(data)}</div>
</main>`;
}

function sections(lists: ConsoleData) {
  return [
    { id: "mail", title: "Emails", count: lists.mails?.length ?? 0 },
    ...(lists.texts ? [{ id: "texts", title: "Texts", count: lists.texts.length }] : []),
    ...(lists.webhooks ? [{ id: "webhooks", title: "Webhooks", count: lists.webhooks.length }] : []),
    ...(lists.records ? [{ id: "dns", title: "DNS", count: lists.records.length }] : []),
    ...(lists.directory ? [{ id: "directory", title: "Directory", count: lists.directory.people.length }] : []),
    { id: "users", title: "Users", count: lists.users.length },
    { id: "sessions", title: "Sessions", count: lists.sessions.length },
    { id: "requests", title: "Requests", count: lists.requests.length },
  ];
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

function webhookSection({ path, webhooks, now }: ConsoleData): SafeHtml | null {
  if (webhooks === null) return null;
  return section({
    id: "webhooks",
    title: "Webhooks",
    rows: webhooks.map((one) => webhookRow(one, now)),
    empty: "No webhooks yet. Events that your app sends to the receiver show up here.",
    action: html`<div class="ways"><form method="post" action="${path}/webhooks/secret"><input name="secret" aria-label="Signing secret" placeholder="whsec_…" pattern="whsec_[A-Za-z0-9+\/=]+" autocomplete="off" required> <button>Verify</button></form><form method="post" action="${path}/webhooks/clear"><button>Clear webhooks</button></form></div>`,
  });
}

const signatures: Readonly<Record<SignatureCheck, { readonly text: string; readonly style: string }>> = {
  verified: { text: "signature verified", style: "good" },
  wrong: { text: "wrong signature", style: "bad" },
  late: { text: "signed more than five minutes ago", style: "bad" },
  missing: { text: "no signature", style: "bad" },
  unchecked: { text: "not verified, because there's no secret", style: "soft" },
};

function webhookRow({ type, path, attempt, signature, status, body, date }: ReceivedWebhook, now: Date): SafeHtml {
  const check = signatures[signature];
  return html`<li><div class="what"><strong>${type || "(no type)"}</strong><p class="soft">to ${path} · ${timeElement(date, now)}${
    attempt > 1 ? ` · attempt ${attempt}` : null
  }</p><ul class="chips"><li><span class="${check.style}">${check.text}</span></li></ul><details><summary>Body</summary><pre>${formatJson(body)}</pre></details></div><span class="${status < 300 ? "good" : "bad"}">${status}</span></li>`;
}

function dnsSection({ path, records }: ConsoleData): SafeHtml | null {
  if (records === null) return null;
  return section({
    id: "dns",
    title: "DNS records",
    rows: records.map((record) => recordRow(record, path)),
    empty: "No records yet. TXT records that organizations have to set for their domains show up here.",
  });
}

function recordRow({ name, value, domain, verified, set }: WantedRecord, path: string): SafeHtml {
  const action = set ? "remove" : "set";
  return html`<li><div class="what"><strong>${domain}</strong><p class="soft">TXT <code>${name}</code> <code>${value}</code></p><ul class="chips"><li>${
    set ? "record set" : "no record"
  }</li><li>${verified ? "verified" : "unverified"}</li></ul></div><form method="post" action="${path}/dns/change"><input type="hidden" name="action" value="${action}"><input type="hidden" name="name" value="${name}"><input type="hidden" name="value" value="${value}"><button>${
    set ? "Remove record" : "Set record"
  }<span class="hidden"> for ${domain}</span></button></form></li>`;
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
