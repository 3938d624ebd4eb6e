/** Uses a page with only the keyboard, and checks that no step loses focus. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { tabTo } from "./organization-steps.ts";

export const hasFocus = (target: Locator): Promise<void> =>
  expect.poll(() => target.evaluate((one) => one === document.activeElement)).toBe(true);

/** Waits until an element has focus. Every step must leave focus on one. */
export const keepsFocus = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

/**
 * Watches a page for lost focus, starting with its next load. Once an element has had focus, no step may leave focus on
 * `<body>`. Less than half a second doesn't count, such as between two renders. Returns a function that lists where
 * focus was lost.
 */
export async function watchFocus(page: Page): Promise<() => readonly string[]> {
  const lost: string[] = [];
  await page.exposeFunction("reportLostFocus", (where: string) => void lost.push(where));
  await page.addInitScript(() => {
    let before = "";
    let ticks = 0;
    setInterval(() => {
      const { activeElement: now, body } = document;
      if (now && now !== body) {
        before = (now.getAttribute("aria-label") ?? now.textContent ?? now.tagName).slice(0, 60);
        ticks = 0;
      } else if (before !== "" && ++ticks === 10) {
        const report = (window as unknown as { reportLostFocus(where: string): void }).reportLostFocus;
        report(`${location.pathname}${location.hash} after “${before}”`);
      }
    }, 50);
  });
  return () => lost;
}

/** Opens a menu with its button, and chooses the item with this name. */
export async function choose(page: Page, button: Locator, item: string): Promise<void> {
  await press(page, button);
  const wanted = page.getByRole("menuitem", { name: item, exact: true });
  await wanted.waitFor();
  for (let presses = 0; presses < 10; presses++) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`The arrow keys didn't reach "${item}".`);
}

/** Closes a menu or dialog with Escape. Focus returns to the element that opened it. */
export async function escapeTo(page: Page, opened: Locator, opener: Locator): Promise<void> {
  await opened.waitFor();
  await page.keyboard.press("Escape");
  await opened.waitFor({ state: "detached" });
  await hasFocus(opener);
}

/** Moves to a field and types. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await keepsFocus(page);
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Moves to a button or link on a page that was just loaded, where nothing has focus, and presses it. */
export async function pressFirst(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Moves to a button or link and presses it. */
export async function press(page: Page, target: Locator): Promise<void> {
  await keepsFocus(page);
  await pressFirst(page, target);
}
