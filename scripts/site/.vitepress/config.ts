/** The configuration of the docs site. Search runs in the browser, and nothing loads from another host. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { anchorOf } from "../../../docs/blocks.ts";
import { codeLinks } from "../code-links.ts";
import { responsiveTables } from "../tables.ts";
import type { SiteFacts } from "../write.ts";

const cache = fileURLToPath(new URL("../.cache/", import.meta.url));
const { sidebar, targets } = JSON.parse(readFileSync(`${cache}site.json`, "utf8")) as SiteFacts;

/** A keyhole icon as a data URL, so that no file is requested. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="6" r="4" fill="#1f4fd1"/><path d="M8 7l2.5 8h-5z" fill="#1f4fd1"/></svg>',
)}`;

export default defineConfig({
  title: "Latchkey",
  description:
    "Authentication for TypeScript that runs in your app and keeps users, sessions, and organizations in your own database.",
  lang: "en",
  srcDir: ".cache/pages",
  // Otherwise the home page would load every page that it links to.
  router: { prefetchLinks: false },
  transformHead: ({ pageData }) =>
    pageData.isNotFound
      ? []
      : [["link", { rel: "alternate", type: "text/markdown", href: `/${pageData.relativePath}`, title: "Markdown" }]],
  outDir: "dist",
  cacheDir: ".cache/vite",
  head: [["link", { rel: "icon", href: icon }]],
  markdown: {
    // Pages contain only Markdown, so anything that looks like an HTML tag is text.
    html: false,
    linkify: false,
    // Braces are code, never attributes.
    attrs: { disable: true },
    anchor: { slugify: anchorOf },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    image: { lazyLoading: true },
    config: (md) => md.use(codeLinks(targets)).use(responsiveTables),
  },
  // Each page and the search index load as a whole, so chunks can't be split further.
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    sidebar: [...sidebar] as never,
    search: {
      provider: "local",
      options: {
        // Ranks guides above reference pages.
        miniSearch: {
          searchOptions: {
            boostDocument: (id: string) =>
              /^.?reference\//.test(id) ? 0.25 : /^.?(?:auditors\/|operations\/benchmarks\.)/.test(id) ? 0.5 : 1,
          },
        },
      },
    },
    docFooter: { prev: "Previous page", next: "Next page" },
    outline: { level: [2, 3], label: "On this page" },
    nav: [
      { text: "Quick start", link: "/get-started/quick-start" },
      { text: "Components", link: "/guides/components" },
      {
        text: "Reference",
        items: [
          { text: "Configuration", link: "/reference/configuration" },
          { text: "HTTP endpoints", link: "/reference/endpoints" },
          { text: "Error codes", link: "/reference/errors" },
          { text: "Database tables", link: "/reference/tables" },
          { text: "Command line", link: "/reference/command-line" },
        ],
      },
      { text: "Troubleshooting", link: "/reference/troubleshooting" },
    ],
  },
});
