import { expect, test } from "vitest";
import { findLinks } from "./links.ts";

test("links from anchors come first, then links from the text, each once", () => {
  const html = `<a href="https://a.test/?x=1&amp;y=2">a</a><A class=b HREF='https://b.test/&#x27;'>b</A><a href=https://c.test>c</a>`;
  const text = "Go to https://c.test, (https://d.test/e) or https://a.test/?x=1&y=2.";
  expect(findLinks(text, html)).toEqual([
    "https://a.test/?x=1&y=2",
    "https://b.test/'",
    "https://c.test",
    "https://d.test/e",
  ]);
});

test("only web addresses are links", () => {
  const html =
    '<a href="javascript:alert(1)">x</a><a href="&#106;avascript:alert(1)">x</a><a href=" data:text/html,x">x</a><a href="mailto:a@b.test">x</a><a href="/path">x</a><link href="https://a.test/style.css">';
  expect(findLinks("http:// ftp://a.test https://", html)).toEqual([]);
});

test("an email with a million unfinished anchors is searched quickly, and yields at most 100 links", () => {
  const started = performance.now();
  findLinks(
    `${"https://".repeat(100_000)}${".".repeat(100_000)}`,
    `${"<a ".repeat(200_000)}${"<a href='".repeat(100_000)}`,
  );
  expect(performance.now() - started).toBeLessThan(2000);
  expect(findLinks(Array.from({ length: 300 }, (_, n) => `https://a.test/${n}`).join(" "), null)).toHaveLength(100);
});
