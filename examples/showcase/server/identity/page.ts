/** The provider's sign-in page. */

/** What the provider says about a user. */
export interface Identity {
  readonly email: string;
  readonly name: string;
  /** Whether the provider has verified the email. */
  readonly emailVerified: boolean;
}

/**
 * @param people known users by id
 * @param isRefused whether the submitted form was invalid
 */
export function identityPage(
  people: readonly (readonly [id: string, identity: Identity])[],
  isRefused: boolean,
): string {
  const rows = people.map(
    ([id, { name, email, emailVerified }]) => `
      <button class="person" name="person" value="${escapeHtml(id)}">
        <b>${escapeHtml(name)}</b><span>${escapeHtml(email)}${emailVerified ? "" : " (not confirmed)"}</span>
      </button>`,
  );
  return page(
    "Who are you?",
    `<p>The showcase wants to know your name and your email. This provider runs on your machine and believes anything.</p>
    <form method="post">${rows.join("")}
    </form>
    <p class="or">or be somebody else</p>
    <form method="post">
      ${isRefused ? '<p role="alert">This does not look like an email address.</p>' : ""}
      <label>Email<input name="email" type="email" required autocomplete="off"></label>
      <label>Name<input name="name" autocomplete="off"></label>
      <label class="check"><input name="verified" type="checkbox" checked>The address is confirmed</label>
      <button class="go">Continue</button>
      <button name="deny" value="1" formnovalidate>Deny</button>
    </form>`,
  );
}

export function notFoundPage(): string {
  return page("Nothing is under way", "<p>Go back to the showcase, and start again from there.</p>");
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} Local identity</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <p class="brand">Local identity</p>
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1d2129, #eceef2); --soft: light-dark(#5a6270, #a4adba);
  --paper: light-dark(#f4f1ea, #15130f); --card: light-dark(#fff, #1f1c17); --line: light-dark(#8d8677, #7b7466);
  --go: light-dark(#6b3f00, #f2c572); --go-ink: light-dark(#fff, #2b1a00); }
* { box-sizing: border-box; }
body { margin: 0; padding: 40px 16px; background: var(--paper); color: var(--ink); font: 400 15px/1.5 system-ui, sans-serif; }
main { max-width: 400px; margin: 0 auto; padding: 28px; border-radius: 14px; background: var(--card); }
h1 { margin: 0 0 8px; font-size: 22px; }
p { margin: 0 0 16px; color: var(--soft); }
.brand { margin-bottom: 4px; font-size: 13px; font-weight: 600; }
.or { margin: 20px 0 12px; font-size: 13px; }
form { display: grid; gap: 10px; }
label { display: grid; gap: 4px; font-size: 14px; font-weight: 550; }
.check { display: flex; align-items: center; gap: 8px; font-weight: 400; }
input:not([type]), input[type="email"] { width: 100%; height: 42px; padding: 0 12px; border: 1px solid var(--line);
  border-radius: 8px; background: transparent; color: inherit; font: inherit; font-size: 16px; }
button { min-height: 42px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; background: transparent;
  color: inherit; font: inherit; cursor: pointer; }
.go { border-color: transparent; background: var(--go); color: var(--go-ink); font-weight: 600; }
.person { display: grid; text-align: left; overflow-wrap: anywhere; }
.person span { color: var(--soft); font-size: 13px; }
[role="alert"] { margin: 0; color: var(--ink); font-weight: 550; }
:focus-visible { outline: 2px solid var(--go); outline-offset: 2px; }
`;
