/** The identity provider's pages. */

import { randomBytes } from "node:crypto";
import { type HtmlValue, html, rawHtml, type SafeHtml } from "../console/html.ts";
import { style } from "../console/style.ts";
import { type IdentityPerson, linesOf } from "./person.ts";
import type { IdentityResponse, SignInRequest } from "./request.ts";

/** A page, and its content security policy. */
export interface IdentityPage {
  readonly html: string;
  readonly policy: string;
}

function pageOf(title: string, body: HtmlValue, policy: string): IdentityPage {
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${rawHtml(style)}</style>
</head>
<body>
<header class="top"><div><h1>${title}</h1><p class="soft">A fake provider for development. It signs anyone in without a password.</p></div></header>
<main>${body}</main>
</body>
</html>`.text;
  return {
    html: text,
    policy: `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; ${policy}`,
  };
}

/** A page with the values to enter in the app. */
export function homePage(values: Readonly<Record<string, string>>, people: readonly IdentityPerson[]): IdentityPage {
  const rows = Object.entries(values).map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`);
  const listed = people.map(({ email, name }) => html`<li><strong>${name || email}</strong><span>${email}</span></li>`);
  return pageOf(
    "Identity provider",
    html`${section("values", "Values to enter in your app", html`<dl class="facts">${rows}</dl>`)}${section("people", "People", html`<ul class="rows">${listed}</ul>`)}`,
    "form-action 'none'",
  );
}

function section(id: string, title: string, content: SafeHtml): SafeHtml {
  return html`<section aria-labelledby="${id}"><div class="head"><h2 id="${id}">${title}</h2></div>${content}</section>`;
}

/** Lets the developer choose a person and their attributes. `target` is the path and query of the request. */
export function choicePage(request: SignInRequest, people: readonly IdentityPerson[], target: string): IdentityPage {
  const { app, destination, loginHint } = request;
  const forms = people.map(
    (person) =>
      html`<li><form class="what" method="post" action="/respond"><input type="hidden" name="request" value="${target}"><button>Sign in as ${person.name || person.email}</button> <span class="soft">${person.email}</span><details><summary>Edit attributes</summary>${fields(person)}</details></form></li>`,
  );
  const other = people.some(({ email }) => email === loginHint) ? "" : loginHint;
  const body = html`<p>Signing in to <code>${app}</code></p>
${section("people", "Choose who signs in", html`<ul class="rows">${forms}</ul>`)}
${section("other", "Someone else", html`<form class="inside" method="post" action="/respond"><input type="hidden" name="request" value="${target}">${fields({ email: other })}<div><button>Sign in</button></div></form>`)}
<form method="post" action="/respond"><input type="hidden" name="request" value="${target}"><button name="cancel" value="yes">Cancel sign-in</button></form>`;
  // Browsers also check where the form's redirect leads.
  return pageOf("Sign in", body, `form-action 'self' ${new URL(destination).origin}`);
}

function fields(person: IdentityPerson): SafeHtml {
  const { email, id = "", name = "", groups = [] } = person;
  return html`<div class="try"><label>Email <input type="email" name="email" value="${email}" required></label>
<label>Name <input name="name" value="${name}"></label>
<label>Groups, separated by commas <input name="groups" value="${groups.join(", ")}"></label>
<label>ID, by default the email <input name="id" value="${id}"></label>
<label>More attributes, one name=value per line <textarea name="attributes" rows="3">${linesOf(person)}</textarea></label></div>`;
}

/** Posts the response to the app: by a script, or with a button if scripts are off. */
export function postPage({ url, fields }: IdentityResponse): IdentityPage {
  const nonce = randomBytes(16).toString("base64");
  const inputs = Object.entries(fields ?? {}).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return pageOf(
    "Back to the app",
    html`<form method="post" action="${url}">${inputs}<button>Continue</button></form><script nonce="${nonce}">document.forms[0].submit()</script>`,
    // The app responds to the form with a redirect, which can lead to other origins, such as a frontend's.
    `script-src 'nonce-${nonce}'`,
  );
}

export function problemPage(message: string): IdentityPage {
  return pageOf("This request doesn't work", html`<p>${message}</p>`, "form-action 'none'");
}
