/**
 * Creates the hero image for the docs home page and the README, in light and dark: `npx tsx scripts/pictures/home.ts`. It
 * combines three components from the gallery. Needs Chromium.
 */

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { type OpenGallery, openGallery } from "../../examples/gallery/test/gallery.ts";

const folder = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

type Theme = "light" | "dark";

/** A component in the image. Lengths are in CSS pixels of the image. */
interface Part {
  readonly state: string;
  /** Width of the window that it's rendered in. */
  readonly width: number;
  readonly left: number;
  readonly top: number;
  readonly scale: number;
  /** Selector of what to show. Default: the whole window. */
  readonly only?: string;
}

const size = { width: 760, height: 584 };
const margin = 12;

/** From back to front. */
const parts: readonly Part[] = [
  { state: "Account/filled", width: 1080, left: margin, top: margin, scale: 0.62 },
  { state: "OrganizationMembers/filled", width: 1080, left: 60, top: 330, scale: 0.62 },
  { state: "SignIn/empty", width: 400, left: 432, top: 64, scale: 0.86, only: ".lk-card" },
];

const density = 2;

const gallery = await openGallery(density);
for (const theme of ["light", "dark"] as const) {
  const shots = [];
  for (const part of parts) shots.push(await screenshot(gallery, part, theme));
  const page = await gallery.page.context().newPage();
  await page.setViewportSize(size);
  await page.setContent(composition(shots, theme));
  const png = await page.screenshot({ omitBackground: true });
  writeFileSync(`${folder}home-${theme}.webp`, await toWebp(page, png));
  await page.close();
}
await gallery.close();
console.log("Wrote home-light.webp and home-dark.webp to docs/pictures.");

/** A part with its screenshot. */
interface Shot extends Part {
  readonly url: string;
  /** Width of the screenshot before scaling. */
  readonly sourceWidth: number;
}

async function screenshot(gallery: OpenGallery, part: Part, theme: Theme): Promise<Shot> {
  await gallery.resize(part.width);
  await gallery.theme(theme);
  await gallery.show(part.state);
  const box = await gallery.page.evaluate((only) => {
    const { x, y, width, bottom } = (
      document.querySelector(only ?? ".stage > :not(.unseen)") as Element
    ).getBoundingClientRect();
    return only === undefined ? { x: 0, y: 0, width: innerWidth, bottom: bottom + 24 } : { x, y, width, bottom };
  }, part.only);
  const clip = { x: box.x, y: box.y, width: box.width, height: Math.ceil(box.bottom) - box.y };
  const png = await gallery.page.screenshot({ fullPage: true, clip });
  return { ...part, url: `data:image/png;base64,${png.toString("base64")}`, sourceWidth: box.width };
}

function composition(shots: readonly Shot[], theme: Theme): string {
  const edge = theme === "light" ? "rgb(0 0 0 / 12%)" : "rgb(255 255 255 / 16%)";
  const images = shots.map(
    ({ url, sourceWidth, left, top, scale }) =>
      `<img src="${url}" style="left: ${left}px; top: ${top}px; width: ${Math.round(sourceWidth * scale)}px">`,
  );
  return `<style>
    body { margin: 0; }
    img { position: absolute; border-radius: 12px; box-shadow: 0 0 0 1px ${edge}, 0 6px 20px rgb(0 0 0 / 16%); }
  </style>${images.join("")}`;
}

/** Converts a PNG to WebP with the browser, because Node.js has no encoder. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const url = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 0.82);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
