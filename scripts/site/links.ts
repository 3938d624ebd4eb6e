/** Checks that each link on the built site leads to an existing page and anchor. */

import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

/**
 * Returns dead links, as `page: link`.
 * @param folder the folder with the built site
 */
export function deadLinks(folder: string): string[] {
  const pages = new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => name.endsWith(".html"))
      .map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")] as const),
  );
  const anchors = new Map(
    [...pages].map(([name, html]) => [name, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id))]),
  );
  return [...pages].flatMap(([name, html]) =>
    linksOf(html)
      .filter((link) => !exists(link, name, anchors))
      .map((link) => `${name}: ${link}`),
  );
}

/** Links that stay on the site. */
function linksOf(html: string): string[] {
  const all = [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  return [...new Set(all)].filter((href) => !/^[a-z]+:/.test(href));
}

function exists(link: string, from: string, anchors: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const [path = "", anchor = ""] = link.split("#");
  const page =
    path === "" ? from : posix.join(path.startsWith("/") ? "" : posix.dirname(from), path).replace(/^\//, "");
  const found = anchors.get(page === "" || page.endsWith("/") ? `${page}index.html` : page);
  return found !== undefined && (anchor === "" || found.has(decodeURIComponent(anchor)));
}
