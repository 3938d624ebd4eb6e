/** Opens the pages that `init` generated in Debian's Chromium. */

import { execFileSync } from "node:child_process";
import { chromium, type Page } from "playwright-core";

const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

/** A user who signs up with the form. */
export const bob = { name: "Bob", email: "bob@example.com", password: "a few words in a row" } as const;

/**
 * Opens a page and closes the browser after the work.
 * @throws {Error} if there's no browser
 */
export async function inBrowser(work: (page: Page) => Promise<void>): Promise<void> {
  const executablePath =
    process.env.CHROMIUM_PATH ?? execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
  const browser = await chromium.launch({ executablePath, args: flags });
  try {
    await work(await browser.newPage());
  } finally {
    await browser.close();
  }
}

/**
 * Signs up a user with the form.
 * @throws {Error} if there's no browser, or the form doesn't start a session
 */
export function signUpInBrowser(url: string): Promise<void> {
  return inBrowser((page) => signUp(page, url));
}

/**
 * Fills in the form at `/sign-up`.
 * @throws {Error} if it doesn't start a session
 */
export async function signUp(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/sign-up`);
  await page.getByLabel("Name", { exact: true }).fill(bob.name);
  await page.getByLabel("Email").fill(bob.email);
  await page.getByLabel("Password", { exact: true }).fill(bob.password);
  await page.getByRole("button", { name: /sign up|create/i }).click();
  await page.waitForURL(`${url}/`);
  const session = (await (await page.request.get(`${url}/api/auth/get-session`)).json()) as {
    user?: { email?: string };
  } | null;
  if (session?.user?.email !== bob.email) throw new Error(`The form made no session: ${JSON.stringify(session)}`);
}
