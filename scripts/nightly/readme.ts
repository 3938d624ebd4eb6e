/** Follows the README's steps literally: runs its commands and writes its files, in the README's order. */

import { readFileSync } from "node:fs";
import type { App } from "./app.ts";

/** The heading above the steps. */
const heading = "## Set it up by hand";

/** A code block: commands, or a file. */
interface Block {
  readonly file: string | undefined;
  readonly code: string;
}

/** The commands that keep running, with the URL that then responds. */
const servers: Readonly<Record<string, string>> = {
  "npx tsx --env-file=.env.local server.ts": "http://127.0.0.1:3000/api/auth/ok",
  "npx vite": "http://localhost:5173",
};

/** Where the README says that the app is. */
export const readmeURL = "http://localhost:5173";

/**
 * Follows the steps in the app's folder, and also builds the app.
 * @throws {Error} if a command fails, or the server doesn't print its address
 */
export async function followReadme(app: App): Promise<void> {
  const blocks = blocksOf(readFileSync("README.md", "utf8"));
  const started: string[] = [];
  let folder = ".";
  for (const { file, code } of blocks) {
    if (file !== undefined) app.write(`${folder}/${file}`, code);
    for (const line of file === undefined ? code.trim().split("\n") : []) {
      const url = servers[line];
      if (line.startsWith("cd ")) folder = line.slice(3);
      else if (url !== undefined) started.push(await app.start(`cd ${folder} && exec ${line}`, url));
      else await app.run(`cd ${folder} && ${line}`);
    }
  }
  if (started.length !== Object.keys(servers).length) throw new Error("The README doesn't start both servers.");
  if (!started[0]?.includes("http://localhost:3000/api")) throw new Error(`The server printed: ${started[0]}`);
  await app.run(`cd ${folder} && npm run build`);
}

function blocksOf(markdown: string): readonly Block[] {
  const [, steps] = markdown.split(`\n${heading}\n`);
  const section = steps?.split("\n## ")[0] ?? "";
  const blocks = [...section.matchAll(/^```(?:sh|tsx?)(?: title=(\S+))?\n([\s\S]*?)^```$/gm)];
  if (blocks.length < 6) throw new Error(`README.md has no steps below "${heading}".`);
  return blocks.map(([, file, code = ""]) => ({ file, code }));
}
