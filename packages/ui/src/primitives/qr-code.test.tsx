// @vitest-environment jsdom

import { render, screen } from "@testing-library/react";
import readQr from "jsqr";
import { expect, test } from "vitest";
import { watchScreens } from "../../test/site.tsx";
import { QrCode } from "./qr-code.tsx";

watchScreens();

test.each([
  "otpauth://totp/Showcase:ann%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Showcase&digits=6&period=30",
  "ü",
  "x".repeat(600),
])("a scanner reads the encoded text (%s)", (value) => {
  render(<QrCode value={value} label="For your phone" />);
  expect(readQr(...pixels(screen.getByRole("img", { name: "For your phone" })))?.data).toBe(value);
});

/** The code as RGBA pixels, four per module, for a decoder. */
function pixels(svg: HTMLElement): [Uint8ClampedArray, number, number] {
  const scale = 4;
  const size = Number(svg.getAttribute("viewBox")?.split(" ")[2]);
  const width = size * scale;
  const image = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of svg
    .querySelector("path")
    ?.getAttribute("d")
    ?.matchAll(/M(\d+) (\d+)h1v1h-1z/g) ?? []) {
    for (let row = 0; row < scale; row++) {
      for (let column = 0; column < scale; column++) {
        const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4;
        image.fill(0, at, at + 3);
      }
    }
  }
  return [image, width, width];
}
