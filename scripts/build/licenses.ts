/** Copies the licenses of bundled packages into a package, as they require. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @throws {Error} if a bundled package has no license file */
export function writeLicenses(folder: string, bundled: readonly string[]): void {
  if (bundled.length === 0) return;
  const texts = bundled.map((name) => {
    const place = join(folder, "node_modules", name);
    const file = readdirSync(place).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined) throw new Error(`${name} is bundled, but has no license file.`);
    return `${name}\n\n${readFileSync(join(place, file), "utf8").trim()}\n`;
  });
  writeFileSync(join(folder, "dist", "THIRD-PARTY.txt"), texts.join("\n\n"));
}
