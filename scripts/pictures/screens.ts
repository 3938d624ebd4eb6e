/**
 * Takes screenshots of every component state in phone and desktop width, light and dark:
 * `npm run pictures -- FOLDER [START] [--rtl] [--pseudo] [--arabic] [--compact]`, where START is the start of the names
 * of states, such as `SignIn`. Without a folder, only takes those for the docs, into docs/pictures. With `--key`, only
 * stores those that the gallery's test compares. Needs Chromium.
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type OpenGallery, openGallery } from "../../examples/gallery/test/gallery.ts";
import { keyStates } from "../../examples/gallery/test/key-states.ts";
import { bundleAllFonts, store, storeBrowser, take, widths } from "../../examples/gallery/test/pictures.ts";
import { screenshots } from "./screenshots.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rtl: { type: "boolean" },
    pseudo: { type: "boolean" },
    arabic: { type: "boolean" },
    compact: { type: "boolean" },
    key: { type: "boolean" },
  },
});
const [folder, only] = positionals;
const view = {
  language: flags.pseudo ? "pseudo" : flags.arabic ? "ar" : "en",
  density: flags.compact ? "compact" : "comfortable",
} as const;
const docs = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
const gallery = await openGallery();
const count = await (flags.key
  ? storeKeyStates(gallery)
  : folder === undefined
    ? takeDocsScreenshots(gallery)
    : takeAll(gallery, folder));
await gallery.close();
console.log(`${count} pictures are in ${flags.key ? "examples/gallery/test/pictures" : (folder ?? "docs/pictures")}.`);

/** Replaces the pictures that the gallery's test compares. */
async function storeKeyStates(gallery: OpenGallery): Promise<number> {
  await bundleAllFonts(gallery);
  const encoder = await gallery.page.context().newPage();
  await gallery.page.bringToFront();
  for (const width of widths) {
    await gallery.resize(width);
    for (const name of keyStates) {
      await gallery.show(name);
      await store(encoder, await take(gallery), name, width);
    }
  }
  storeBrowser(gallery.page.context().browser()?.version() ?? "");
  return keyStates.length * widths.length;
}

async function takeAll(gallery: OpenGallery, to: string): Promise<number> {
  const names = gallery.names.filter((name) => name.startsWith(only ?? ""));
  await gallery.direction(flags.rtl || flags.arabic ? "rtl" : "ltr");
  for (const width of [375, 1280]) {
    await gallery.resize(width);
    mkdirSync(join(to, String(width)), { recursive: true });
    for (const name of names) {
      await gallery.show(name, view);
      for (const theme of ["light", "dark"] as const) {
        await gallery.theme(theme);
        const path = join(to, String(width), `${name.replace("/", "-")}-${theme}.png`);
        await gallery.page.screenshot({ path, fullPage: true, animations: "disabled" });
      }
      await gallery.theme("light");
    }
  }
  return names.length * 4;
}

/** Takes one screenshot per component, in its configured width. */
async function takeDocsScreenshots(gallery: OpenGallery): Promise<number> {
  mkdirSync(docs, { recursive: true });
  for (const { screen, state, width, theme } of screenshots) {
    await gallery.resize(width);
    await gallery.theme(theme);
    await gallery.show(`${screen}/${state}`);
    const height = await gallery.page.evaluate(bottom);
    const clip = { x: 0, y: 0, width, height: Math.ceil(height) + 24 };
    await gallery.page.screenshot({ path: join(docs, `screen-${screen}.png`), fullPage: true, clip });
  }
  return screenshots.length;
}

/** The bottom of the visible content, in pixels. Runs in the page. */
function bottom(): number {
  const things = document.querySelectorAll(".stage > :not(.unseen), .lk-menu, .lk-dialog");
  return Math.max(...[...things].map((one) => one.getBoundingClientRect().bottom));
}
