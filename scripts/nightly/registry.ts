/** Serves the workspace's packed packages as a registry, with a new version for each run. */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A registry with only these packages. */
export interface Registry {
  /** Names of the packages. */
  readonly names: readonly string[];
  /** The `.npmrc` that makes an app get this scope from here and everything else from its usual registry. */
  readonly npmrc: string;
  close(): Promise<void>;
}

interface Packed {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: Buffer;
}

/** Packs every package and serves it on localhost. The packages must be built. */
export async function serveWorkspace(): Promise<Registry> {
  const folders = (await readdir("packages")).filter((name) => existsSync(`packages/${name}/package.json`));
  const unbuilt = folders.filter((name) => !existsSync(`packages/${name}/dist`));
  if (unbuilt.length > 0) throw new Error(`Not built: ${unbuilt.join(", ")}. Run "npm run build" first.`);
  const place = await mkdtemp(join(tmpdir(), "latchkey-packed-"));
  try {
    const words = ["--recursive", "--filter", "./packages/*", "pack", "--json", "--pack-destination", place];
    const { stdout } = await run("node_modules/.bin/pnpm", words, { maxBuffer: 2 ** 26 });
    const made = JSON.parse(stdout) as { readonly name: string; readonly filename: string }[];
    // Each run needs a new version, because npm caches packages by version. It isn't a prerelease version, because peer
    // ranges exclude those.
    const version = `0.0.${Date.now()}`;
    const packed = await Promise.all(
      made.map(async ({ name, filename }) => [name, await renamed(filename, version)] as const),
    );
    return await listen(new Map(packed));
  } finally {
    await rm(place, { recursive: true });
  }
}

/** Returns pnpm's tarball with new versions for this workspace's packages. */
async function renamed(tarball: string, version: string): Promise<Packed> {
  const own = `${tarball}.d`;
  await mkdir(own);
  await run("tar", ["-xzf", tarball, "-C", own]);
  const file = join(own, "package", "package.json");
  const text = await readFile(file, "utf8");
  // All packages share one version, and depend on each other with this range.
  const range = `^${(JSON.parse(text) as Packed["manifest"]).version}`;
  const manifest = JSON.parse(text.replaceAll(`"${range}"`, `"${version}"`)) as Packed["manifest"];
  const changed = { ...manifest, version };
  await writeFile(file, JSON.stringify(changed, null, 2));
  const items = join(own, "package", "dist", "registry");
  // Registry items also name the versions of these packages.
  for (const item of existsSync(items) ? await readdir(items) : []) {
    const source = await readFile(join(items, item), "utf8");
    await writeFile(join(items, item), source.replaceAll(`@${range}"`, `@${version}"`));
  }
  await run("tar", ["-czf", tarball, "-C", own, "package"]);
  return { manifest: changed, tarball: await readFile(tarball) };
}

async function listen(packed: ReadonlyMap<string, Packed>): Promise<Registry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1);
    const isTarball = path.endsWith(".tgz");
    const found = packed.get(isTarball ? path.slice(0, -4) : path);
    if (!found) return void response.writeHead(404).end("{}");
    if (isTarball) return void response.end(found.tarball);
    response.setHeader("content-type", "application/json").end(JSON.stringify(documentOf(found, url)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    names: [...packed.keys()],
    npmrc: `@latchkey:registry=${url}\nprefer-offline=true\naudit=false\nfund=false\n`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

function documentOf({ manifest, tarball }: Packed, url: string): object {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const dist = { tarball: `${url}${name}.tgz`, integrity };
  return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
}
