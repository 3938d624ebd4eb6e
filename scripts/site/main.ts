/** Runs the docs site: `npm run docs` starts a preview, and `npm run docs:build` builds the files. */

import { watch } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, createServer } from "vitepress";
import { checkFiles } from "./check/files.ts";
import { writeTextFiles } from "./text-files.ts";
import { copyPage, writeSite } from "./write.ts";

const site = fileURLToPath(new URL(".", import.meta.url));
const docs = fileURLToPath(new URL("../../docs", import.meta.url));

async function serveSite(): Promise<void> {
  writeSite();
  const server = await createServer(site);
  await server.listen();
  server.printUrls();
  watch(docs, { recursive: true }, (_, name) => {
    if (name?.endsWith(".md") && !name.startsWith(".")) copyPage(name.replaceAll("\\", "/"));
  });
}

/** VitePress fails if a link between files is dead. After the build, this checks the built files. */
async function buildSite(): Promise<void> {
  const written = writeSite();
  await build(site);
  writeTextFiles(`${site}dist`, written);
  const problems = checkFiles(`${site}dist`);
  if (problems.length === 0) return console.log(`The site is in ${site}dist.`);
  console.error(problems.join("\n"));
  process.exitCode = 1;
}

await (process.argv.includes("--build") ? buildSite() : serveSite());
