/** Asks an app for its tables, in a process that loads its auth file. */

import { type ChildProcess, fork } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Schema } from "@latchkey/core/database";
import type { AuthFile } from "../project/auth-file.ts";
import type { Environment } from "../project/environment.ts";
import { type Answer, isAnswer, type Question } from "./protocol.ts";
import { parseSchema } from "./schema-json.ts";
import { findAliases } from "./tsconfig.ts";

/** What an app says about itself. */
export interface AppAnswer {
  readonly schema: Schema;
  /** Ids of its plugins, official or not. */
  readonly plugins: readonly string[];
}

/** The app's auth file can't be loaded. The message has the app's own error, and says what to do. */
export class AppNotLoaded extends Error {
  /** The app's error, without advice. */
  readonly problem: string;

  constructor({ path, plugins }: AuthFile, problem: string) {
    const named = plugins.map(({ id }) => id).join(",") || "organization,two-factor";
    super(
      `Couldn't load ${path} to read the app's tables:\n\n${indented(problem)}\n\nFix this, and run the command again. To go without the app, name its official plugins: --plugins ${named}`,
    );
    this.name = "AppNotLoaded";
    this.problem = problem;
  }
}

/** In milliseconds. */
const defaultTimeout = 30_000;

/** In a checkout, the process runs what was built last. */
const entry = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../dist/app.js" : "./app.js", import.meta.url),
);

/**
 * Loads the app in a process of its own, so that what it prints, opens, or leaves running doesn't reach the command.
 * @throws {AppNotLoaded} if the auth file fails, exports no auth instance, or takes longer than the timeout
 */
export async function askApp(
  authFile: AuthFile,
  folder: string,
  environment: Environment,
  timeout: number = defaultTimeout,
): Promise<AppAnswer> {
  const file = resolve(folder, authFile.path);
  const question: Question = { file, aliases: findAliases(file) };
  const child = fork(entry, [JSON.stringify(question)], {
    cwd: folder,
    env: environment.all(),
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  try {
    const answer = await answerOf(child, timeout);
    if ("problem" in answer) throw new Error(answer.problem);
    return { schema: parseSchema(answer.schema), plugins: answer.plugins.map(String) };
  } catch (problem) {
    throw new AppNotLoaded(authFile, problem instanceof Error ? problem.message : String(problem));
  } finally {
    child.kill("SIGKILL");
  }
}

function answerOf(child: ChildProcess, timeout: number): Promise<Answer> {
  const said = tailOf(child);
  return new Promise((settle, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`It didn't finish loading within ${timeout / 1000} seconds.${said()}`));
    }, timeout);
    const fail = (reason: string): void => {
      clearTimeout(timer);
      reject(new Error(`${reason}${said()}`));
    };
    child.on("message", (message) => {
      if (!isAnswer(message)) return;
      clearTimeout(timer);
      settle(message);
    });
    child.on("error", ({ message }) => fail(message));
    // After the last message and the last output.
    child.on("close", (code, signal) => fail(`It ended the process (${signal ?? `exit code ${code}`}).`));
  });
}

/** In characters. */
const longestTail = 2000;

/** The end of what the app printed, for errors that it told no one else. */
function tailOf({ stdout, stderr }: ChildProcess): () => string {
  let text = "";
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text = (text + chunk).slice(-longestTail);
    });
  }
  return () => (text.trim() === "" ? "" : ` It printed:\n${text.trim()}`);
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}
