/** Tests that every component is in the gallery, and that each state shows its text without problems. */

import * as ui from "@latchkey/ui";
import * as adminUi from "@latchkey/ui/admin";
import * as anonymousUi from "@latchkey/ui/anonymous";
import * as apiKeyUi from "@latchkey/ui/api-key";
import * as billingUi from "@latchkey/ui/billing";
import * as deviceUi from "@latchkey/ui/device-authorization";
import * as eventsUi from "@latchkey/ui/events";
import * as magicLinkUi from "@latchkey/ui/magic-link";
import * as oauthProviderUi from "@latchkey/ui/oauth-provider";
import * as organizationUi from "@latchkey/ui/organization";
import * as passkeyUi from "@latchkey/ui/passkey";
import * as phoneNumberUi from "@latchkey/ui/phone-number";
import * as scimUi from "@latchkey/ui/scim";
import * as ssoUi from "@latchkey/ui/sso";
import * as stepUpUi from "@latchkey/ui/step-up";
import * as twoFactorUi from "@latchkey/ui/two-factor";
import * as usernameUi from "@latchkey/ui/username";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axe, chromium, type GalleryPage, type OpenGallery, openGallery } from "./gallery.ts";

const faces = {
  ...ui,
  ...adminUi,
  ...anonymousUi,
  ...apiKeyUi,
  ...billingUi,
  ...deviceUi,
  ...eventsUi,
  ...magicLinkUi,
  ...oauthProviderUi,
  ...organizationUi,
  ...passkeyUi,
  ...phoneNumberUi,
  ...scimUi,
  ...ssoUi,
  ...stepUpUi,
  ...twoFactorUi,
  ...usernameUi,
};
/** Components that wrap others and render nothing themselves. */
const around: readonly string[] = ["AuthUiProvider", "CardLevel"];
const components = Object.keys(faces).filter((name) => /^[A-Z]/.test(name) && !around.includes(name));

describe.skipIf(!chromium)("the gallery", () => {
  let gallery: OpenGallery;
  let pages: readonly GalleryPage[] = [];
  beforeAll(async () => {
    gallery = await openGallery();
    pages = [gallery, await gallery.open(), await gallery.open(), await gallery.open()];
    for (const one of pages) {
      await one.page.evaluate(axe);
      await one.resize(375);
    }
  });
  afterAll(() => gallery?.close());

  /** Checks several states at a time, because checks mostly wait. Returns the findings in the states' order. */
  async function checkEach(
    names: readonly string[],
    check: (page: GalleryPage, name: string) => Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    const found: (readonly string[])[] = [];
    const queue = names.entries();
    await Promise.all(
      pages.map(async (page) => {
        for (const [at, name] of queue) found[at] = await check(page, name);
      }),
    );
    expect(found.filter((one) => one !== undefined)).toHaveLength(names.length);
    return found.flat();
  }

  test("has every exported component, and nothing else", () => {
    // Most entries in this group show pages with a plugin's sign-in method, and are named after the method.
    const methods = (gallery.groups["Sign-in without a password"] ?? []).filter((name) => !components.includes(name));
    const names = gallery.names.map((name) => name.split("/")[0] ?? "");
    const shown = new Set(names.filter((name) => !methods.includes(name)));
    expect(components.length).toBeGreaterThan(60);
    expect([...shown].sort()).toEqual(components.sort());
  });

  test("no state overflows a phone, breaks a badge or a word, or fails axe in light or dark mode", async () => {
    const found = await checkEach(gallery.names, async (page, name) => {
      await page.theme("light");
      const failed = await failure(page.show(name), name);
      const light = [
        ...(await problems(page, name)),
        ...(await brokenBadges(page, name)),
        ...(await brokenWords(page, name)),
        ...(await bareSections(page, name)),
        ...(await nativeChoices(page, name)),
      ];
      await page.theme("dark");
      const dark = await problems(page, `${name}, dark`, ["color-contrast"]);
      await page.direction("rtl");
      const mirrored = await tooWide(page, `${name}, right to left`);
      await page.direction("ltr");
      return [...failed, ...light, ...dark, ...mirrored];
    });
    expect(found).toEqual([]);
  }, 900_000);

  test("every text is translatable: in the pseudo-language, all text except data has brackets", async () => {
    // Primitives have no translated texts. Their states define the texts.
    const primitives = gallery.groups.Primitives ?? [];
    const names = gallery.names.filter((one) => !primitives.includes(one.split("/")[0] ?? ""));
    const found = await checkEach(names, async (page, name) => {
      const failed = await failure(page.show(name, { language: "pseudo" }), name);
      const texts = await page.page.evaluate(() => [...window.gallery.untranslated()]);
      const untranslated = texts.map((text) => `${name}: ${text}`);
      const cut = await cutTexts(page, name);
      return [...failed, ...untranslated, ...cut, ...(await tooWide(page, `${name}, pseudo-language`))];
    });
    expect(found).toEqual([]);
  }, 900_000);
});

