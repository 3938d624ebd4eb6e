/** Writes the generated parts of the provider pages. */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fill, generated } from "./pages.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
for (const page of generated.keys()) writeFileSync(root + page, fill(page, readFileSync(root + page, "utf8")));
