/** Packs each package, checks the result with publint and attw, and rehearses publishing it. Needs a build. */

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const folders = (await readdir("packages")).filter((name) => existsSync(`packages/${name}/package.json`));
const unbuilt = folders.filter((name) => !existsSync(`packages/${name}/dist`));
if (unbuilt.length > 0) {
  console.error(`Not built: ${unbuilt.join(", ")}. Run "npm run build" first.`);
  process.exit(1);
}

/** Stylesheets have no types to check. */
const stylesheets = ["styles.css", "shadcn.css", "tailwind.css"];

const place = await mkdtemp(join(tmpdir(), "latchkey-packages-"));
try {
  const complaints = (await Promise.all(folders.map(check))).flat();
  for (const complaint of complaints) console.error(complaint);
  console.log(`${folders.length} packages checked, ${complaints.length} complaints`);
  process.exitCode = complaints.length > 0 ? 1 : 0;
} finally {
  await rm(place, { recursive: true });
}

async function check(name: string): Promise<string[]> {
  const { stdout } = await run("pnpm", ["pack", "--json", "--pack-destination", place], { cwd: `packages/${name}` });
  const { filename: tarball }: { filename: string } = JSON.parse(stdout);
  // Lists the tarball, because pnpm's report omits the license that pnpm adds.
  const { stdout: files } = await run("tar", ["-tzf", tarball]);
  const missing = ["LICENSE", "README.md"].filter((file) => !files.includes(`package/${file}`));
  const verdicts = await Promise.all([
    runTool(name, "publint", ["--strict", tarball]),
    // Without a login this checks everything but the right to publish.
    runTool(name, "npm", ["publish", "--dry-run", "--access", "public", tarball]),
    runTool(name, "attw", ["--profile", "esm-only", "--exclude-entrypoints", ...stylesheets, "--", tarball]),
  ]);
  return [...missing.map((file) => `${name}: no ${file}`), ...verdicts.filter((verdict) => verdict !== null)];
}

async function runTool(name: string, tool: string, args: readonly string[]): Promise<string | null> {
  try {
    await run(tool, [...args]);
    return null;
  } catch (cause) {
    const { stdout = "", stderr = "" } = cause as { stdout?: string; stderr?: string };
    return `${name}, ${tool}:\n${stdout}${stderr}`;
  }
}
