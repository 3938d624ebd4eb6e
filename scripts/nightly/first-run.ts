/**
 * Tests the steps of a new user, from the README or from `npx @latchkey/cli init` to a signed-in user:
 * `tsx scripts/nightly/first-run.ts [readme empty express …]`. Installs the packed packages from a local registry.
 * Needs a build, and the ports 3000 and 5173. Prints how long each part took.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../shared/free-port.ts";
import { type App, makeApp } from "./app.ts";
import { signInByRequests, visitAsNewUser } from "./browser.ts";
import { followReadme, readmeURL } from "./readme.ts";
import { serveWorkspace } from "./registry.ts";
import { type Starter, starters } from "./starters.ts";

const all = ["readme", ...Object.keys(starters)];
const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : all;
const times: string[] = [];
const registry = await timed("packing the workspace", serveWorkspace);
try {
  for (const name of names) {
    if (!all.includes(name)) throw new Error(`There is no "${name}". Use ${all.join(", ")}.`);
    const app = makeApp(registry.npmrc);
    const starter = starters[name];
    try {
      if (starter) {
        await timed(`${name}: preparing the app`, () => starter.prepare(app));
        await timed(`${name}: from init to a signed-in user`, () => firstRun(app, starter));
      } else {
        await timed("readme: from an empty folder to a signed-in user", () => readmeRun(app));
      }
    } finally {
      await app.remove();
    }
  }
} finally {
  await registry.close();
  console.log(`\n${times.join("\n")}`);
}

async function readmeRun(app: App): Promise<void> {
  await step("the README's steps", () => followReadme(app));
  await step("in a browser", () => visitAsNewUser(readmeURL, { home: "Members only", isGated: true }));
}

async function firstRun(app: App, starter: Starter): Promise<void> {
  const { start, check, visit, plugins, extraCommands = [] } = starter;
  const init = `npx --yes @latchkey/cli init --yes${plugins === undefined ? "" : ` --plugins ${plugins}`}`;
  await step(init, () => app.run(init));
  for (const line of extraCommands) await step(line, () => app.run(line));
  const url = starter.url ?? (await setPort(app));
  await step(start, () => app.start(start, `${url}/api/auth/ok`, starter.url ? {} : { PORT: new URL(url).port }));
  if (visit) {
    await step("in a browser", () => visitAsNewUser(url, visit));
  } else {
    const cookie = await step("a sign-in over HTTP", () => signInByRequests(url));
    if (check) await step("additional checks", () => check(url, cookie));
  }
  await runTwice(app, init);
}

/** Sets the URL that browsers use, like a user whose port 3000 is taken. */
async function setPort({ folder }: App): Promise<string> {
  const url = `http://localhost:${await freePort()}`;
  // Vite apps have a file that their templates ignore in git.
  const file = [".env.local", ".env"].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file === undefined) throw new Error("init wrote no environment file.");
  writeFileSync(file, readFileSync(file, "utf8").replace(/^AUTH_URL=.*$/m, `AUTH_URL=${url}`));
  return url;
}

/** Checks that a second run changes nothing and that the doctor finds no errors. */
async function runTwice(app: App, init: string): Promise<void> {
  const second = await step("init again", () => app.run(init));
  if (!second.includes("Everything is already set up.")) throw new Error(`The second init did more:\n${second}`);
  const { code, output } = await app.tryRun("npx --yes @latchkey/cli doctor");
  // A doctor that can't load the app still checks it, but prints a warning.
  const isWell = code === 0 && /^0 errors/m.test(output) && !output.includes("can't be loaded");
  if (!isWell) throw new Error(`The doctor says:\n${output}`);
}

function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  return timed(`  ${title}`, work);
}

async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const begun = Date.now();
  try {
    return await work();
  } finally {
    const line = `${title}: ${((Date.now() - begun) / 1000).toFixed(1)} s`;
    console.log(line);
    if (!title.startsWith(" ")) times.push(line);
  }
}
