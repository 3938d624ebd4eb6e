/** Runs the docs site: `npm run docs` starts a preview, and `npm run docs:build` builds the files. */

import { watch } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, createServer } from "vitepress";
import { deadLinks } from "./links.ts";
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

/** VitePress checks links between files and fails if one is dead. This also checks anchors. */
async function buildSite(): Promise<void> {
  writeSite();
  await build(site);
  const dead = deadLinks(`${site}dist`);
  if (dead.length === 0) return;
  console.error(`Links that lead nowhere:\n${dead.join("\n")}`);
  process.exitCode = 1;
}

await (process.argv.includes("--build") ? buildSite() : serveSite());
