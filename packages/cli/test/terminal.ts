/** Runs commands in a temporary folder, with answers from the test. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { main } from "../src/main.ts";
import { type Prompter, prompterOf } from "../src/prompter.ts";
import type { Terminal } from "../src/terminal.ts";

/** The result of a command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** A folder with an app, and a function that runs commands in it. */
export interface Place {
  readonly folder: string;
  /** Commands that would have been run, such as `npm install …`. */
  readonly started: string[];
  /** Apps that would have been started and called, each with its URL. */
  readonly tried: string[];
  run(...words: string[]): Promise<Ran>;
  /** Runs commands in a subfolder. */
  at(path: string): Place["run"];
  read(path: string): string;
  write(path: string, text: string): void;
  remove(): void;
}

/** The environment of the commands. */
export interface Surroundings {
  readonly environment?: Readonly<Record<string, string>>;
  readonly person?: Partial<Prompter>;
  readonly input?: string;
  /** Starts the app. Default: every app responds. */
  readonly tryApp?: Terminal["tryApp"];
}

/** @param files the initial files: path → text */
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
        prompter: surroundings.person ? { ...noAnswers, ...surroundings.person } : null,
        paint: (_, text) => text,
        input: async () => surroundings.input ?? "",
        run: async (command, args) => {
          started.push([command, ...args].join(" "));
          return 0;
        },
        tryApp: async (options) => {
          tried.push(`${options.command.join(" ")}: ${options.url}`);
          return surroundings.tryApp?.(options) ?? { outcome: "ok" };
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
  throw new Error(`Unexpected prompt: ${question}`);
};

const noAnswers: Prompter = { confirm: unexpected, choose: unexpected, text: unexpected, password: unexpected };

/** Keys as a terminal sends them. */
export const keys = { enter: "\r", space: " ", down: "\u001b[B", no: "n", ctrlC: "\u0003" } as const;

/** A user at a keyboard. */
export interface Typist {
  /** The real prompts, which receive the keys. */
  readonly person: Prompter;
  /** What the prompts have shown. */
  shown(): string;
}

/**
 * Answers the real prompts with keys.
 * @param answers text of a question → the keys to press once it's shown. Each is used once, in this order.
 */
export function typist(answers: readonly (readonly [question: string, ...keys: string[]])[]): Typist {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const output = Object.assign(new PassThrough(), { columns: 80, rows: 40, isTTY: true });
  const left = [...answers];
  let pending: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let all = "";
  let recent = "";
  const pressAfter = (ms: number): void => {
    clearTimeout(timer);
    if (pending.length > 0) timer = setTimeout(press, ms);
  };
  // A prompt redraws after each key, and then the next key is pressed. A key without an effect doesn't redraw the
  // prompt.
  const press = (): void => {
    input.write(pending.shift());
    pressAfter(1000);
  };
  output.on("data", (chunk: Buffer) => {
    all += chunk.toString();
    recent += chunk.toString();
    const [next] = left;
    if (pending.length === 0 && next && recent.includes(next[0])) {
      left.shift();
      recent = "";
      pending = next.slice(1);
    }
    pressAfter(20);
  });
  return { person: prompterOf({ input, output }), shown: () => all };
}
