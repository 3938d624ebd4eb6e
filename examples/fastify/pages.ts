/** The pages that the server renders. In your app, use a template engine that escapes names. */

import { escapeHtml } from "@latchkey/core";
import type { Session } from "./session.ts";

/** A greeting for signed-in users, and forms for others. */
export function homePage(session: Session | null): string {
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Notes</title>
  <script type="module" src="/browser.js"></script>
  ${session ? greeting(session) : forms}
</html>`;
}

function greeting({ user }: Session): string {
  return `<h1>Hello, ${escapeHtml(user.name)}</h1>
  <form id="sign-out"><button>Sign out</button><p role="alert"></p></form>`;
}

const email = '<label>Email <input name="email" type="email" autocomplete="username" required></label>';
const password = (autocomplete: string): string =>
  `<label>Password <input name="password" type="password" autocomplete="${autocomplete}" required></label>`;

const forms = `<h1>Welcome</h1>
  <form id="sign-in">
    <h2>Sign in</h2>
    ${email}
    ${password("current-password")}
    <button>Sign in</button>
    <p role="alert"></p>
  </form>
  <form id="sign-up">
    <h2>Sign up</h2>
    <label>Name <input name="name" autocomplete="name" required></label>
    ${email}
    ${password("new-password")}
    <button>Sign up</button>
    <p role="alert"></p>
  </form>`;
