/** Checks the built site in Chromium: `npm run docs:check`, after `npm run docs:build`. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { checkInBrowser } from "./browser.ts";

const folder = fileURLToPath(new URL("../dist", import.meta.url));
if (!existsSync(`${folder}/index.html`)) throw new Error("The site isn't built. Run npm run docs:build first.");

const problems = await checkInBrowser(folder);
console.log(problems.length === 0 ? "The site passes all checks." : problems.join("\n"));
if (problems.length > 0) process.exitCode = 1;
