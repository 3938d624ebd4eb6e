/**
 * Compares 60 states with stored pictures. After an intended visual change, look at the states in the gallery and store
 * new pictures: `npm run pictures -- --key`.
 */

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromium, type OpenGallery, openGallery } from "./gallery.ts";
import { keyStates } from "./key-states.ts";
import { bundleAllFonts, difference, isSameBrowser, take, widths } from "./pictures.ts";

/** Maximum share of pixels that can differ, from 0 to 1. */
const allowed = 0.001;

describe.skipIf(!chromium)("the key states", () => {
  let gallery: OpenGallery;
  let comparer: Page;
  beforeAll(async () => {
    gallery = await openGallery();
    await bundleAllFonts(gallery);
    comparer = await gallery.page.context().newPage();
    await gallery.page.bringToFront();
  });
  afterAll(() => gallery?.close());

  test("there are 60 key states, and all are in the gallery", () => {
    expect(new Set(keyStates).size).toBe(60);
    expect(keyStates.filter((name) => !gallery.names.includes(name))).toEqual([]);
  });

  test("the key states match their stored pictures at both widths", async ({ skip }) => {
    const version = gallery.page.context().browser()?.version() ?? "";
    if (!isSameBrowser(version)) skip(`The pictures were taken with another Chromium than ${version}.`);
    const folder = mkdtempSync(join(tmpdir(), "latchkey-pictures-"));
    const found: string[] = [];
    for (const width of widths) {
      await gallery.resize(width);
      for (const name of keyStates) {
        await gallery.show(name);
        const png = await take(gallery);
        const part = await difference(comparer, png, name, width);
        if (part <= allowed) continue;
        const path = join(folder, `${width}-${name.replace("/", "-")}.png`);
        writeFileSync(path, png);
        found.push(`${name} at ${width}: ${(part * 100).toFixed(2)} % differ, see ${path}`);
      }
    }
    expect(found).toEqual([]);
  });

  test("a changed word is detected", async ({ skip }) => {
    if (!isSameBrowser(gallery.page.context().browser()?.version() ?? "")) skip();
    await gallery.resize(375);
    await gallery.show("SignIn/empty");
    await gallery.page.locator("h1.lk-title").evaluate((title) => {
      title.textContent = "Sign in to something else";
    });
    expect(await difference(comparer, await take(gallery), "SignIn/empty", 375)).toBeGreaterThan(allowed);
  });
});
