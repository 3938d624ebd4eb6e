/** The site is complete, and its links work. `npm run docs:build` tests the build itself. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "@latchkey/core/openapi";
import { afterAll, describe, expect, test } from "vitest";
import { anchorsOf, linksOf, pages, titleOf } from "../../docs/blocks.ts";
import { generatedPages } from "../../docs/contents.ts";
import { makeApp } from "../openapi/app.ts";
import { checkFiles } from "./check/files.ts";
import { inEachManager } from "./package-managers.ts";
import { forReading, onSite } from "./pages.ts";
import { callsOf, codesOf } from "./reference/endpoints.ts";
import { generateReference, referenceItems } from "./reference/generate.ts";
import { configured, splitDefault } from "./reference/options.ts";
import { readSources } from "./reference/sources.ts";
import { targetsOf } from "./reference/targets.ts";
import { type SidebarItem, sidebarOf } from "./sidebar.ts";
import { pageList } from "./text-files.ts";

const docs = pages();
const reference = generateReference(docs);
const all = new Map([...docs, ...reference.pages.map(({ path, markdown }) => [`docs/${path}`, markdown] as const)]);

function generated(path: string): string {
  return all.get(`docs/reference/${path}.md`) ?? "";
}

describe("the sidebar", () => {
  const titles = new Map([...all].map(([path, text]) => [path.replace(/^docs\/|\.md$/g, ""), titleOf(text)] as const));
  const sidebar = sidebarOf(titles, referenceItems(reference));
  const linksIn = (items: readonly SidebarItem[]): string[] =>
    items.flatMap(({ link, items: below }) => [...(link === undefined ? [] : [link]), ...linksIn(below ?? [])]);

  test("has every page, written and generated", () => {
    const expected = [...titles.keys()].filter((path) => !["README", "index"].includes(path));
    expect([...new Set(linksIn(sidebar))].sort()).toEqual(expected.map((path) => `/${path}`).sort());
  });

  test("becomes the list of pages for agents, with a link to each page's Markdown", () => {
    const list = pageList(sidebar);
    expect(list).toMatch(/^# Latchkey\n\n> /);
    expect(list).toContain("## Get started\n\n- [Quick start](/get-started/quick-start.md)\n");
    expect(linksOf(list).map((link) => link.replace(/\.md$/, ""))).toEqual([...new Set(linksIn(sidebar))]);
  });

  test("fails for a page without a title", () => {
    expect(() => sidebarOf(new Map(), { groups: [], pages: [] })).toThrow(
      "docs/contents.ts lists get-started/quick-start",
    );
  });
});

test("links of generated pages lead to a page and an anchor", () => {
  const dead = reference.pages.flatMap(({ path, markdown }) =>
    linksOf(markdown)
      .filter((link) => {
        const [file = "", anchor] = link.split("#");
        const target = file === "" ? `docs/${path}` : posix.join("docs", posix.dirname(path), file);
        const page = all.get(target);
        return page === undefined || (anchor !== undefined && !anchorsOf(page).includes(anchor));
      })
      .map((link) => `${path}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test("the generated pages that written pages can link to exist", () => {
  expect(generatedPages.filter((path) => !all.has(`docs/${path}.md`))).toEqual([]);
});

describe("the reference", () => {
  const sources = readSources(fileURLToPath(new URL("../../", import.meta.url)));

  test("has every export of every entry, with its docstring", () => {
    const titles = reference.pages.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining(["@latchkey/sql/driver", "@latchkey/ui/billing", "@latchkey/test-kit/databases"]),
    );
    const core = generated("packages/core");
    expect(core).toMatch(/### createAuth\n\n.+[\s\S]*?```ts\nfunction createAuth</);
    // An @ inside a sentence isn't a tag. Bodies and values are left out.
    expect(generated("packages/core-plugin")).toContain("the part before its @, or another identifier");
    expect(core).not.toMatch(/^ +return /m);
  });

  test("has every plugin's options, each with its type, and its default if the docstring has one", () => {
    const calls = configured(sources).map(({ call }) => call);
    expect(calls).toEqual(
      expect.arrayContaining(["createAuth", "organization", "twoFactor", "captcha", "sqlAdapter", "createAuthClient"]),
    );
    expect(generated("configuration/sessions")).toContain(
      "### session.cookieCache\n\nOptions for `session.cookieCache`.\n\n| Option | Type | Default | Description |",
    );
    expect(generated("configuration/sessions")).toContain("| `maxAge` | `number` | `60` | How long a copy is valid");
    expect(generated("configuration/two-factor")).toContain("## twoFactor\n");
    expect(generated("configuration")).toContain("[`session`](configuration/sessions.md#session)");
    expect(splitDefault("Lifetime. Default: 0.5. In hours.")).toEqual({ standard: "0.5", rest: "Lifetime. In hours." });
    expect(splitDefault("No more than that.")).toEqual({ standard: "", rest: "No more than that." });
  });

  test("has a section for every error code of an endpoint", () => {
    const document = openApiDocument(makeApp("http://localhost:3000"));
    const codes = new Set(callsOf(document).flatMap((call) => codesOf(call, document).map(([, code]) => code)));
    const sections = reference.pages.filter(({ path }) => path.startsWith("reference/errors/"));
    const anchors = sections.flatMap(({ markdown }) => anchorsOf(markdown));
    expect(codes.size).toBeGreaterThan(100);
    const wrong = [...codes].filter((code) => {
      const anchor = code.toLowerCase();
      // An OAuth code and one of ours can differ only in case. They're listed next to each other.
      const isShared = [...codes].filter((one) => one.toLowerCase() === anchor).length > 1;
      const sections = anchors.filter((one) => one === anchor).length;
      return isShared ? sections === 0 : sections !== 1;
    });
    expect(wrong).toEqual([]);
  });

  test("shows the prebuilt components' English texts, not their translations", () => {
    const shown = [...all].flatMap(([path, text]) =>
      path.startsWith("docs/reference/errors/") ? (text.match(/^- \*\*Prebuilt components show:\*\* .*$/gm) ?? []) : [],
    );
    expect(shown).toContain("- **Prebuilt components show:** “Incorrect email or password. Try again.”");
    expect(shown.filter((line) => /\p{Letter}/u.test(line.replaceAll(/[a-z]/gi, "")))).toEqual([]);
  });

  test("has the tables of core and plugins, and each database's column types", () => {
    const tables = generated("tables");
    expect(tables).toContain('| string | `text` | `text collate "C"` | `varchar(255) character set');
    expect(tables).toMatch(/## Core[\s\S]*### session\n[\s\S]*\| `userId` \| string \| `user\.id`, deleted with it \|/);
    expect(tables).toMatch(
      /## Admin\n\n### user \(added columns\)\n[\s\S]*\| `banExpires` \| date \| null \| When the ban/,
    );
    expect(tables).toContain("### organizationRole\n");
  });

  test("is where names on the pages lead", () => {
    expect(targetsOf(reference.pages)).toMatchObject({
      createAuth: "/reference/packages/core.md#createauth",
      "session.cookieCache": "/reference/configuration/sessions.md#sessioncookiecache",
      "session.cookieCache.maxAge": "/reference/configuration/sessions.md#sessioncookiecache",
      "session.expiresIn": "/reference/configuration/sessions.md#session",
      SESSION_NOT_FRESH: "/reference/errors/common.md#session_not_fresh",
      "/sign-in/email": "/reference/endpoints/email-and-password.md#post-sign-inemail",
    });
  });
});

describe("on the site", () => {
  test("links out of the docs are text", () => {
    expect(forReading("[a](../examples/x/README.md) and [b](mail.md)\n")).toBe("a and [b](mail.md)\n");
    expect(forReading("[a.test.ts](../../packages/x/a.test.ts)\n")).toBe("`packages/x/a.test.ts`\n");
  });

  test("files have a tab with their name, and share their tabs without text between them", () => {
    const one = "```ts title=auth.ts\nconst a = 1;\n```";
    const tab = "```ts [auth.ts]\nconst a = 1;\n```";
    expect(onSite(one)).toBe(`::: code-group\n${tab}\n:::`);
    expect(onSite(`${one}\n\n${one}\n`)).toBe(`::: code-group\n${tab}\n${tab}\n:::\n`);
    expect(onSite(`${one}\n\nThen:\n\n${one}\n`).match(/code-group/g)).toHaveLength(2);
  });

  test("commands that install or set up are shown for each package manager", () => {
    const tabs = inEachManager("npm install --save-dev tsx\nnpx @latchkey/cli init --yes\n") ?? "";
    expect(tabs).toContain("```sh [yarn]\nyarn add --dev tsx\nyarn dlx @latchkey/cli init --yes\n```");
    expect(inEachManager("npm install\nnode server.js\n")).toBeNull();
    expect(inEachManager("npx @latchkey/cli migrate\n")).toBeNull();
  });
});

describe("the check of the built files", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-site-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("finds dead links, dead anchors, and pages without exactly one main heading", () => {
    mkdirSync(join(folder, "deep"));
    const good = '<a href="deep/two.html#a">1</a><a href="https://example.com/x">2</a><a class="x" href="#top">3</a>';
    writeFileSync(join(folder, "one.html"), `<h1 id="top"></h1>${good}<a href="/three.html">4</a>`);
    writeFileSync(
      join(folder, "deep/two.html"),
      '<h2 id="a"></h2><a href="../one.html#b">5</a><a href="/one.html">6</a>',
    );
    expect(checkFiles(folder).sort()).toEqual([
      "Dead link in deep/two.html: ../one.html#b",
      "Dead link in one.html: /three.html",
      "Not exactly one h1: deep/two.html",
    ]);
  });
});
