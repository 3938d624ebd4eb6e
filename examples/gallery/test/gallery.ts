/** Opens the built gallery in a browser. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import sirv from "sirv";
import { findChromium, launch } from "../../showcase/test/browser.ts";
import type { ViewSettings } from "../src/settings.ts";
import type {} from "../src/window.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Script for `page.evaluate` that defines `axe`. */
export const axe: string = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Path of the browser. It's required with `CI=true`. Elsewhere its absence is logged once. */
export const chromium: string | null = findChromium();
if (!chromium && process.env.CI === "true") throw new Error("CI needs Chromium, which isn't installed.");
if (!chromium) console.warn("Skipped: Chromium isn't installed.");

/** A fixed current time, so that relative times stay the same. */
const now = new Date("2026-03-10T09:30:00Z");

/** A page that shows one state at a time. It shares nothing with other pages. */
export interface GalleryPage {
  readonly page: Page;
  /** Console messages and errors of the page since the last call, and error responses that the state doesn't define. */
  complaints(): Promise<readonly string[]>;
  /** @throws {Error} if the state never shows its text */
  show(name: string, view?: Partial<ViewSettings>): Promise<void>;
  theme(name: "light" | "dark"): Promise<void>;
  direction(name: "ltr" | "rtl"): Promise<void>;
  resize(width: number): Promise<void>;
}

/** The gallery, with its first page. */
export interface OpenGallery extends GalleryPage {
  /** All states, by name. */
  readonly names: readonly string[];
  /** Names of the components by group. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** Opens another page. */
  open(): Promise<GalleryPage>;
  close(): Promise<void>;
}

/**
 * @param density device pixels per CSS pixel in screenshots. Default: 1.
 */
export async function openGallery(density = 1): Promise<OpenGallery> {
  execFileSync(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], {
    cwd: root,
  });
  const files = sirv(join(root, "dist"));
  const server = createServer((request, response) => files(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await launch(chromium as string);
  const open = (): Promise<GalleryPage> =>
    openPage(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}/#empty`, density);
  const first = await open();
  const { names, groups } = await first.page.evaluate(() => ({
    names: window.gallery.names,
    groups: window.gallery.groups,
  }));
  return {
    ...first,
    names,
    groups,
    open,
    async close() {
      await browser.close();
      server.close();
    },
  };
}

async function openPage(browser: Browser, url: string, density: number): Promise<GalleryPage> {
  const context = await browser.newContext({
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    deviceScaleFactor: density,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(now);
  const complaints: string[] = [];
  // The gallery's mock server sends no network requests, so every console message comes from our code.
  page.on("console", (message) => {
    // Ignore Chromium's hints about the DOM. Playwright's types don't include this message type.
    if ((message.type() as string) === "verbose") return;
    // React's development build prints this once.
    if (message.text().includes("React DevTools")) return;
    complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => void complaints.push(String(error)));
  await page.goto(url);
  return {
    page,
    complaints: async () => [
      ...complaints.splice(0),
      ...(await page.evaluate(() => [...window.gallery.unexpectedErrors()])),
    ],
    show: (name, view) => page.evaluate(([one, how]) => window.gallery.show(one, how), [name, view] as const),
    theme: (name) => page.evaluate((one) => window.gallery.theme(one), name),
    direction: (name) => page.evaluate((one) => document.documentElement.setAttribute("dir", one), name),
    resize: (width) => page.setViewportSize({ width, height: 800 }),
  };
}
