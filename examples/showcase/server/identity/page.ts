/** The provider's sign-in page. */

/** The provider's claims about a user. */
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
  return page(
    "Choose an identity",
    `<p>An app is requesting your name and email. This provider runs on your machine and accepts anything you
      enter.</p>
    <form class="people" method="post">${people.map(personButton).join("")}
    </form>
    <p class="or"><span>or use another identity</span></p>
    <form method="post">
      <label>Email<input name="email" type="email" required autocomplete="off"${
        isRefused ? ' aria-invalid="true" aria-describedby="problem"' : ""
      }></label>
      ${isRefused ? '<p id="problem" class="problem" role="alert">Enter a valid email address.</p>' : ""}
      <label>Name<input name="name" autocomplete="off"></label>
      <label class="check"><input name="verified" type="checkbox" checked>Email is verified</label>
      <button class="go">Continue</button>
      <button name="deny" value="1" formnovalidate>Deny</button>
    </form>`,
  );
}

/** The values that an organization of the showcase needs for single sign-on. */
export function startPage(values: { readonly issuer: string; readonly id: string; readonly secret: string }): string {
  const copied = (label: string, value: string): string =>
    `<label>${label}<input value="${escapeHtml(value)}" readonly></label>`;
  return page(
    "Connect your organization",
    `<p>Enter these values in the showcase, in Organization, Single sign-on.</p>
    <form>${copied("Issuer URL", values.issuer)}${copied("Client ID", values.id)}${copied("Client secret", values.secret)}
    </form>`,
  );
}

export function notFoundPage(): string {
  return page("No sign-in in progress", "<p>Go back to the showcase and start again.</p>");
}

function personButton([id, { name, email, emailVerified }]: readonly [string, Identity]): string {
  const initials = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")
    .toUpperCase();
  return `
      <button class="person" name="person" value="${escapeHtml(id)}">
        <span class="avatar" aria-hidden="true">${escapeHtml(initials)}</span>
        <span class="who"><b><bdi>${escapeHtml(name)}</bdi></b><span><bdi>${escapeHtml(email)}</bdi>${
          emailVerified ? "" : " (unverified)"
        }</span></span>
      </button>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <title>${title} · Local identity</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <p class="brand">${mark} Local identity</p>
      <div class="card">
      <h1>${title}</h1>
      ${body}
      </div>
    </main>
  </body>
</html>`;
}

const mark = `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
  <circle cx="12" cy="8" r="4"/><path d="M4 21a8 8 0 0 1 16 0" stroke-linecap="round"/></svg>`;

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

/** The showcase's colors and dimensions, but with a different primary color, because this is a different product. */
const style = `
:root { color-scheme: light dark; --background: light-dark(#f8f9fa, #0d0f12); --card: light-dark(#fff, #15181c);
  --muted: light-dark(#f1f3f5, #20252b); --field: light-dark(#fff, #111418); --foreground: light-dark(#16181d, #eceef1);
  --soft: light-dark(#5c6370, #9ba3ae); --border: light-dark(#e4e7eb, #262b32); --strong: light-dark(#cfd4da, #39404a);
  --input: light-dark(#8a919e, #666f7b); --go: light-dark(#0b6b53, #0f7d63); --ring: light-dark(#0b6b53, #5cc9a9);
  --problem: light-dark(#b42318, #ff9b92); }
* { box-sizing: border-box; }
body { margin: 0; padding: 12vh 16px 40px; background: var(--background); color: var(--foreground);
  font: 400 14px/20px ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 400px; margin: 0 auto; }
.brand { display: flex; align-items: center; justify-content: center; gap: 8px; margin: 0 0 20px; font-weight: 500; }
.card { padding: 32px; border: 1px solid var(--border); border-radius: 12px; background: var(--card); }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.015em; text-align: center; }
h1 + p { margin: 0 0 24px; color: var(--soft); text-align: center; }
form { display: grid; gap: 16px; }
.people { gap: 8px; }
label { display: grid; gap: 6px; font-weight: 500; }
.check { grid-template-columns: auto 1fr; align-items: center; gap: 8px; font-weight: 400; }
input { accent-color: var(--go); }
input:not([type="checkbox"]) { width: 100%; height: 40px; padding: 0 12px; border: 1px solid var(--input);
  border-radius: 8px; background: var(--field); color: inherit; font: inherit; }
button { min-height: 40px; padding: 8px 12px; border: 1px solid var(--strong); border-radius: 8px; background: var(--card);
  color: inherit; font: inherit; font-weight: 500; cursor: pointer; }
button:hover { background: var(--muted); }
.go { border-color: transparent; background: var(--go); color: #fff; }
.go:hover { background: color-mix(in srgb, var(--go), #000 10%); }
.person { display: flex; align-items: center; gap: 12px; min-height: 56px; text-align: start; }
.avatar { display: grid; flex: none; width: 32px; height: 32px; place-items: center; border-radius: 999px;
  background: var(--muted); color: var(--soft); font-size: 12px; }
.who { display: grid; min-width: 0; overflow-wrap: anywhere; }
.who b { font-weight: 500; }
.who > span { color: var(--soft); font-size: 13px; line-height: 18px; font-weight: 400; }
.or { display: flex; align-items: center; gap: 12px; margin: 20px 0; color: var(--soft); font-size: 13px; line-height: 18px; }
.or::before, .or::after { flex: 1; height: 1px; background: var(--border); content: ""; }
.problem { margin: -8px 0 0; color: var(--problem); font-size: 13px; line-height: 18px; }
[aria-invalid="true"] { border-color: var(--problem) !important; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
@media (max-width: 480px) { body { padding-top: 32px; } .card { padding: 24px 20px; } }
`;
