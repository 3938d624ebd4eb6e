/** Opens the screens that `init` wrote, in Debian's Chromium. */

import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";

const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

/** Signs somebody up by the form. @throws {Error} no browser is there; the form does not lead to a session */
export async function signUpInBrowser(url: string): Promise<void> {
  const executablePath =
    process.env.CHROMIUM_PATH ?? execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
  const browser = await chromium.launch({ executablePath, args: flags });
  try {
    const page = await browser.newPage();
    await page.goto(`${url}/sign-up`);
    await page.getByLabel("Name", { exact: true }).fill("Bob");
    await page.getByLabel("Email").fill("bob@example.com");
    await page.getByLabel("Password", { exact: true }).fill("a few words in a row");
    await page.getByRole("button", { name: /sign up|create/i }).click();
    await page.waitForURL(`${url}/`);
    const session = (await (await page.request.get(`${url}/api/auth/get-session`)).json()) as {
      user?: { email?: string };
    } | null;
    if (session?.user?.email !== "bob@example.com")
      throw new Error(`The form made no session: ${JSON.stringify(session)}`);
  } finally {
    await browser.close();
  }
}
