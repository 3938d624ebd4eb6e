/** The built showcase with a browser in front of it, for tests; `null` where no browser is there. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { type RunningShowcase, startShowcase } from "../server/server.ts";
import { findChromium, launch } from "./browser.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const pictures = join(root, ".screenshots");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Path of the browser. With `CI=true` it must be there; elsewhere its absence is said once. */
export const chromium: string | null = findChromium();
if (!chromium && process.env.CI === "true") throw new Error("CI needs Chromium, which is not there.");
if (!chromium) console.warn("Skipped: no Chromium is there.");

export interface Site {
  readonly app: RunningShowcase;
  /** Path of its SQLite file. */
  readonly file: string;
  /** A browser of its own, with no cookies. */
  person(options?: BrowserContextOptions): Promise<BrowserContext>;
  open(path: string, context?: BrowserContext): Promise<Page>;
  /**
   * Axe finds nothing, nothing is wider than the window, and there is a picture of it.
   * @param above selector of a menu or dialog that is open: what is beneath is hidden from axe as from everybody
   */
  look(page: Page, name: string, above?: string): Promise<void>;
  close(): Promise<void>;
}

export interface SiteOptions {
  readonly allowDifferentEmails?: boolean;
  /** The app was built for another site of the same test. */
  readonly isBuilt?: boolean;
}

export async function openSite({ isBuilt = false, ...options }: SiteOptions = {}): Promise<Site> {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  if (!isBuilt) execFileSync(process.execPath, [vite, "build", "--logLevel", "error"], { cwd: root });
  mkdirSync(pictures, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "latchkey-showcase-"));
  const file = join(folder, "test.db");
  const app = await startShowcase({ port: 0, secret: "nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU", file, ...options });
  const browser = await launch(chromium as string);
  const person: Site["person"] = (options) => browser.newContext({ locale: "en-GB", ...options });
  return {
    app,
    file,
    person,
    async open(path, context) {
      const page = await (context ?? (await person())).newPage();
      await page.goto(app.url + path);
      return page;
    },
    async look(page, name, above) {
      const { width = 0 } = page.viewportSize() ?? {};
      await page.evaluate(axe);
      const found = await page.evaluate(
        `axe.run(${above ? JSON.stringify(above) : "document"}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' ')))`,
      );
      expect(found, `${name} at ${width}`).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth"), name).toBeLessThanOrEqual(width);
      const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
      await page.screenshot({
        path: join(pictures, `${name}-${width}-${isDark ? "dark" : "light"}.png`),
        fullPage: above === undefined,
      });
    },
    async close() {
      await browser.close();
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
