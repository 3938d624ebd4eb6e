/** Contenders as child processes: built once, forked, asked, closed. */

import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import pg from "pg";
import type { ContenderName, Place, Storage } from "./contenders/contender.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const postgres = process.env.BENCH_POSTGRES ?? "postgres://postgres@127.0.0.1:5432";

/**
 * The children run as plain JavaScript: a loader would count as part of a cold start, and would resolve packages to
 * their sources. The packages themselves stay outside and come as they are built.
 */
export async function buildChildren(
  files: readonly string[] = ["worker.ts", "cold/latchkey.ts", "cold/better-auth.ts", "cold/nothing.ts"],
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
    // Without it the paths of the root's tsconfig, which lead to the sources, would count.
    tsconfigRaw: {},
  });
}

export const child = (name: string): string => `${here}dist/${name}.mjs`;

/** The environment of an app in production. */
export const production = { ...process.env, NODE_ENV: "production", BETTER_AUTH_TELEMETRY: "0" };

export interface Worker {
  readonly name: ContenderName;
  readonly place: Place;
  ask<T>(ask: string, input?: object): Promise<T>;
  close(): Promise<void>;
}

export async function startWorker(name: ContenderName, storage: Storage, execArgv: string[] = []): Promise<Worker> {
  const { place, remove } = await makePlace(name, storage);
  const process = fork(child("worker"), [JSON.stringify([name, place])], { env: production, execArgv });
  try {
    await answerOf(process);
  } catch (error) {
    await remove();
    throw error;
  }
  const ask = <T>(what: string, input: object = {}): Promise<T> => {
    const answer = answerOf<T>(process);
    process.send({ ask: what, input });
    return answer;
  };
  return {
    name,
    place,
    ask,
    async close() {
      const gone = new Promise((resolve) => process.once("exit", resolve));
      await ask("close");
      await gone;
      await remove();
    },
  };
}

function answerOf<T>(process: ChildProcess): Promise<T> {
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

/** A database that nobody else uses. */
export async function makePlace(name: string, storage: Storage): Promise<{ place: Place; remove(): Promise<void> }> {
  if (storage !== "postgres") {
    const folder = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
    return {
      place: { storage, address: join(folder, "auth.db") },
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  }
  const database = `latchkey_bench_${name.replace("-", "_")}_${process.pid}`;
  await administer(`create database ${database}`);
  return {
    place: { storage, address: `${postgres}/${database}` },
    remove: () => administer(`drop database if exists ${database} with (force)`),
  };
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${postgres}/postgres` });
  await client.connect();
  await client.query(sql);
  await client.end();
}
