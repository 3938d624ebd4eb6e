/** Every package has the fields that npm shows, and the next release gives all of them one version below 1.0.0. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import assemble from "@changesets/get-release-plan";
import { expect, test } from "vitest";
import { currentRepository, manifestPath, packageNames, withMetadata } from "./metadata.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

test.each(packageNames)("%s has its metadata: npx tsx scripts/releases/write-metadata.ts", (name) => {
  const manifest = JSON.parse(readFileSync(manifestPath(name), "utf8"));
  expect(manifest).toEqual(withMetadata(name, manifest, currentRepository()));
});

test("the next release raises all packages to the same version, without a major one", async () => {
  const plan = await assemble(root);
  const releases = plan.releases.filter(({ name }) => name.startsWith("@latchkey/"));
  // Right after a release, there's nothing to release.
  expect([[], packageNames]).toContainEqual(releases.map(({ name }) => name.replace("@latchkey/", "")).sort());
  expect(new Set(releases.map(({ newVersion }) => newVersion)).size).toBeLessThanOrEqual(1);
  expect(releases.every(({ type }) => type !== "major")).toBe(true);
});
