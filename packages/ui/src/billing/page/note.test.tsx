import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Note } from "./note.tsx";

const html = (text: string): string => renderToStaticMarkup(<Note text={text} />).replace(/^<p[^>]*>|<\/p>$/g, "");

test.each([
  ["Write to **us**, *please*.", "Write to <strong>us</strong>, <em>please</em>."],
  ["Run `npm i`", 'Run <code class="lk-code">npm i</code>'],
  ["[Here](https://a.test/b)", '<a href="https://a.test/b" class="lk-link" rel="noreferrer">Here</a>'],
  ["See https://a.test/b.", 'See <a href="https://a.test/b" class="lk-link" rel="noreferrer">https://a.test/b</a>.'],
  ["2 * 3 = 6", "2 * 3 = 6"],
])("%s", (text, shown) => expect(html(text)).toBe(shown));

test("a note can't run code: it has no HTML, and only web and mailto links", () => {
  expect(html("<img src=x onerror=alert(1)>")).toBe("&lt;img src=x onerror=alert(1)&gt;");
  expect(html("[x](javascript:alert`1`)")).not.toContain("<a");
  expect(html("[x](data:text/html,hi)")).toBe("[x](data:text/html,hi)");
});
