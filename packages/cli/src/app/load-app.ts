/** Loads the app's auth file in a child process to get its tables. */

import { type ChildProcess, fork } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Schema } from "@latchkey/core/database";
import type { SubstringIndexes } from "@latchkey/sql";
import type { AuthFile } from "../project/auth-file.ts";
import type { Environment } from "../project/environment.ts";
import { parseSubstringIndexes } from "../project/substring-indexes.ts";
import { isLoadResponse, type LoadRequest, type LoadResponse } from "./protocol.ts";
import { parseSchema } from "./schema-json.ts";
import { findAliases } from "./tsconfig.ts";

/** The result of loading an app. */
export interface LoadedApp {
  readonly schema: Schema;
  /** IDs of all its plugins, including custom ones. */
  readonly plugins: readonly string[];
  /** Its database adapter's `substringIndexes` option. */
  readonly substringIndexes: SubstringIndexes;
}

/** Thrown if the app's auth file can't be loaded. The message includes the app's error and says how to fix it. */
export class AppLoadError extends Error {
  /** The app's error, without advice. */
  readonly problem: string;

  constructor({ path, plugins }: AuthFile, problem: string) {
    const named = plugins.map(({ id }) => id).join(",") || "organization,two-factor";
    super(
      `Couldn't load ${path} to read the app's tables:\n\n${indent(problem)}\n\nFix this, and run the command again. To skip loading the app, name its official plugins: --plugins ${named}`,
    );
    this.name = "AppLoadError";
    this.problem = problem;
  }
}

/** In milliseconds. */
const defaultTimeout = 30_000;

/** When run from a checkout, the child process uses the last build. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../dist/app.js" : "./app.js", import.meta.url),
);

/**
 * Loads the app in a child process, so that what it prints, opens, or leaves running doesn't affect the command.
 * @throws {AppLoadError} if the auth file fails, exports no auth instance, or takes longer than the timeout
 */
export async function loadApp(
  authFile: AuthFile,
  folder: string,
  environment: Environment,
  timeout: number = defaultTimeout,
): Promise<LoadedApp> {
  const file = resolve(folder, authFile.path);
  const request: LoadRequest = { file, aliases: findAliases(file) };
  const child = fork(entry, [JSON.stringify(request)], {
    cwd: folder,
    env: environment.all(),
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  try {
    const response = await receiveResponse(child, timeout);
    if ("problem" in response) throw new Error(response.problem);
    return {
      schema: parseSchema(response.schema),
      plugins: response.plugins.map(String),
      substringIndexes: parseSubstringIndexes(response.substringIndexes),
    };
  } catch (problem) {
    throw new AppLoadError(authFile, problem instanceof Error ? problem.message : String(problem));
  } finally {
    child.kill("SIGKILL");
  }
}

function receiveResponse(child: ChildProcess, timeout: number): Promise<LoadResponse> {
  const printed = captureTail(child);
  return new Promise((settle, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`It didn't finish loading within ${timeout / 1000} seconds.${printed()}`));
    }, timeout);
    const fail = (reason: string): void => {
      clearTimeout(timer);
      reject(new Error(`${reason}${printed()}`));
    };
    child.on("message", (message) => {
      if (!isLoadResponse(message)) return;
      clearTimeout(timer);
      settle(message);
    });
    child.on("error", ({ message }) => fail(message));
    // Runs after the last message and all output.
    child.on("close", (code, signal) => fail(`It ended the process (${signal ?? `exit code ${code}`}).`));
  });
}

/** Maximum length of the output in an error, in characters. */
const maxTailLength = 2000;

/** Keeps the end of the app's output, for errors that it only prints. */
function captureTail({ stdout, stderr }: ChildProcess): () => string {
  let text = "";
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-maxTailLength);
    });
  }
  return () => (text.trim() === "" ? "" : ` It printed:\n${text.trim()}`);
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}
