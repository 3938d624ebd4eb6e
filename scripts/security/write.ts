/** Writes docs/auditors/security.md and the pages below it. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findTests, readNotes, readPages } from "./cases.ts";
import { securityPages } from "./page.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = `${root}docs/auditors/security`;
const notes = readNotes(readFileSync(`${root}scripts/data/threat-notes.json`, "utf8"));
// Removes the pages of files that no longer exist.
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [path, markdown] of securityPages(readPages(`${root}scripts/data/threats`), findTests(root), notes)) {
  writeFileSync(`${root}docs/${path}`, markdown);
}
