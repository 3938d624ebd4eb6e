/** Tests the home page, the header, the Demo button, and the theme bar in a browser. */

import { en } from "@latchkey/ui";
import { ar } from "@latchkey/ui/locales/ar";
import { de } from "@latchkey/ui/locales/de";
import { es } from "@latchkey/ui/locales/es";
import { fr } from "@latchkey/ui/locales/fr";
import { it as italian } from "@latchkey/ui/locales/it";
import { ja } from "@latchkey/ui/locales/ja";
import { ptBR } from "@latchkey/ui/locales/pt-BR";
import { zhCN } from "@latchkey/ui/locales/zh-CN";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { people } from "../server/people.ts";
import { chromium, openSite, type Site } from "./site.ts";

describe.skipIf(!chromium)("the showcase's home", () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      return element?.getAttribute("aria-label") ?? element?.textContent.trim() ?? "";
    });
  /** Presses Tab until the element with this name has focus. */
  async function tabTo(page: Page, name: string): Promise<void> {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press("Tab");
      if ((await focused(page)) === name) return;
    }
    throw new Error(`Tab never reached ${name}.`);
  }

  test("no axe violations at 375 and 1280 pixels, light and dark, signed out and in", async () => {
    const page = await site.open("/");
    await page.locator(".live form").waitFor();
    await site.lookEverywhere(page, "home");
    await page.getByRole("button", { name: "Demo" }).click();
    await page.getByRole("menu").waitFor();
    await site.lookEverywhere(page, "demo", "[role=menu]");
    await page.getByRole("menuitem", { name: /^Sign in as Bo/ }).click();
    await page.locator(".live li").first().waitFor();
    await site.lookEverywhere(page, "home-signed-in");
    for (const colorScheme of ["dark", "light"] as const) {
      await page.setViewportSize({ width: 375, height: 900 });
      await page.evaluate(`document.documentElement.dataset.theme = "${colorScheme}"`);
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.getByRole("dialog").waitFor();
      await site.look(page, "phone-menu", "[role=dialog]");
      await page.keyboard.press("Escape");
    }
  });

  test("in a column, the account button keeps its size, so that its menu opens next to it", async () => {
    const page = await site.open("/");
    await page.getByRole("button", { name: "Demo" }).click();
    await page.getByRole("menuitem", { name: /^Sign in as Bo/ }).click();
    const button = page.getByRole("button", { name: en.userButton.open });
    const { width, height } = await button.evaluate((element) => {
      const { style } = element.parentElement as HTMLElement;
      Object.assign(style, { display: "flex", flexDirection: "column", alignItems: "stretch", width: "600px" });
      return element.getBoundingClientRect();
    });
    expect(width).toBe(height);
  });

  test("the components' language and direction can be changed", async () => {
    const page = await site.open("/", await site.person({ viewport: { width: 1280, height: 800 } }));
    const submit = page.locator(".live form button[type=submit]");
    for (const [language, locale] of Object.entries({
      ar,
      de,
      es,
      fr,
      it: italian,
      ja,
      "pt-BR": ptBR,
      "zh-CN": zhCN,
    })) {
      await page.getByLabel("Language").selectOption(language);
      await expect.poll(() => submit.textContent()).toBe(locale.texts.signIn.submit);
      const direction = await page.evaluate(() => document.documentElement.dir);
      expect([language, direction]).toEqual([language, language === "ar" ? "rtl" : "ltr"]);
      await page.goto(`${site.app.url}/sign-up`);
      await page.getByRole("heading", { name: locale.texts.signUp.title }).waitFor();
      for (const width of [375, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await site.look(page, `sign-up-${language}-${width}`);
      }
      await page.goto(site.app.url);
    }
  });

  test("the theme bar restyles the page, shows the CSS, and persists", async () => {
    const page = await site.open("/", await site.person({ viewport: { width: 1280, height: 800 } }));
    await page.getByRole("radio", { name: "Green" }).check();
    await page.getByLabel("Radius").selectOption("14");
    await page.getByLabel("Sign-in layout").selectOption("split");
    await page.getByLabel("Language").selectOption("pseudo");
    await page.getByLabel("Direction").selectOption("rtl");
    const css = await page.locator(".theme-css code").textContent();
    expect(css).toContain("--lk-primary: light-dark(#0b6b53, #0f7d63);");
    expect(css).toContain("--lk-radius: 14px;");
    await page.reload();
    const submit = page.locator(".live form button[type=submit]");
    await submit.waitFor();
    expect(await submit.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe("rgb(11, 107, 83)");
    expect(await submit.textContent()).toMatch(/^\[.*\]$/);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
    await page.locator(".brand-panel").waitFor();
    await site.look(page, "home-themed");
    for (const brand of ["Plum", "Ink"]) {
      await page.getByRole("radio", { name: brand }).check();
      await site.look(page, `home-${brand}`);
    }
  });

  test("the phone menu, the Demo button, and the theme bar work with the keyboard", async () => {
    const page = await site.open("/", await site.person({ viewport: { width: 375, height: 800 } }));
    await page.locator(".live form").waitFor();
    await tabTo(page, "Menu");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "Pricing");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Menu");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "Pricing");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/pricing/);
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.goto(`${site.app.url}/`);
    await page.getByRole("radio", { name: "Blue" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("radio", { name: "Green" }).isChecked()).toBe(true);
    await tabTo(page, "Demo");
    await page.keyboard.press("Enter");
    const isAt = (index: number): Promise<boolean> =>
      page
        .getByRole("menuitem")
        .nth(index)
        .evaluate((item) => item === document.activeElement);
    await expect.poll(() => isAt(0)).toBe(true);
    await page.keyboard.press("ArrowDown");
    // The menu moves focus a moment after the key press.
    await expect.poll(() => isAt(1)).toBe(true);
    await page.keyboard.press("Enter");
    await page.locator(".lk-toast").getByText(`Signed in as ${people[1]?.name}.`).waitFor();
  });

  test("the header shows the number of unread emails, and links to the dev console", async () => {
    const page = await site.open("/forgot-password");
    await page.locator("input[name=email]").fill(people[1]?.email ?? "");
    await page.locator("main form button[type=submit]").click();
    await expect.poll(() => site.app.mail.list().length).toBeGreaterThan(0);
    await page.goto(site.app.url);
    const mail = page.getByRole("link", { name: /^Mail, \d+ unread$/ });
    await mail.waitFor();
    const [inbox] = await Promise.all([page.context().waitForEvent("page"), mail.click()]);
    await inbox.waitForURL(/\/api\/auth\/dev$/);
    await page.getByRole("link", { name: "Mail", exact: true }).waitFor();
  });

  test("the payment provider's clock can be advanced", async () => {
    const page = await site.open("/");
    await page.getByRole("button", { name: "Demo" }).click();
    await page.getByRole("menuitem", { name: "Advance time by 7 days" }).click();
    await page.locator(".lk-toast").getByText("7 days").waitFor();
    const controls = await fetch(`${site.app.payments.url}/control`);
    expect(await controls.text()).toContain("7 days ahead");
  });
});
