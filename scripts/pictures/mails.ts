/**
 * Takes screenshots of every email, light and dark, for the docs: `npx tsx scripts/pictures/mails.ts`. Needs Chromium.
 */

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderMail } from "@latchkey/mailer";
import { findChromium, launch } from "../../examples/showcase/test/browser.ts";
import { everyKind, samples } from "../../packages/mailer/test/samples.ts";

const folder = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
mkdirSync(folder, { recursive: true });

const path = findChromium();
if (!path) throw new Error("Chromium isn't installed. Install it, or set CHROMIUM_PATH.");
const browser = await launch(path);
for (const colorScheme of ["light", "dark"] as const) {
  const page = await browser.newPage({ colorScheme });
  for (const kind of everyKind) {
    await page.setViewportSize({ width: 560, height: 200 });
    await page.setContent(renderMail(kind, samples[kind], { appName: "Acme" }).html);
    const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
    await page.setViewportSize({ width: 560, height });
    await page.screenshot({ path: `${folder}mail-${kind}-${colorScheme}.png` });
  }
  await page.close();
}
await browser.close();
console.log(`Wrote pictures of ${everyKind.length} emails to docs/pictures.`);
