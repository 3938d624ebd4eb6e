/** The layout and helpers that all pages share. */

/** Text that is already HTML. */
export interface Html {
  readonly html: string;
}

/** Escapes values unless they are already HTML. Joins lists. */
export function html(parts: TemplateStringsArray, ...values: readonly unknown[]): Html {
  return { html: parts.reduce((text, part, at) => text + rendered(values[at - 1]) + part) };
}

export function page(title: string, body: Html, isWide = false): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Demo payment provider</title>
    <style>${{ html: style }}</style>
  </head>
  <body>
    <main class="${isWide ? "wide" : "narrow"}">
      <p class="brand">Demo payment provider <span>For testing only. No real payments.</span></p>
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>`.html;
}

/** A page that only shows a message and an optional link. */
export function notice(
  title: string,
  text: string,
  link: { readonly href: string; readonly text: string } | null,
): string {
  const way = link ? html`<p><a class="go" href="${link.href}">${link.text}</a></p>` : "";
  return page(title, html`<p>${text}</p>${way}`);
}

/** Formats an amount given in the currency's smallest unit, such as `29.00 USD`. */
export function money(amount: number, currency: string): string {
  return `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

/** Formats a date, such as `1 February 2030`. */
export function date(time: string | Date): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(time));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function rendered(value: unknown): string {
  if (Array.isArray(value)) return value.map(rendered).join("");
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "object" && "html" in value) return (value as Html).html;
  return String(value).replace(/[&<>"']/g, (character) => entities[character] as string);
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1b2430, #e9edf2); --soft: light-dark(#525d6b, #a7b0bd);
  --paper: light-dark(#eef2f4, #10151a); --card: light-dark(#fff, #1a2128); --line: light-dark(#7c8794, #6f7b88);
  --faint: light-dark(#d7dee4, #323c46); --go: light-dark(#0b5c54, #7ed4c8); --go-ink: light-dark(#fff, #06211d); }
* { box-sizing: border-box; }
body { margin: 0; padding: 24px 16px; background: var(--paper); color: var(--ink); font: 400 16px/1.5 system-ui, sans-serif; }
main { margin: 0 auto; padding: 24px; border-radius: 14px; background: var(--card); overflow-wrap: anywhere; }
.narrow { max-width: 440px; } .wide { max-width: 960px; }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.25; } h2 { margin: 32px 0 8px; font-size: 18px; }
p { margin: 0 0 14px; } small, .soft { color: var(--soft); font-size: 14px; }
.brand { margin-bottom: 6px; font-size: 14px; font-weight: 600; } .brand span { color: var(--soft); font-weight: 400; }
form { display: grid; gap: 12px; margin: 0 0 12px; } fieldset { display: grid; gap: 8px; margin: 0; padding: 0; border: 0; }
legend { margin-bottom: 6px; padding: 0; font-weight: 600; }
label.choice { display: flex; gap: 10px; align-items: start; padding: 10px 12px; border: 1px solid var(--faint); border-radius: 10px; }
label.choice span { display: grid; } label.field { display: grid; gap: 4px; font-weight: 600; }
input[type="radio"], input[type="checkbox"] { flex: none; width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--go); }
input[type="email"], input[type="number"] { width: 100%; min-height: 44px; padding: 0 12px; border: 1px solid var(--line);
  border-radius: 8px; background: transparent; color: inherit; font: inherit; }
button, a.go { display: inline-block; min-height: 44px; padding: 9px 16px; border: 1px solid var(--line); border-radius: 8px;
  background: transparent; color: inherit; font: inherit; text-decoration: none; cursor: pointer; }
.go { border-color: transparent !important; background: var(--go) !important; color: var(--go-ink) !important; font-weight: 600; }
dl { display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; margin: 0 0 16px; } dd { margin: 0; text-align: right; }
.total { padding-top: 6px; border-top: 1px solid var(--faint); font-weight: 600; }
ul.rows { display: grid; gap: 12px; margin: 0 0 16px; padding: 0; list-style: none; }
ul.rows > li { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; justify-content: space-between;
  padding: 12px 0; border-top: 1px solid var(--faint); }
ul.rows form { display: inline; margin: 0; } .acts { display: flex; flex-wrap: wrap; gap: 8px; }
[role="alert"] { padding: 10px 12px; border-left: 4px solid var(--go); background: var(--paper); font-weight: 600; }
:focus-visible { outline: 2px solid var(--go); outline-offset: 2px; } a { color: inherit; }
`;
