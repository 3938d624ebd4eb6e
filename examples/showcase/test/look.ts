/** Accessibility and layout checks for every page, in each size and theme. */

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Screenshots take a third of the time, so they're only taken with `LATCHKEY_PICTURES=true`. */
const pictures: string | null = process.env.LATCHKEY_PICTURES
  ? fileURLToPath(new URL("../.screenshots", import.meta.url))
  : null;
if (pictures) mkdirSync(pictures, { recursive: true });

/**
 * Checks that axe finds nothing and nothing is wider than the window.
 * @param above selector of an open menu or dialog, to check instead of the whole page
 */
export async function look(page: Page, name: string, above?: string): Promise<void> {
  await check(page, name, above);
}

/**
 * Runs `look` in every size and theme. Leaves the page at 1280 pixels, in light mode.
 */
export async function lookEverywhere(page: Page, name: string, above?: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    // Set the theme like the header's switch.
    await page.evaluate(`document.documentElement.dataset.theme = "${colorScheme}"`);
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      // Other rules have the same result in both themes.
      await check(page, name, above, colorScheme === "dark" ? ["color-contrast"] : undefined);
    }
  }
}

async function check(page: Page, name: string, above?: string, rules?: readonly string[]): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  // Wait, because the contrast can't be measured while colors change.
  await page.evaluate(settle);
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
  const place = `${name}-${width}-${isDark ? "dark" : "light"}`;
  expect(await violations(page, above, rules), place).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth"), place).toBeLessThanOrEqual(width);
  if (pictures) await page.screenshot({ path: join(pictures, `${place}.png`), fullPage: above === undefined });
}

/** Waits for all animations except infinite ones. Runs in the page. */
const settle = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
).then(() => undefined)`;

/** Returns the violations that axe finds, with the affected elements. */
async function violations(page: Page, above?: string, rules?: readonly string[]): Promise<unknown> {
  await page.evaluate(`window.axe ?? (() => { ${axe} })()`);
  const options = JSON.stringify({ resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) });
  const where = above ? JSON.stringify(above) : "document";
  const told =
    "({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' '))";
  return page.evaluate(`axe.run(${where}, ${options}).then(${told})`);
}
