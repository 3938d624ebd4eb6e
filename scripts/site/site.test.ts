/** What the site shows is complete, and leads somewhere. The build itself is `npm run docs:build`. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "@latchkey/core/openapi";
import { afterAll, describe, expect, test } from "vitest";
import { anchorsOf, linksOf, pages } from "../../docs/blocks.ts";
import { makeApp } from "../openapi/app.ts";
import { deadLinks } from "./links.ts";
import { mentionsIn } from "./mentions.ts";
import { onSite } from "./pages.ts";
import { callsOf, codesOf, endpointsPage } from "./reference/endpoints.ts";
import { errorsPage } from "./reference/errors.ts";
import { exportPages } from "./reference/exports.ts";
import { configured, optionsPage, splitDefault } from "./reference/options.ts";
import { readSources } from "./reference/sources.ts";
import { targetsOf } from "./reference/targets.ts";
import { type SidebarItem, sidebarOf } from "./sidebar.ts";

const docs = pages();
const sources = readSources(fileURLToPath(new URL("../../", import.meta.url)));
const document = openApiDocument(makeApp("http://localhost:3000"));
const overviews = [
  optionsPage(sources),
  endpointsPage(document),
  errorsPage(sources, { document, mentions: mentionsIn(docs) }),
];
const exported = exportPages(sources);
const all = new Map([
  ...docs,
  ...[...overviews, ...exported].map(({ path, markdown }) => [`docs/${path}`, markdown] as const),
]);

test("the sidebar has every page of docs, once", () => {
  const linksIn = (items: readonly SidebarItem[]): string[] =>
    items.flatMap(({ link, items: below }) => (below ? linksIn(below) : (link ?? [])));
  const listed = linksIn(sidebarOf(docs.get("docs/index.md") ?? ""));
  const expected = [...docs.keys()].filter((path) => !/^README|index\.md$/.test(path));
  expect(listed.sort()).toEqual(expected.map((path) => path.replace(/^docs/, "")).sort());
});

test("links of the pages that are made lead to a page and an anchor", () => {
  const dead = [...overviews, ...exported].flatMap(({ path, markdown }) =>
    linksOf(markdown).filter((link) => {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? `docs/${path}` : posix.join("docs", posix.dirname(path), file);
      const page = all.get(target);
      return page === undefined || (anchor !== undefined && !anchorsOf(page).includes(anchor));
    }),
  );
  expect(dead).toEqual([]);
});

describe("the reference", () => {
  test("has every export of every entry, with what its docstring says", () => {
    const pageOf = (name: string): string => exported.find(({ title }) => title === name)?.markdown ?? "";
    const core = pageOf("@latchkey/core");
    expect(exported.map(({ title }) => title)).toEqual(
      expect.arrayContaining(["@latchkey/sql/driver", "@latchkey/ui/billing", "@latchkey/test-kit/databases"]),
    );
    expect(core).toMatch(/### createAuth\n\n.+[\s\S]*?```ts\nfunction createAuth</);
    // A sentence with an @ in it is no tag; bodies and values are left out.
    expect(pageOf("@latchkey/core/plugin")).toContain("the part before its @, or another identifier");
    expect(core).not.toMatch(/^ +return /m);
  });

  test("has every plugin's options, each with a type, and a default where the docstring names one", () => {
    const calls = configured(sources).map(({ call }) => call);
    expect(calls).toEqual(
      expect.arrayContaining(["createAuth", "organization", "twoFactor", "captcha", "sqlAdapter", "createAuthClient"]),
    );
    const markdown = overviews[0]?.markdown ?? "";
    expect(markdown).toContain("| `maxAge` | 60 | `number` How long a copy is valid, in seconds");
    expect(markdown).toContain("### session.cookieCache\n");
    expect(splitDefault("Lifetime. Default: 0.5. In hours.")).toEqual({ standard: "0.5", rest: "Lifetime. In hours." });
    expect(splitDefault("No more than that.")).toEqual({ standard: "", rest: "No more than that." });
  });

  test("has a section for every code that a call can be refused with", () => {
    const sections = anchorsOf(overviews[2]?.markdown ?? "");
    const codes = new Set(callsOf(document).flatMap((call) => codesOf(call, document).map(([, code]) => code)));
    expect(codes.size).toBeGreaterThan(100);
    expect([...codes].filter((code) => !sections.includes(code.toLowerCase()))).toEqual([]);
  });

  test("is where names on the pages lead", () => {
    expect(targetsOf([...overviews, ...exported])).toMatchObject({
      createAuth: "/reference/core.md#createauth",
      "session.cookieCache": "/reference/configuration.md#session",
      SESSION_NOT_FRESH: "/reference/errors.md#session_not_fresh",
      "/sign-in/email": "/reference/endpoints.md#post-sign-inemail",
    });
  });
});

test("on the site, links out of docs are text, and titles of code are shown", () => {
  expect(onSite("[a](../examples/x/README.md) and [b](mail.md)\n")).toBe("a and [b](mail.md)\n");
  expect(onSite("```ts title=auth.ts\nconst a = 1;\n```")).toBe(
    "::: code-group\n```ts [auth.ts]\nconst a = 1;\n```\n:::",
  );
});

describe("links of the built site", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-site-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("are dead where the page or the anchor is not there", () => {
    mkdirSync(join(folder, "deep"));
    const good = '<a href="deep/two.html#a">1</a><a href="https://example.com/x">2</a><a class="x" href="#top">3</a>';
    writeFileSync(join(folder, "one.html"), `<h1 id="top"></h1>${good}<a href="/three.html">4</a>`);
    writeFileSync(
      join(folder, "deep/two.html"),
      '<h2 id="a"></h2><a href="../one.html#b">5</a><a href="/one.html">6</a>',
    );
    expect(deadLinks(folder).sort()).toEqual(["deep/two.html: ../one.html#b", "one.html: /three.html"]);
  });
});
