import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningShowcase, startShowcase } from "../server/server.ts";
import { findChromium, launch } from "./browser.ts";

const chromiumPath = findChromium();
if (!chromiumPath && process.env.CI === "true") throw new Error("CI needs Chromium, which is not there.");
if (!chromiumPath) console.warn("Skipped: no Chromium is there.");

const root = fileURLToPath(new URL("..", import.meta.url));
const pictures = join(root, ".screenshots");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const password = "correct horse battery";

describe.skipIf(!chromiumPath)("the showcase in a browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-showcase-"));
  let browser: Browser;
  let app: RunningShowcase;

  beforeAll(async () => {
    execFileSync(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"], {
      cwd: root,
    });
    mkdirSync(pictures, { recursive: true });
    app = await startShowcase({ port: 0, secret: "nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU", file: join(folder, "test.db") });
    browser = await launch(chromiumPath as string);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await app?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (path: string, context?: BrowserContext): Promise<Page> => {
    const page = await (context ?? (await browser.newContext({ locale: "en-GB" }))).newPage();
    await page.goto(app.url + path);
    return page;
  };
  const signUp = async (page: Page, email: string): Promise<void> => {
    await page.getByLabel("Name", { exact: true }).fill("Ann Example");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();
  };
  const signIn = async (page: Page, email: string, secret = password): Promise<void> => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(secret);
    await page.getByRole("button", { name: "Sign in" }).click();
  };

  test("a person signs up, reloads, signs in elsewhere, ends that session, and signs out", async () => {
    const email = "ann@example.com";
    const laptop = await open("/sign-up");
    await signUp(laptop, email);
    await laptop.reload();
    await laptop.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();

    const phone = await open("/sign-in");
    await signIn(phone, email);
    await phone.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();

    await laptop.getByRole("link", { name: "Your devices" }).click();
    await laptop.getByText("This device").waitFor();
    expect(await laptop.getByRole("listitem").count()).toBe(2);
    await laptop.getByRole("button", { name: /^Sign out Chrome/ }).click();
    await laptop.getByText("That device is signed out.").waitFor();
    await expect.poll(() => laptop.getByRole("listitem").count()).toBe(1);

    await phone.reload();
    await phone.getByRole("heading", { name: "Sign in" }).waitFor();

    await laptop.getByRole("button", { name: "Account menu" }).click();
    await laptop.getByRole("menuitem", { name: "Sign out" }).click();
    await laptop.getByRole("heading", { name: "Sign in" }).waitFor();
    await laptop.goto(`${app.url}/account`);
    await laptop.getByRole("heading", { name: "Sign in" }).waitFor();
  }, 60_000);

  test("all other devices are signed out at once, after a question", async () => {
    const email = "otto@example.com";
    const laptop = await open("/sign-up");
    await signUp(laptop, email);
    const phone = await open("/sign-in");
    await signIn(phone, email);
    await phone.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();
    await laptop.goto(`${app.url}/sessions`);
    await laptop.getByRole("button", { name: "Sign out all other devices" }).click();
    await laptop.getByRole("button", { name: "Sign them out" }).click();
    await laptop.getByText("All other devices are signed out.").waitFor();
    await phone.reload();
    await phone.getByRole("heading", { name: "Sign in" }).waitFor();
  }, 60_000);

  test("a wrong password, a taken email and a short password are said in plain words, where they belong", async () => {
    const page = await open("/sign-up");
    await signUp(page, "bob@example.com");
    const other = await open("/sign-in");
    await signIn(other, "bob@example.com", "not the password");
    expect(await other.getByRole("alert").textContent()).toBe(
      "Email or password is not right. Check both and try again.",
    );
    await other.goto(`${app.url}/sign-up`);
    await other.getByLabel("Name", { exact: true }).fill("Bob");
    await other.getByLabel("Email").fill("bob@example.com");
    await other.getByLabel("Password", { exact: true }).fill("short");
    await other.keyboard.press("Enter");
    await other.getByText("This password is too short.").waitFor();
    expect(await other.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
    await other.getByLabel("Password", { exact: true }).fill(password);
    await other.keyboard.press("Enter");
    await other.getByText("There is already an account with this email.").waitFor();
    expect(await other.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
  }, 60_000);

  test("signing out in one tab signs out the other", async () => {
    const context = await browser.newContext({ locale: "en-GB" });
    const one = await open("/sign-up", context);
    await signUp(one, "tabs@example.com");
    const two = await open("/account", context);
    await two.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();
    await one.getByRole("button", { name: "Account menu" }).click();
    await one.getByRole("menuitem", { name: "Sign out" }).click();
    await two.getByRole("heading", { name: "Sign in" }).waitFor();
  }, 60_000);

  test("axe finds nothing, and nothing is wider than the window, at 375 and 1280 pixels, light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [375, 1280]) {
        const context = await browser.newContext({ colorScheme, locale: "en-GB", viewport: { width, height: 800 } });
        const page = await open("/", context);
        const look = async (name: string): Promise<void> => {
          // A page that has only just been opened may still be asking who is signed in.
          await page.locator("main h1").first().waitFor();
          await page.evaluate(axe);
          const found = await page.evaluate(
            "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' ')))",
          );
          expect(found, `${name} ${width} ${colorScheme}`).toEqual([]);
          expect(await page.evaluate("document.documentElement.scrollWidth"), name).toBeLessThanOrEqual(width);
          await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) });
        };
        await page.getByRole("heading", { name: "Accounts that are yours" }).waitFor();
        await look("home");
        await page.goto(`${app.url}/sign-in`);
        await page.getByRole("button", { name: "Sign in" }).click();
        await look("sign-in-empty");
        await signIn(page, "nobody@example.com");
        await page.getByRole("alert").waitFor();
        await look("sign-in-refused");
        await page.goto(`${app.url}/sign-up`);
        await look("sign-up");
        await signUp(page, `look-${width}-${colorScheme}@example.com`);
        await look("account");
        const phone = await open("/sign-in");
        await signIn(phone, `look-${width}-${colorScheme}@example.com`);
        await phone.getByRole("heading", { name: "Hello, Ann Example" }).waitFor();
        await page.goto(`${app.url}/sessions`);
        await page.getByText("This device").waitFor();
        await look("sessions");
        await page.getByRole("button", { name: "Sign out all other devices" }).click();
        await page.getByRole("alertdialog").waitFor();
        await look("dialog");
        await page.getByRole("button", { name: "Cancel" }).click();
        await page.getByRole("button", { name: "Account menu" }).click();
        await page.getByRole("menu").waitFor();
        await page.screenshot({ path: join(pictures, `menu-${width}-${colorScheme}.png`) });
      }
    }
  }, 180_000);
});
