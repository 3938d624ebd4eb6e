/** Uses a page with the keyboard alone, and checks that no step loses the focus. */

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { tabTo } from "./organization-steps.ts";

export const hasFocus = (target: Locator): Promise<void> =>
  expect.poll(() => target.evaluate((one) => one === document.activeElement)).toBe(true);

/** After every step, the focus is back in the page without anyone moving it there. */
export const keepsFocus = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

/** Moves to a field and types. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await keepsFocus(page);
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Moves to a button or link on a page that was just loaded, where nothing has the focus, and presses it. */
export async function pressFirst(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

/** Moves to a button or link and presses it. */
export async function press(page: Page, target: Locator): Promise<void> {
  await keepsFocus(page);
  await pressFirst(page, target);
}
