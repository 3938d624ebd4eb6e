/** Uses an app like a new user, in Debian's Chromium. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { en } from "@latchkey/ui/locales";
import { chromium, type Page } from "playwright-core";

const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

/** A user who signs up with the form. */
export const bob = { name: "Bob", email: "bob@example.com", password: "a few words in a row" } as const;

/** A user who signs up with requests that a page sends. */
const ann = { name: "Ann", email: "ann@example.com", password: "a few words in a row" } as const;

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

const { account, userButton } = en.texts;

/** What a new user finds in an app. */
export interface Visit {
  /** Text on the app's own home page. */
  readonly home: string;
  /** Whether the home page is for signed-in users only. */
  readonly isGated: boolean;
  /** Whether the account page has a link to the home page. */
  readonly hasHomeLink?: true;
  /** Paths of more pages, each with one of its headings. */
  readonly pages?: Readonly<Record<string, string | RegExp>>;
}

/**
 * Signs up with the form and opens the account page from the account menu.
 * @throws {Error} if there's no browser, a step fails, a page has a script error, or something isn't centered
 */
export function visitAsNewUser(url: string, { home, isGated, hasHomeLink, pages = {} }: Visit): Promise<void> {
  return inBrowser(async (page) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => void errors.push(error.message));
    await page.goto(url);
    if (isGated) await page.waitForURL(`${url}/sign-in`);
    await page.goto(`${url}/sign-up`);
    await page.getByLabel("Name", { exact: true }).waitFor();
    await checkLook(page, "/sign-up", ".lk-card");
    await signUp(page, url);
    await page.getByText(home, { exact: true }).waitFor();
    await takePicture(page, "/");
    if (isGated) {
      await page.getByRole("button", { name: userButton.open }).click();
      await page.getByRole("menuitem", { name: userButton.account }).click();
    } else {
      await page.goto(`${url}/account`);
    }
    await page.waitForURL(`${url}/account`);
    await page.getByRole("heading", { name: account.title, exact: true }).waitFor();
    await page.locator(".lk-row").first().waitFor();
    await checkLook(page, "/account", ".lk-settings");
    if (hasHomeLink) {
      await page.getByRole("link", { name: "Home", exact: true }).click();
      await page.getByText(home, { exact: true }).waitFor();
    }
    for (const [path, heading] of Object.entries(pages)) {
      await page.goto(url + path);
      await page.getByRole("heading", { name: heading }).first().waitFor();
      await takePicture(page, path);
    }
    if (errors.length > 0) throw new Error(`Scripts failed: ${errors.join("; ")}`);
  });
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
  if (session?.user?.email !== bob.email)
    throw new Error(`The form didn't create a session: ${JSON.stringify(session)}`);
}

/**
 * Signs a user up and in from a page without a form, and finds the session after a reload.
 * @returns the cookies
 * @throws {Error} if a request fails, or the browser doesn't keep the session
 */
export async function signInByRequests(url: string): Promise<string> {
  let cookie = "";
  await inBrowser(async (page) => {
    await page.goto(url);
    for (const path of ["/api/auth/sign-up/email", "/api/auth/sign-in/email"]) {
      const answer = await page.evaluate(
        async ([path, body]) => {
          const headers = { "content-type": "application/json" };
          const response = await fetch(path, { method: "POST", headers, body });
          return { ok: response.ok, text: `${response.status} ${await response.text()}` };
        },
        [path, JSON.stringify(ann)] as const,
      );
      if (!answer.ok) throw new Error(`${path} responded with ${answer.text}`);
    }
    await page.reload();
    const session = await page.evaluate(async () => (await fetch("/api/auth/get-session")).text());
    const email = (JSON.parse(session) as { user?: { email?: string } } | null)?.user?.email;
    if (email !== ann.email) throw new Error(`The browser isn't signed in: ${session}`);
    cookie = (await page.context().cookies(url)).map(({ name, value }) => `${name}=${value}`).join("; ");
  });
  return cookie;
}

/** Takes a picture for reviewing the pages, if `PICTURES` names a folder. */
async function takePicture(page: Page, path: string, width = 1280): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder === undefined) return;
  await page.setViewportSize({ width, height: 900 });
  await page.screenshot({ path: join(folder, `${path.slice(1).replaceAll("/", "-") || "home"}-${width}.png`) });
}

/**
 * Checks that the element that `frame` selects is centered and has its styles, whatever styles the app has, on a
 * desktop and on a phone.
 */
async function checkLook(page: Page, path: string, frame: string): Promise<void> {
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 900 });
    const element = page.locator(frame).first();
    const box = await element.boundingBox();
    const look = await element.evaluate((shown) => {
      const title = shown.querySelector("h1, h2");
      const bordered = shown.matches(".lk-card") ? shown : shown.querySelector(".lk-rows");
      return {
        textAlign: getComputedStyle(shown).textAlign,
        borderTopWidth: bordered ? getComputedStyle(bordered).borderTopWidth : "",
        titleSize: title ? Number.parseFloat(getComputedStyle(title).fontSize) : 0,
      };
    });
    const isCentered = box !== null && Math.abs(box.x + box.width / 2 - width / 2) < 10 && box.width <= width;
    const isStyled = look.borderTopWidth === "1px" && look.textAlign === "start" && look.titleSize < 30;
    await takePicture(page, path, width);
    if (!isCentered || !isStyled) throw new Error(`${path} at ${width}: ${JSON.stringify({ box, ...look })}`);
  }
}
