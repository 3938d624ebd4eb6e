/** Checks that every component is in the gallery, and that each state shows its text without problems. */

import * as ui from "@latchkey/ui";
import * as adminUi from "@latchkey/ui/admin";
import * as billingUi from "@latchkey/ui/billing";
import * as organizationUi from "@latchkey/ui/organization";
import * as twoFactorUi from "@latchkey/ui/two-factor";
import * as usernameUi from "@latchkey/ui/username";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axe, chromium, type OpenGallery, openGallery } from "./gallery.ts";

const faces = { ...ui, ...adminUi, ...billingUi, ...organizationUi, ...twoFactorUi, ...usernameUi };
/** Components that wrap others and have no look of their own. */
const around: readonly string[] = ["AuthUiProvider", "CardLevel"];
const components = Object.keys(faces).filter((name) => /^[A-Z]/.test(name) && !around.includes(name));

describe.skipIf(!chromium)("the gallery", () => {
  let gallery: OpenGallery;
  beforeAll(async () => {
    gallery = await openGallery();
    await gallery.page.evaluate(axe);
  }, 120_000);
  afterAll(() => gallery?.close());

  test("has every component that the package exports, and no other", () => {
    const shown = new Set(gallery.names.map((name) => name.split("/")[0]));
    expect(components.length).toBeGreaterThan(60);
    expect([...shown].sort()).toEqual(components.sort());
  });

  test("no state is wider than a phone's window or breaks a rule of axe's, light or dark", async () => {
    const found: string[] = [];
    await gallery.resize(375);
    for (const name of gallery.names) {
      await gallery.theme("light");
      await gallery.show(name).catch((error) => found.push(`${name}: ${String(error).slice(0, 400)}`));
      found.push(...(await problems(gallery, name)));
      await gallery.theme("dark");
      found.push(...(await problems(gallery, `${name}, dark`, ["color-contrast"])));
      await gallery.direction("rtl");
      found.push(...(await tooWide(gallery, `${name}, right to left`)));
      await gallery.direction("ltr");
    }
    expect(found).toEqual([]);
  }, 300_000);

  test("every text is translatable: in the pseudo-language, only data has no brackets", async () => {
    // What primitives show is written in their states.
    const primitives = gallery.groups.Primitives ?? [];
    const found: string[] = [];
    await gallery.resize(375);
    for (const name of gallery.names.filter((one) => !primitives.includes(one.split("/")[0] ?? ""))) {
      await gallery
        .show(name, { language: "pseudo" })
        .catch((error) => found.push(`${name}: ${String(error).slice(0, 300)}`));
      const texts = await gallery.page.evaluate(() => [...window.gallery.untranslated()]);
      found.push(...texts.map((text) => `${name}: ${text}`), ...(await tooWide(gallery, `${name}, pseudo-language`)));
    }
    expect(found).toEqual([]);
  }, 300_000);
});

/**
 * @param rules axe rules. Default: all.
 */
async function problems({ page, complaints }: OpenGallery, name: string, rules?: readonly string[]): Promise<string[]> {
  const found = await page.evaluate(async (only) => {
    const { axe } = window as any;
    // Content behind an open menu or dialog is hidden from axe, as it is from users.
    const above = document.querySelector(".lk-dialog, .lk-drawer, .lk-menu, .lk-popover, .lk-tooltip");
    const { violations } = await axe.run(above ?? document, {
      resultTypes: ["violations"],
      // The links of a settings page lead to sections that appear when they're opened.
      rules: { "skip-link": { enabled: false } },
      ...(only ? { runOnly: { type: "rule", values: only } } : {}),
    });
    return violations.map(({ id, nodes }: any) => `${id}: ${nodes.map(({ html }: any) => html).join(" ")}`);
  }, rules);
  return [...found, ...(await complaints())].map((one) => `${name}: ${one}`).concat(await tooWide({ page }, name));
}

async function tooWide({ page }: Pick<OpenGallery, "page">, name: string): Promise<string[]> {
  const [whole, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  return whole > seen ? [`${name}: ${whole} pixels wide`] : [];
}
