/** Writes the made parts of the pages about providers. */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fill, made } from "./pages.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
for (const page of made.keys()) writeFileSync(root + page, fill(page, readFileSync(root + page, "utf8")));
