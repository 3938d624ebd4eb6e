/** Opens the built showcase (`build.ts`) in a browser. `null` if there's no browser. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { en } from "@latchkey/ui";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { type RunningShowcase, startShowcase } from "../server/server.ts";
import { findChromium, launch } from "./browser.ts";
import { look, lookEverywhere } from "./look.ts";

/** Path of the browser. It's required with `CI=true`. Elsewhere its absence is logged once. */
export const chromium: string | null = findChromium();
if (!chromium && process.env.CI === "true") throw new Error("CI needs Chromium, but it isn't installed.");
if (!chromium) console.warn("Skipped, because Chromium isn't installed.");

/** Waits for the account page of the user with this name, in any section. */
export async function seesAccount(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { name: en.account.title, exact: true, level: 1 }).waitFor();
  const user = await page.evaluate(async () => (await (await fetch("/api/auth/get-session")).json())?.user.name);
  if (user !== name) throw new Error(`The account page is ${user}'s, not ${name}'s.`);
}

export interface Site {
  readonly app: RunningShowcase;
  /** Path of the showcase's SQLite file. */
  readonly file: string;
  /** Opens a new browser context without cookies. */
  person(options?: BrowserContextOptions): Promise<BrowserContext>;
  open(path: string, context?: BrowserContext): Promise<Page>;
  readonly look: typeof look;
  readonly lookEverywhere: typeof lookEverywhere;
  close(): Promise<void>;
}

export interface SiteOptions {
  readonly paymentProvider?: "polar" | "stripe";
  readonly allowDifferentEmails?: boolean;
  readonly passkeySignUp?: "email" | "without-email";
}

export async function openSite(options: SiteOptions = {}): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-showcase-"));
  const file = join(folder, "test.db");
  const app = await startShowcase({ port: 0, secret: "nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU", file, ...options });
  const browser = await launch(chromium as string);
  const person: Site["person"] = async (options) => {
    const context = await browser.newContext({ locale: "en-GB", ...options });
    // Playwright's 30 seconds are too few on a busy machine.
    context.setDefaultTimeout(60_000);
    return context;
  };
  return {
    app,
    file,
    person,
    async open(path, context) {
      const page = await (context ?? (await person())).newPage();
      await page.goto(app.url + path);
      return page;
    },
    look,
    lookEverywhere,
    async close() {
      await browser.close();
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
