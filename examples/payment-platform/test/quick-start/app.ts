/** Creates an app from a guide's code blocks, and runs the guide's commands in real processes. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { blocksOf } from "../../../../docs/blocks.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The locations of the app's packages. This workspace's packages are used from their last build. */
const packages: Readonly<Record<string, string>> = {
  "@latchkey": "packages",
  "@polar-sh": "examples/payment-platform/node_modules/@polar-sh",
  stripe: "examples/payment-platform/node_modules/stripe",
  libsql: "packages/sql/node_modules/libsql",
  react: "packages/react/node_modules/react",
};

/** Returns an installed SDK's version. */
export function versionOf(name: string): string {
  const file = join(root, "examples/payment-platform/node_modules", name, "package.json");
  return JSON.parse(readFileSync(file, "utf8")).version;
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface GuideOptions {
  /** The guides' pages. Code blocks from later pages replace code blocks from earlier pages. */
  readonly pages: readonly string[];
  /** Maps the guides' example IDs to the IDs that a reader would use. */
  readonly ids: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Writes the guides' code blocks to a new folder. */
export function startGuide({ pages, ids, environment }: GuideOptions) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-quick-start-"));
  const running: ChildProcess[] = [];
  const read = (page: string): string => readFileSync(join(root, page), "utf8");
  const write = (file: string, code: string): void => {
    const filled = Object.entries(ids).reduce((text, [id, own]) => text.replaceAll(id, own), code);
    writeFileSync(join(folder, file), filled);
  };
  for (const page of pages) for (const { file, code } of blocksOf(page, read(page))) write(file, code);
  for (const file of ["server.ts", "browser.ts"]) copyFileSync(join(here, file), join(folder, file));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  mkdirSync(join(folder, "node_modules"));
  for (const [name, path] of Object.entries(packages)) {
    symlinkSync(join(root, path), join(folder, "node_modules", name), "junction");
  }
  const env = {
    ...process.env,
    ...environment,
    NODE_OPTIONS: `--import=${new URL("reroute.mjs", import.meta.url).href}`,
  };
  const start = (...words: readonly string[]) => {
    const child = spawn(process.execPath, words, { cwd: folder, env });
    running.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part: string) => {
        output += part;
      });
    }
    const ended = once(child, "close").then(([code]): Ran => ({ code, output }));
    return { ended, output: () => output };
  };
  const tsx = `--import=${import.meta.resolve("tsx")}`;
  return {
    /** The guides' shell commands, in order. */
    commands: pages.flatMap((page) =>
      [...read(page).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code.trim()),
    ),
    /** Runs one of the guides' commands, such as `npx @latchkey/cli migrate`. */
    run(command: string): Promise<Ran> {
      const [npx, cli, ...words] = command.split(" ");
      if (npx !== "npx" || cli !== "@latchkey/cli") throw new Error(`${command} can't be run here.`);
      return start(join(root, "packages/cli/dist/cli.js"), ...words).ended;
    },
    /** Starts the app, and resolves once it listens. */
    async serve(): Promise<void> {
      const { ended, output } = start(tsx, "server.ts");
      while (!output().includes("listening")) {
        const isOver = await Promise.race([
          ended.then(() => true),
          new Promise((resolve) => setTimeout(resolve, 20, false)),
        ]);
        if (isOver) throw new Error(output());
      }
    },
    /** Opens the guide's page in a browser. */
    browse: (): Promise<Ran> => start(tsx, "browser.ts").ended,
    close(): void {
      for (const child of running) child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
