/** Writes docs/auditors/openid.md. */

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openidPage } from "./page.ts";

writeFileSync(fileURLToPath(new URL("../../docs/auditors/openid.md", import.meta.url)), openidPage());
