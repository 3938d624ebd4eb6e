/**
 * Tests the examples that are too large for the workspace: `npm run check:frameworks [nextjs sveltekit]`. Copies each
 * one, installs it from the packed packages, type-checks it, builds it for production, and tests it over HTTP and in a
 * browser. Needs a build. Writes screenshots to `.screenshots/frameworks`.
 */

import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { type App, makeApp } from "../nightly/app.ts";
import { type Registry, serveWorkspace } from "../nightly/registry.ts";
import { freePort } from "../shared/free-port.ts";
import { type FrameworkCase, metaFrameworks } from "./meta-frameworks.ts";
import { stepsFor } from "./steps.ts";

const origin = "https://app.example";
const pictures = ".screenshots/frameworks";

const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(metaFrameworks);
mkdirSync(pictures, { recursive: true });
const registry = await timed("packing the workspace", serveWorkspace);
try {
  for (const name of names) {
    const heavy = metaFrameworks[name];
    if (!heavy) throw new Error(`There is no "${name}". Use ${Object.keys(metaFrameworks).join(", ")}.`);
    await timed(name, () => checkExample(name, heavy, registry));
  }
} finally {
  await registry.close();
}

async function checkExample(name: string, heavy: FrameworkCase, { npmrc }: Registry): Promise<void> {
  const app = makeApp(npmrc);
  try {
    cpSync(`examples/${name}`, app.folder, {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|\.next|\.svelte-kit|build|\.env|app\.db[^/]*)$/.test(path),
    });
    writeFileSync(`${app.folder}/.env`, "AUTH_SECRET=nW4bT8qLz2XvK6cRm9HsJ3dYg7FpA5eU\n");
    for (const line of ["npm install", "npm run typecheck", "npm run build"])
      await timed(`  ${line}`, () => app.run(line));
    await timed("  over HTTP, behind a proxy", () => checkBehindProxy(app, heavy));
    await timed("  in a browser", () => checkInBrowser(app, heavy, name));
  } finally {
    await app.remove();
  }
}

async function checkBehindProxy(app: App, heavy: FrameworkCase): Promise<void> {
  const url = await start(app, heavy, origin);
  const trial = { url, origin };
  for (const { title, run } of [...stepsFor(trial), ...heavy.stepsOf(trial)]) {
    try {
      await run();
      console.log(`    ${title}`);
    } catch (cause) {
      throw new Error(`Failed: ${title}`, { cause });
    }
  }
}

async function checkInBrowser(app: App, heavy: FrameworkCase, name: string): Promise<void> {
  const url = await start(app, heavy, null);
  await heavy.browse(url, (picture) => `${pictures}/${name}-${picture}.png`);
}

/**
 * @param address URL that browsers use, or `null` for the one it listens on
 */
async function start(app: App, heavy: FrameworkCase, address: string | null): Promise<string> {
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
