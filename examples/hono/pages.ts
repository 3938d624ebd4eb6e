/** The pages that the server renders. `html` escapes inserted values. */

import { html } from "hono/html";
import type { Session } from "./auth.ts";

/** A greeting for signed-in users, and forms for others. */
export const homePage = (session: Session | null) => html`<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Notes</title>
  <script type="module" src="/browser.js"></script>
  ${session ? greeting(session) : forms}
</html>`;

const greeting = ({ user }: Session) => html`<h1>Hello, ${user.name}</h1>
  <form id="sign-out"><button>Sign out</button><p role="alert"></p></form>`;

const email = html`<label>Email <input name="email" type="email" autocomplete="username" required></label>`;
const password = (autocomplete: string) =>
  html`<label>Password <input name="password" type="password" autocomplete="${autocomplete}" required></label>`;

const forms = html`<h1>Welcome</h1>
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
