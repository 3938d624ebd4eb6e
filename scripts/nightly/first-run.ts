/**
 * Tests the steps of a new user from `npx @latchkey/cli init` to a signed-in user:
 * `tsx scripts/nightly/first-run.ts [empty express …]`. Installs the packed packages from a local registry. Needs a
 * build. Prints how long each part took.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type App, freePort, makeApp } from "./app.ts";
import { serveWorkspace } from "./registry.ts";
import { type Starter, starters } from "./starters.ts";

const ann = { name: "Ann", email: "ann@example.com", password: "a few words in a row" };

const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(starters);
const times: string[] = [];
const registry = await timed("packing the workspace", serveWorkspace);
try {
  for (const name of names) {
    const start = starters[name];
    if (!start) throw new Error(`There is no "${name}": give ${Object.keys(starters).join(", ")}.`);
    const app = makeApp(registry.npmrc);
    try {
      await timed(`${name}: before`, () => start.prepare(app));
      await timed(`${name}: from init to a signed-in user`, () => firstRun(app, start));
    } finally {
      await app.remove();
    }
  }
} finally {
  await registry.close();
  console.log(`\n${times.join("\n")}`);
}

async function firstRun(app: App, { start, check, extraCommands = [] }: Starter): Promise<void> {
  await step("init", () => app.run("npx --yes @latchkey/cli init --yes"));
  for (const line of extraCommands) await step(line, () => app.run(line));
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  // Sets the URL that browsers use, like a user whose port 3000 is taken.
  writeFileSync(
    join(app.folder, ".env"),
    readFileSync(join(app.folder, ".env"), "utf8").replace(/^AUTH_URL=.*$/m, `AUTH_URL=${url}`),
  );
  await step(start, () => app.start(start, `${url}/api/auth/ok`, { PORT: port }));
  const post = async (path: string): Promise<Response> => {
    const headers = { origin: url, "content-type": "application/json" };
    const reply = await fetch(`${url}/api/auth${path}`, { method: "POST", headers, body: JSON.stringify(ann) });
    if (!reply.ok) throw new Error(`${path} answers ${reply.status}: ${await reply.text()}`);
    return reply;
  };
  await post("/sign-up/email");
  const signedIn = await post("/sign-in/email");
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const session = await (await fetch(`${url}/api/auth/get-session`, { headers: { cookie } })).json();
  if (session?.user?.email !== ann.email) throw new Error(`Nobody is signed in: ${JSON.stringify(session)}`);
  if (check) await step("what is particular to it", () => check(app, url, cookie));
  await runTwice(app);
}

/** Checks that a second run changes nothing and that the doctor finds no errors. */
async function runTwice(app: App): Promise<void> {
  const second = await step("init again", () => app.run("npx --yes @latchkey/cli init --yes"));
  if (!second.includes("Every file and package is there already."))
    throw new Error(`The second init did more:\n${second}`);
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
