/** The package.json fields that npm shows, from one list and the repository's URL. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root: string = fileURLToPath(new URL("../../", import.meta.url));

interface Listing {
  readonly description: string;
  readonly keywords: readonly string[];
}

type Manifest = Readonly<Record<string, unknown>>;

/** Folder names of all packages. */
export const packageNames: readonly string[] = readdirSync(`${root}packages`).sort();

/** Path of a package's manifest. */
export function manifestPath(name: string): string {
  return `${root}packages/${name}/package.json`;
}

/**
 * Returns a manifest with its fields for npm filled in. `repository` is `host/owner/name`, such as `github.com/a/b`.
 */
export function withMetadata(name: string, manifest: Manifest, repository: string): Manifest {
  const { [name]: listing } = JSON.parse(readFileSync(`${root}scripts/data/packages.json`, "utf8")) as Record<
    string,
    Listing
  >;
  if (listing === undefined) throw new Error(`scripts/data/packages.json has no entry for "${name}". Add one.`);
  const { name: title, version, description: _, keywords: __, license, ...rest } = manifest;
  const { homepage: ___, bugs: ____, repository: _____, ...others } = rest;
  const url = `https://${repository}`;
  return {
    name: title,
    version,
    description: listing.description,
    keywords: ["latchkey", "auth", "authentication", "typescript", ...listing.keywords],
    license,
    homepage: `${url}#readme`,
    bugs: `${url}/issues`,
    repository: { type: "git", url: `git+${url}.git`, directory: `packages/${name}` },
    ...others,
  };
}

/** Returns the repository that the workspace's own manifest names, as `host/owner/name`. */
export function currentRepository(): string {
  const { repository } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { repository: { url: string } };
  return repository.url.replace(/^git\+https:\/\/|\.git$/g, "");
}
