/** Takes screenshots of states, stores them, and compares them with stored ones. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import type { OpenGallery } from "./gallery.ts";

const folder = fileURLToPath(new URL("pictures/", import.meta.url));
const versionFile = join(folder, "chromium.txt");

/** The widths of the screenshots, in pixels. */
export const widths = [375, 1280] as const;

/** Whether the screenshots were taken with this browser. Other major versions draw text differently. */
export function isSameBrowser(version: string): boolean {
  return existsSync(versionFile) && majorOf(readFileSync(versionFile, "utf8")) === majorOf(version);
}

const majorOf = (version: string): string => version.trim().split(".")[0] ?? "";

export function storeBrowser(version: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(versionFile, `${version}\n`);
}

const pathOf = (name: string, width: number): string => join(folder, String(width), `${name.replace("/", "-")}.png`);

/** Shows all text in the bundled font, because fonts differ between machines. */
export async function bundleAllFonts({ page }: OpenGallery): Promise<void> {
  await page.addStyleTag({ content: `:root { --lk-font-mono: "Inter Variable"; }` });
}

/** Takes a screenshot of the window, with animations stopped and the caret hidden. */
export async function take({ page }: OpenGallery): Promise<Buffer> {
  await page.mouse.move(0, 0);
  return page.screenshot({ animations: "disabled", caret: "hide" });
}

/** Stores a screenshot in place of the earlier one. */
export async function store(page: Page, png: Buffer, name: string, width: number): Promise<void> {
  const { base64, height } = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const data = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
    let text = "";
    for (let at = 0; at < data.length; at += 4) {
      text += String.fromCharCode(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    }
    return { base64: btoa(text), height: image.height };
  }, urlOf(png));
  const path = pathOf(name, width);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, encode(Buffer.from(base64, "base64"), width, height));
}

/** Encodes a PNG with at most 32 shades per channel, and a palette if it has no more than 256 colors. */
function encode(pixels: Buffer, width: number, height: number): Buffer {
  const colors = Buffer.from(pixels.map((value) => Math.round(Math.round((value / 255) * 31) * (255 / 31))));
  const indexes = new Map<number, number>();
  const palette: number[] = [];
  const indexed = Buffer.alloc(width * height);
  for (let at = 0; at < indexed.length; at++) {
    const color = colors.readUIntBE(at * 3, 3);
    const index = indexes.get(color) ?? indexes.size;
    if (index === indexes.size) palette.push(...colors.subarray(at * 3, at * 3 + 3));
    indexes.set(color, index);
    indexed[at] = index;
  }
  const hasPalette = indexes.size <= 256;
  const data = hasPalette ? indexed : colors;
  const size = data.length / height;
  const lines = Buffer.concat(
    // Each line begins with its filter type. 0 means no filter.
    Array.from({ length: height }, (_, y) => Buffer.concat([Buffer.of(0), data.subarray(y * size, (y + 1) * size)])),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per sample. A pixel is a palette index (color type 3), or red, green, and blue (color type 2).
  header.set([8, hasPalette ? 3 : 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...(hasPalette ? [chunk("PLTE", Buffer.from(palette))] : []),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns the share of pixels that differ from the stored picture, from 0 to 1. */
export async function difference(page: Page, png: Buffer, name: string, width: number): Promise<number> {
  const path = pathOf(name, width);
  if (!existsSync(path)) return 1;
  return page.evaluate(
    async (sources) => {
      const pixelsOf = async (source: string): Promise<ImageData | undefined> => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = image.width;
        canvas.height = image.height;
        const context = canvas.getContext("2d");
        context?.drawImage(image, 0, 0);
        return context?.getImageData(0, 0, image.width, image.height);
      };
      const [now, then] = await Promise.all(sources.map(pixelsOf));
      if (!now || !then || now.width !== then.width || now.height !== then.height) return 1;
      // Edges of text can be a shade lighter or darker.
      const tolerance = 32;
      let count = 0;
      for (let at = 0; at < now.data.length; at += 4) {
        const isOther = [0, 1, 2].some(
          (channel) => Math.abs((now.data[at + channel] ?? 0) - (then.data[at + channel] ?? 0)) > tolerance,
        );
        if (isOther) count++;
      }
      return count / (now.width * now.height);
    },
    [urlOf(png), urlOf(readFileSync(path))],
  );
}

const urlOf = (png: Buffer): string => `data:image/png;base64,${png.toString("base64")}`;
