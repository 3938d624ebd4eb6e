/** Checks the files of the built site. */

import { readdirSync, readFileSync } from "node:fs";
import { deadLinks } from "../links.ts";

/**
 * Returns what's wrong, one line each.
 * @param folder the folder with the built site
 */
export function checkFiles(folder: string): string[] {
  return [
    ...deadLinks(folder).map((link) => `Dead link in ${link}`),
    ...wrongHeadings(folder).map((page) => `Not exactly one h1: ${page}`),
  ];
}

/** Pages without exactly one main heading. */
export function wrongHeadings(folder: string): string[] {
  return pagesIn(folder).filter((name) => {
    const html = readFileSync(`${folder}/${name}`, "utf8");
    return [...html.matchAll(/<h1[\s>]/g)].length !== 1;
  });
}

/** Returns the paths of the built site's pages, except 404.html, which VitePress renders in the browser. */
export function pagesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".html") && name !== "404.html")
    .sort();
}
