/** The runtimes, with their packages and commands. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { fetchRuntime, type RuntimePackage } from "./cache.ts";
import type { Command } from "./program.ts";

export interface Launch {
  /** The folder with `node.ts`, `bun.ts`, `deno.ts`, and `worker.ts`. */
  readonly root: string;
  /** Path of the runtime. */
  readonly binary: string;
  readonly port: number;
  /** An empty folder for the run. */
  readonly folder: string;
  /** Environment variables of the program. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Runtime {
  readonly name: string;
  /** `null` for the runtime that runs the tests. */
  readonly source: RuntimePackage | null;
  command(launch: Launch): Command | Promise<Command>;
}

const system = `${process.platform}-${process.arch}`;

export const runtimes: readonly Runtime[] = [
  { name: `Node ${process.versions.node}`, source: null, command: onNode },
  { name: "Node 22.23.3", source: nodePackage("22.23.3"), command: onNode },
  { name: "Node 24.21.0", source: nodePackage("24.21.0"), command: onNode },
  {
    name: "Bun 1.4.5",
    source: {
      package: `@oven/bun-${system.replace("arm64", "aarch64")}`,
      version: "1.4.5",
      binary: "bin/bun",
    },
    command: (launch) => inRoot(launch, ["bun.ts"]),
  },
  {
    name: "Deno 2.9.6",
    source: {
      package: `@deno/${process.platform === "linux" ? `${system}-glibc` : system}`,
      version: "2.9.6",
      binary: "deno",
    },
    command: (launch) => {
      const allowed = ["env", "net", "read", "write", "sys"].map((name) => `--allow-${name}`);
      return inRoot(launch, ["run", "--no-prompt", ...allowed, "deno.ts"]);
    },
  },
  {
    name: "workerd 1.20260426.1",
    source: {
      package: `@cloudflare/workerd-${system.replace("x64", "64")}`,
      version: "1.20260426.1",
      binary: "bin/workerd",
    },
    command: onWorkerd,
  },
];

/**
 * Returns the path of a runtime. If it can't be downloaded, a skipped test names it, or with `CI=true`, the test fails.
 */
export async function findRuntime({ name, source }: Runtime): Promise<string | null> {
  if (source === null) return process.execPath;
  try {
    return await fetchRuntime(source);
  } catch (cause) {
    if (process.env.CI === "true") throw new Error(`CI needs ${name}, which couldn't be downloaded.`, { cause });
    console.warn(`Skipped: ${name} couldn't be downloaded.`);
    return null;
  }
}

function nodePackage(version: string): RuntimePackage {
  return { package: `node-${system}`, version, binary: "bin/node" };
}

function onNode(launch: Launch): Command {
  return inRoot(launch, ["--import", "tsx", "node.ts"]);
}

function inRoot({ binary, root, env }: Launch, args: readonly string[]): Command {
  return { file: binary, args, cwd: root, env };
}

/** workerd has no Node.js APIs, and needs a single file with the worker and all its imports. */
async function onWorkerd({ binary, root, port, folder, env }: Launch): Promise<Command> {
  await build({
    entryPoints: [join(root, "worker.ts")],
    outfile: join(folder, "worker.js"),
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker"],
    external: ["node:*", "@node-rs/argon2", "bcryptjs"],
    logLevel: "silent",
  });
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = .worker) ],
  sockets = [ (name = "http", address = "localhost:${port}", http = (), service = "main") ],
);
const worker :Workerd.Worker = (
  modules = [ (name = "worker.js", esModule = embed "worker.js") ],
  compatibilityDate = "2026-04-01",
  bindings = [
    (name = "AUTH_URL", text = "${env.AUTH_URL}"),
    (name = "AUTH_SECRET", text = "${env.AUTH_SECRET}"),
  ],
);
`;
  await writeFile(join(folder, "config.capnp"), config);
  return { file: binary, args: ["serve", "config.capnp"], cwd: folder };
}
