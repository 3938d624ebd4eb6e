/** Debian's Chromium, driven by Playwright. */

import { execFileSync } from "node:child_process";
import { type Browser, chromium } from "playwright-core";

/** Returns the path of a browser, or `null`. `CHROMIUM_PATH` takes precedence. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    } catch {
      // Tries the next name.
    }
  }
  return null;
}

/** Launches the browser. @param more additional flags */
export function launch(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  const flags =
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
  return chromium.launch({ executablePath, args: [...flags.split(" "), ...more] });
}

/** Selector of the open dialog. Confirmations have the `alertdialog` role, others `dialog`. */
export const openDialog = "[role=dialog], [role=alertdialog]";
