/** A command line in a folder of its own, with somebody who answers as the test says. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { main } from "../src/main.ts";
import type { Prompter, Terminal } from "../src/terminal.ts";

/** What a command came to. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** A folder with an app in it, and the command line. */
export interface Place {
  readonly folder: string;
  /** Commands that were started, such as `npm install …`; none really is. */
  readonly started: string[];
  /** Apps that were started to be called, each with the URL; none really is. */
  readonly tried: string[];
  run(...words: string[]): Promise<Ran>;
  /** Runs commands in a folder of it. */
  at(path: string): Place["run"];
  read(path: string): string;
  write(path: string, text: string): void;
  remove(): void;
}

/** What surrounds the commands. */
export interface Surroundings {
  readonly environment?: Readonly<Record<string, string>>;
  readonly person?: Partial<Prompter>;
  readonly input?: string;
}

/** @param files path → text, for a start */
export function place(files: Readonly<Record<string, string>> = {}, surroundings: Surroundings = {}): Place {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-cli-"));
  const started: string[] = [];
  const tried: string[] = [];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const runIn =
    (folder: string): Place["run"] =>
    async (...words) => {
      const out: string[] = [];
      const error: string[] = [];
      const terminal: Terminal = {
        out: (text) => void out.push(text),
        error: (text) => void error.push(text),
        folder,
        environment: surroundings.environment ?? {},
        prompter: surroundings.person ? { ...nobody, ...surroundings.person } : null,
        paint: (_, text) => text,
        input: async () => surroundings.input ?? "",
        run: async (command, args) => {
          started.push([command, ...args].join(" "));
          return 0;
        },
        tryApp: async ({ command, url }) => {
          tried.push(`${command.join(" ")}: ${url}`);
          return { isOk: true, wasRunning: false, problem: "" };
        },
      };
      const code = await main(words, terminal);
      return { code, out: out.map((line) => `${line}\n`).join(""), error: error.join("\n") };
    };
  return {
    folder,
    started,
    tried,
    write,
    read: (path) => readFileSync(join(folder, path), "utf8"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
    run: runIn(folder),
    at: (path) => runIn(join(folder, path)),
  };
}

const unexpected = async (question: string): Promise<never> => {
  throw new Error(`Nobody expected to be asked: ${question}`);
};

const nobody: Prompter = { confirm: unexpected, text: unexpected, password: unexpected };
