/**
 * The examples that are too large for the workspace: `npm run check:frameworks [nextjs sveltekit]`. Each is copied,
 * installed from the packed packages, type-checked, built for production and tried, over HTTP and in a browser.
 * Needs a build. Pictures of the pages lie in `.screenshots/frameworks` then.
 */

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { type App, freePort, makeApp } from "../nightly/app.ts";
import { type Registry, serveWorkspace } from "../nightly/registry.ts";
import { type Heavy, heavies } from "./heavies.ts";
import { storyOf } from "./story.ts";

const origin = "https://app.example";
const pictures = ".screenshots/frameworks";

const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(heavies);
mkdirSync(pictures, { recursive: true });
const registry = await timed("packing the workspace", serveWorkspace);
try {
  for (const name of names) {
    const heavy = heavies[name];
    if (!heavy) throw new Error(`There is no "${name}": give ${Object.keys(heavies).join(", ")}.`);
    await timed(name, () => tryOut(name, heavy, registry));
  }
} finally {
  await registry.close();
}

async function tryOut(name: string, heavy: Heavy, { npmrc }: Registry): Promise<void> {
  const app = makeApp(npmrc);
  try {
    cpSync(`examples/${name}`, app.folder, {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|\.next|\.svelte-kit|build|\.env|app\.db[^/]*)$/.test(path),
    });
    writeFileSync(`${app.folder}/.env`, "AUTH_SECRET=nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU\n");
    for (const line of ["npm install", "npm run typecheck", "npm run build"])
      await timed(`  ${line}`, () => app.run(line));
    await timed("  its story, behind a proxy", () => behindProxy(app, heavy));
    await timed("  in a browser", () => inItsOwnRight(app, heavy, name));
  } finally {
    await app.remove();
  }
}

async function behindProxy(app: App, heavy: Heavy): Promise<void> {
  const url = await start(app, heavy, origin);
  const trial = { url, origin };
  for (const { title, run } of [...storyOf(trial), ...heavy.stepsOf(trial)]) {
    try {
      await run();
      console.log(`    ${title}`);
    } catch (cause) {
      throw new Error(`Not so: ${title}`, { cause });
    }
  }
}

async function inItsOwnRight(app: App, heavy: Heavy, name: string): Promise<void> {
  const url = await start(app, heavy, null);
  await heavy.browse(url, (picture) => `${pictures}/${name}-${picture}.png`);
}

/** @param address where browsers find it; `null`: where it listens */
async function start(app: App, heavy: Heavy, address: string | null): Promise<string> {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const env = { NODE_ENV: "production", PORT: port, AUTH_URL: address ?? url, DATABASE_FILE: `app-${port}.db` };
  await app.start("npm start", `${url}/api/auth/ok`, { ...env, ...heavy.env?.(address ?? url) });
  return url;
}

async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const begun = Date.now();
  try {
    return await work();
  } finally {
    console.log(`${title}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  }
}
