/** The docs as a site: `npm run docs` shows them while they are written, `npm run docs:build` makes files to serve. */

import { watch } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, createServer } from "vitepress";
import { deadLinks } from "./links.ts";
import { copyPage, writeSite } from "./write.ts";

const site = fileURLToPath(new URL(".", import.meta.url));
const docs = fileURLToPath(new URL("../../docs", import.meta.url));

async function show(): Promise<void> {
  writeSite();
  const server = await createServer(site);
  await server.listen();
  server.printUrls();
  watch(docs, { recursive: true }, (_, name) => {
    if (name?.endsWith(".md") && !name.startsWith(".")) copyPage(name.replaceAll("\\", "/"));
  });
}

/** Links between files are looked at by VitePress, which stops at one that is dead; anchors are looked at here. */
async function make(): Promise<void> {
  writeSite();
  await build(site);
  const dead = deadLinks(`${site}dist`);
  if (dead.length === 0) return;
  console.error(`Links that lead nowhere:\n${dead.join("\n")}`);
  process.exitCode = 1;
}

await (process.argv.includes("--build") ? make() : show());
