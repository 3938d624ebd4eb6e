/** Builds the contenders once and runs them as child processes. */

import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import pg from "pg";
import type { ContenderName, Storage, StorageLocation } from "./contenders/contender.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const postgres = process.env.BENCH_POSTGRES ?? "postgres://postgres@127.0.0.1:5432";

/**
 * Builds the child processes as plain JavaScript. A loader would count toward a cold start, and would resolve packages
 * to their sources. The packages stay external, so their builds are used.
 */
export async function buildChildren(
  files: readonly string[] = [
    "worker.ts",
    "cold/latchkey.ts",
    "cold/better-auth.ts",
    "cold/latchkey-plugins.ts",
    "cold/better-auth-plugins.ts",
    "cold/driver.ts",
    "cold/nothing.ts",
  ],
): Promise<void> {
  await build({
    entryPoints: files.map((file) => here + file),
    outdir: `${here}dist`,
    outExtension: { ".js": ".mjs" },
    outbase: here,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    // Ignores the root's tsconfig, whose paths lead to the sources.
    tsconfigRaw: {},
  });
}

export const child = (name: string): string => `${here}dist/${name}.mjs`;

/** The environment of a production app. */
export const production = { ...process.env, NODE_ENV: "production", BETTER_AUTH_TELEMETRY: "0" };

export interface Worker {
  readonly name: ContenderName;
  readonly place: StorageLocation;
  call<T>(ask: string, input?: object): Promise<T>;
  close(): Promise<void>;
}

export async function startWorker(
  name: ContenderName,
  storage: Storage,
  { people = 1, execArgv = [] }: { readonly people?: number; readonly execArgv?: string[] } = {},
): Promise<Worker> {
  const { place, remove } = await createStorage(name, storage, people);
  const process = fork(child("worker"), [JSON.stringify([name, place])], { env: production, execArgv });
  try {
    await nextMessage(process);
  } catch (error) {
    await remove();
    throw error;
  }
  const ask = <T>(what: string, input: object = {}): Promise<T> => {
    const answer = nextMessage<T>(process);
    process.send({ ask: what, input });
    return answer;
  };
  return {
    name,
    place,
    call: ask,
    async close() {
      const gone = new Promise((resolve) => process.once("exit", resolve));
      await ask("close");
      await gone;
      await remove();
    },
  };
}

function nextMessage<T>(process: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const exited = (code: number | null): void => reject(new Error(`A contender ended with ${code}.`));
    process.once("exit", exited);
    process.once("message", (message: { answer?: T; error?: string }) => {
      process.off("exit", exited);
      if (message.error === undefined) resolve(message.answer as T);
      else reject(new Error(message.error));
    });
  });
}

/** Creates a database for a single contender. */
export async function createStorage(
  name: string,
  storage: Storage,
  people = 1,
): Promise<{ place: StorageLocation; remove(): Promise<void> }> {
  if (storage !== "postgres") {
    const folder = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
    return {
      place: { storage, address: join(folder, "auth.db"), people },
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const database = `latchkey_bench_${name.replace("-", "_")}_${process.pid}`;
  await administer(`create database ${database}`);
  if (people > 1) await administer(`alter database ${database} set synchronous_commit = off`);
  return {
    place: { storage, address: `${postgres}/${database}`, people },
    remove: () => administer(`drop database if exists ${database} with (force)`),
  };
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgres}/postgres` });
  await client.connect();
  await client.query(sql);
  await client.end();
}