/** Returns the error if a state doesn't show its text. */
async function failure(shown: Promise<void>, name: string): Promise<string[]> {
  return shown.then(
    () => [],
    (error: unknown) => [`${name}: ${String(error).slice(0, 400)}`],
  );
}

/**
 * @param rules axe rules. Default: all.
 */
async function problems({ page, complaints }: GalleryPage, name: string, rules?: readonly string[]): Promise<string[]> {
  const found = await page.evaluate(async (only) => {
    const { axe } = window as any;
    // Only check an open menu or dialog, because the content behind it is hidden from users.
    const above = document.querySelector(".lk-dialog, .lk-drawer, .lk-menu, .lk-popover, .lk-tooltip");
    const { violations } = await axe.run(above ?? document, {
      resultTypes: ["violations"],
      // A settings page's links lead to sections that only appear when they're opened.
      rules: { "skip-link": { enabled: false } },
      ...(only ? { runOnly: { type: "rule", values: only } } : {}),
    });
    return violations.map(({ id, nodes }: any) => `${id}: ${nodes.map(({ html }: any) => html).join(" ")}`);
  }, rules);
  return [...found, ...(await complaints())].map((one) => `${name}: ${one}`).concat(await tooWide({ page }, name));
}

async function tooWide({ page }: Pick<GalleryPage, "page">, name: string): Promise<string[]> {
  const [whole, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  return whole > seen ? [`${name}: ${whole} pixels wide`] : [];
}

/** Finds badges whose text wraps or doesn't fit. */
async function brokenBadges({ page }: Pick<GalleryPage, "page">, name: string): Promise<string[]> {
  const broken = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".lk-badge")]
      .filter((badge) => badge.offsetHeight > 24 || badge.scrollWidth > badge.clientWidth)
      .map((badge) => badge.textContent),
  );
  return broken.map((text) => `${name}: the badge "${text}" is broken`);
}

/** Finds sections outside a screen, which don't have the app's font and density and don't catch errors. */
async function bareSections({ page }: Pick<GalleryPage, "page">, name: string): Promise<string[]> {
  const titles = await page.evaluate(() =>
    [...document.querySelectorAll(".lk-section")]
      .filter((section) => !section.closest(".lk-root"))
      .map((section) => section.querySelector("h2, h3")?.textContent),
  );
  return titles.map((title) => `${name}: the section "${title}" is not in a screen`);
}

/** Finds unselected checkboxes and radio buttons with the browser's look instead of the stylesheet's. */
async function nativeChoices({ page }: Pick<GalleryPage, "page">, name: string): Promise<string[]> {
  const native = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>("[type=radio], [type=checkbox]")]
      // Other choices, such as the billing period, hide the input behind a styled label.
      .filter((input) => input.checkVisibility({ opacityProperty: true }) && input.offsetWidth > 1)
      .filter((input) => !input.checked && !input.indeterminate && getComputedStyle(input).appearance !== "none")
      .map((input) => input.labels?.[0]?.textContent ?? input.value),
  );
  return native.map((label) => `${name}: the choice "${label}" isn't styled`);
}

/** Finds texts that don't fit their button, tab, or label. The pseudo-language's texts are 40% longer than English. */
async function cutTexts({ page }: Pick<GalleryPage, "page">, name: string): Promise<string[]> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".lk-button-label, .lk-tab, .lk-nav-item, .lk-label, .lk-menu-item")]
      .filter((text) => text.scrollWidth > text.clientWidth + 1)
      .map((text) => text.textContent),
  );
  return cut.map((text) => `${name}: "${text}" is cut`);
}

/**
 * Finds words in headings, badges, buttons, and emails that break across lines. Ignores very long words.
 */
async function brokenWords({ page }: Pick<GalleryPage, "page">, name: string): Promise<string[]> {
  const broken = await page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, .lk-badge, .lk-button-label, .lk-email")].flatMap((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (texts.nextNode()) {
        for (const { 0: word, index } of (texts.currentNode.textContent ?? "").matchAll(/[\p{L}\d]{2,}/gu)) {
          if (word.length > 24) continue;
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
        }
      }
      return found;
    }),
  );
  return broken.map((word) => `${name}: the word "${word}" is broken`);
}
