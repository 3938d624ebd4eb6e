/** Writes docs/auditors/promises.md. */

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { features } from "./app.ts";
import { promisesPage } from "./page.ts";
import { tokenKinds } from "./token-kinds.ts";

writeFileSync(
  fileURLToPath(new URL("../../docs/auditors/promises.md", import.meta.url)),
  promisesPage(features(), tokenKinds()),
);
