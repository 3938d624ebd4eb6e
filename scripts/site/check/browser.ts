/** Checks the built site in Chromium, in narrow and wide windows. */

import type { Browser, Page } from "playwright-core";
import { axe } from "../../../examples/gallery/test/gallery.ts";
import { findChromium, launch } from "../../../examples/showcase/test/browser.ts";
import { pagesIn } from "./files.ts";
import { type ServedSite, serveSite } from "./serve.ts";

/** The first result that each search must find. */
const searches: Readonly<Record<string, RegExp>> = {
  "quick start": /\/get-started\/quick-start/,
  passkey: /\/guides\/passkeys/,
  "reset password": /\/guides\/.*(?:password|reset)/,
  organization: /\/guides\/organization/,
  "two-factor": /\/guides\/two-factor/,
};

/** One page of each kind, for accessibility. */
const kinds: readonly string[] = [
  "index",
  "get-started/quick-start",
  "guides/organizations",
  "reference/configuration/sessions",
  "reference/endpoints/sessions",
  "reference/tables",
  "reference/troubleshooting",
];

const widths: readonly number[] = [1280, 375];
const height = 800;
/** Maximum size of the files that the home page loads, compressed as a host sends them, in kilobytes. */
const homeLimit = 300;

/**
 * Returns what's wrong, one line each.
 * @param folder the folder with the built site
 * @throws {Error} if there is no Chromium
 */
export async function checkInBrowser(folder: string): Promise<string[]> {
  const path = findChromium();
  if (!path) throw new Error("Chromium isn't installed. Install it, or set CHROMIUM_PATH.");
  const site = await serveSite(folder);
  const browser = await launch(path);
  try {
    return [
      ...(await heavyHome(browser, site)),
      ...(await failedSearches(browser, site)),
      ...(await inaccessiblePages(browser, site)),
      ...(await unreadablePages(browser, site, pagesIn(folder))),
    ];
  } finally {
    await browser.close();
    site.close();
  }
}

/** Opens a page, and waits until its scripts have run. */
async function open(page: Page, { url }: ServedSite, name: string): Promise<void> {
  const address = `${url}/${name.replace(/(?:\.html)$/, "").replace(/(^|\/)index$/, "$1")}`;
  // On a busy machine, Chromium sometimes never finishes a navigation.
  await page.goto(address, { timeout: 60_000 }).catch(() => page.goto(address));
  await page.waitForFunction("document.querySelector('#app')?.__vue_app__ !== undefined");
}

async function heavyHome(browser: Browser, site: ServedSite): Promise<string[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height } });
  const sizes = new Map<string, Promise<number>>();
  page.on("requestfinished", (request) => {
    sizes.set(
      request.url(),
      request.sizes().then(({ responseBodySize }) => responseBodySize),
    );
  });
  await open(page, site, "index");
  await page.waitForLoadState("networkidle");
  const total = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0) / 1000;
  await page.close();
  console.log(`The home page loads ${Math.round(total)} kB in ${sizes.size} files.`);
  return total > homeLimit ? [`The home page loads ${Math.round(total)} kB, more than ${homeLimit}.`] : [];
}

async function failedSearches(browser: Browser, site: ServedSite): Promise<string[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height } });
  const problems: string[] = [];
  for (const [text, expected] of Object.entries(searches)) {
    await open(page, site, "index");
    await page.click(".DocSearch-Button");
    await page.fill(".VPLocalSearchBox input", text);
    const first = page.locator(".VPLocalSearchBox .result").first();
    const deadline = Date.now() + 30_000;
    // The index is loaded now, and results of an earlier search can be there for a moment.
    let link: string | null;
    do {
      link =
        (await first.count()) === 0 ? null : await first.getAttribute("href", { timeout: 1_000 }).catch(() => null);
      await page.waitForTimeout(50);
    } while (!expected.test(link ?? "") && Date.now() < deadline);
    if (!expected.test(link ?? "")) problems.push(`A search for "${text}" finds ${link ?? "nothing"} first.`);
  }
  await page.close();
  return problems;
}

async function inaccessiblePages(browser: Browser, site: ServedSite): Promise<string[]> {
  const problems: string[] = [];
  for (const width of widths) {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height } });
      for (const name of kinds) {
        await open(page, site, name);
        await page.evaluate(axe);
        const found = (await page.evaluate(violations)) as readonly string[];
        problems.push(...found.map((one) => `axe, ${name}, ${width} px, ${colorScheme}: ${one}`));
      }
      await page.close();
    }
  }
  return problems;
}

/** Script that runs axe, and names the rules with the first elements that break them. */
const violations = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" ")))`;

async function unreadablePages(browser: Browser, site: ServedSite, names: readonly string[]): Promise<string[]> {
  const page = await browser.newPage();
  const problems: string[] = [];
  for (const name of names) {
    await page.setViewportSize({ width: widths[0] ?? 0, height });
    await open(page, site, name);
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      const found = await page.evaluate(layoutProblems);
      problems.push(...found.map((one) => `${name}, ${width} px: ${one}`));
    }
  }
  await page.close();
  return problems;
}

/** Looks for what can't be read or found. Runs in the page. The home page is its own table of contents. */
function layoutProblems(): string[] {
  const maxScreens = 3;
  const problems: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) problems.push(`is ${root.scrollWidth} px wide`);
  for (const table of document.querySelectorAll<HTMLElement>(".vp-doc table")) {
    const box = table.closest<HTMLElement>(".wide");
    const fits = table.getBoundingClientRect().right <= innerWidth + 1;
    const scrolls = box !== null && getComputedStyle(box).overflowX === "auto" && box.clientWidth <= innerWidth;
    if (!fits && !scrolls) problems.push(`a table is clipped: ${table.textContent?.slice(0, 60)}`);
    const cramped = [...table.querySelectorAll<HTMLElement>("td")].find(
      (cell) => cell.textContent !== "" && cell.clientWidth < 40,
    );
    if (cramped) problems.push(`a cell is ${cramped.clientWidth} px wide: ${cramped.textContent?.slice(0, 60)}`);
  }
  const contents = ".VPDocAsideOutline.has-outline a, .VPLocalNavOutlineDropdown button .menu-text, .VPHome";
  const hasContents = [...document.querySelectorAll(contents)].some((one) => one.checkVisibility());
  if (root.scrollHeight > maxScreens * innerHeight && !hasContents)
    problems.push("is long and has no table of contents");
  return problems;
}
