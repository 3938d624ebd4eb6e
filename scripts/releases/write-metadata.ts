/**
 * Writes the fields that npm shows into every package.json. To move the repository, pass its new place:
 * `npx tsx scripts/releases/write-metadata.ts github.com/owner/name`.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { currentRepository, manifestPath, packageNames, withMetadata } from "./metadata.ts";

const root = new URL("../../package.json", import.meta.url);
const repository = process.argv[2] ?? currentRepository();

const workspace = JSON.parse(readFileSync(root, "utf8"));
workspace.repository = { type: "git", url: `git+https://${repository}.git` };
write(root, workspace);
for (const name of packageNames) {
  const path = manifestPath(name);
  write(path, withMetadata(name, JSON.parse(readFileSync(path, "utf8")), repository));
}

function write(path: string | URL, manifest: object): void {
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
