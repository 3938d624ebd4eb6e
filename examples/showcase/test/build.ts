/** Builds the showcase once, before all of its tests. */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findChromium } from "./browser.ts";

export function setup(): void {
  if (!findChromium()) return;
  const root = fileURLToPath(new URL("..", import.meta.url));
  execFileSync(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--logLevel", "error"], { cwd: root });
}
