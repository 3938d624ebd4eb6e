/** The simulated directory's section: forms to connect and change it, and its people, groups, and requests. */

import type { DirectoryEntry, DirectoryExchange, DirectoryGroup, DirectoryState } from "../directory/state.ts";
import { html, type SafeHtml } from "./html.ts";
import { formatJson, section } from "./section.ts";
import { timeElement } from "./time.ts";

/** The data that the section shows. */
export interface DirectoryData {
  readonly path: string;
  readonly now: Date;
  readonly directory: DirectoryState | null;
}

/** Returns `null` if there's no simulated directory. */
export function directorySection({ path, directory, now }: DirectoryData): SafeHtml | null {
  if (directory === null) return null;
  const { baseURL, failure, groups, people, requests } = directory;
  const change = `${path}/directory/change`;
  return section({
    id: "directory",
    title: "Directory",
    rows: [
      ...people.map((person) => personRow(person, change)),
      ...groups.map((group) => groupRow(group, change)),
      ...requests.map((request) => requestRow(request, now)),
    ],
    empty:
      baseURL === null
        ? "Not connected. Create a directory connection in your app, and enter its URL and token here."
        : "No people yet. Add one, and your app gets the request.",
    action:
      baseURL !== null &&
      actionForm(change, "disconnect", {}, html`Disconnect<span class="hidden"> the directory</span>`),
    top: html`<div class="inside">${baseURL === null ? connectForm(change) : changeForms(change, directory)}${
      failure !== null && html`<p class="bad" role="alert">${failure}</p>`
    }</div>`,
  });
}

function connectForm(change: string): SafeHtml {
  return html`<form class="ways" method="post" action="${change}"><input type="hidden" name="action" value="connect"><input name="baseURL" type="url" aria-label="URL of the connection" placeholder="https://…/scim/v2" required> <input name="token" type="password" aria-label="Token of the connection" placeholder="scim_…" autocomplete="off" required> <select name="style" aria-label="Requests like those of"><option value="entra">Entra ID</option><option value="okta">Okta</option></select> <button>Connect</button></form>`;
}

function changeForms(change: string, { baseURL, style }: DirectoryState): SafeHtml {
  return html`<p class="soft">${style === "okta" ? "Okta" : "Entra ID"} · ${baseURL ?? ""}</p>
<form class="ways" method="post" action="${change}"><input type="hidden" name="action" value="assign"><input name="email" type="email" aria-label="Email of the person" placeholder="bob@acme.test" required> <input name="givenName" aria-label="First name" placeholder="First name"> <input name="familyName" aria-label="Last name" placeholder="Last name"> <button>Add person</button></form>
<form class="ways" method="post" action="${change}"><input type="hidden" name="action" value="push-group"><input name="group" aria-label="Name of the group" placeholder="Engineers" required> <input name="members" aria-label="Emails of the members, separated by commas" placeholder="bob@acme.test, eve@acme.test"> <button>Push group</button></form>`;
}

function personRow({ email, active }: DirectoryEntry, change: string): SafeHtml {
  const who = html`<span class="hidden"> ${email}</span>`;
  return html`<li><div class="what"><strong>${email}</strong><ul class="chips"><li>${active ? "active" : "deactivated"}</li></ul></div><div class="ways">${
    active
      ? actionForm(change, "deactivate", { email }, html`Deactivate${who}`)
      : actionForm(change, "activate", { email }, html`Reactivate${who}`)
  }${actionForm(change, "remove", { email }, html`Delete${who}`)}</div></li>`;
}

function groupRow({ name, emails }: DirectoryGroup, change: string): SafeHtml {
  const members = emails.length === 0 ? "No members" : emails.join(", ");
  return html`<li><div class="what"><strong>${name}</strong><p class="soft">${members}</p><ul class="chips"><li>group</li></ul></div>${actionForm(
    change,
    "remove-group",
    { group: name },
    html`Delete<span class="hidden"> the group ${name}</span>`,
  )}</li>`;
}

function requestRow({ method, path, status, body, answer, date }: DirectoryExchange, now: Date): SafeHtml {
  return html`<li><div class="what"><code>${method} ${path}</code><p class="soft">${timeElement(date, now)}</p><details><summary>Request and response</summary>${
    body !== "" && html`<pre>${formatJson(body)}</pre>`
  }<pre>${answer === "" ? "(no content)" : formatJson(answer)}</pre></details></div><span class="${status < 400 ? "good" : "bad"}">${status}</span></li>`;
}

function actionForm(
  change: string,
  action: string,
  fields: Readonly<Record<string, string>>,
  label: SafeHtml,
): SafeHtml {
  return html`<form method="post" action="${change}"><input type="hidden" name="action" value="${action}">${Object.entries(
    fields,
  ).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}<button>${label}</button></form>`;
}
