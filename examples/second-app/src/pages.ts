/** The app's pages. */

import type { Profile } from "./provider.ts";

/** A page's title and content. */
export interface AppPage {
  readonly status: number;
  readonly html: string;
}

/** Sign-in links, and why the user isn't signed in, if there's a reason. */
export function signedOutPage(problem: string | null = null, status = 200): AppPage {
  return page(
    status,
    `${problem === null ? "" : `<p role="alert">${escapeHtml(problem)}</p>`}
    <p>This app has no users of its own. It asks the showcase who you are.</p>
    <p><a class="button" href="/sign-in">Sign in with the showcase</a></p>
    <p><a href="/sign-in?organization">Sign in for an organization</a></p>`,
  );
}

/** Who is signed in. */
export function signedInPage({ name, email, organization }: Profile, account: string): AppPage {
  const role = organization === null ? "" : ` for ${escapeHtml(organization.slug)} (${escapeHtml(organization.role)})`;
  return page(
    200,
    `<p>Signed in as <strong>${escapeHtml(name)}</strong>, ${escapeHtml(email)}${role}.</p>
    <p>To end this, disconnect Scrapbook in <a href="${escapeHtml(account)}">your account</a>. Then reload this page.</p>
    <form method="post" action="/sign-out"><button class="button">Sign out of Scrapbook</button></form>`,
  );
}

function page(status: number, content: string): AppPage {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Scrapbook</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 32rem; margin: 15vh auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
[role=alert] { padding: 0.5rem 0.75rem; border: 1px solid; border-radius: 6px; }
.button { display: inline-block; padding: 0.5rem 1rem; border: 1px solid; border-radius: 6px; background: none; color: inherit; font: inherit; text-decoration: none; }
</style>
</head>
<body>
<main>
<h1>Scrapbook</h1>
${content}
</main>
</body>
</html>`;
  return { status, html };
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
