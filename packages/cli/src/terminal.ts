/** The environment of a command: its output, prompts, folder, and variables. */

import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { styleText } from "node:util";
import { escapeControls } from "@latchkey/core/plugin";
import { type AppTrial, type TrialOptions, tryApp } from "./try-app.ts";

/** Where a command writes. Tests replace it. */
export interface Output {
  out(text: string): void;
  error(text: string): void;
}

/** An option to choose. */
export interface PromptOption {
  readonly id: string;
  /** What choosing it adds, in a few words. */
  readonly hint: string;
}

/** Prompts the user. Every method throws {@link Canceled} if the user cancels. */
export interface Prompter {
  confirm(question: string): Promise<boolean>;
  /** Returns the ids of the chosen options, which can be none. */
  choose(question: string, options: readonly PromptOption[]): Promise<readonly string[]>;
  text(question: string, suggestion?: string): Promise<string>;
  /** Doesn't show what the user types. */
  password(question: string): Promise<string>;
}

/** Everything that a command can access. */
export interface Terminal extends Output {
  /** The app's folder. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `null` if no user is present. The command then doesn't prompt. */
  readonly prompter: Prompter | null;
  /** Colors the text in a terminal. Elsewhere returns it unchanged. */
  paint(color: "red" | "green" | "yellow" | "cyan" | "dim" | "bold", text: string): string;
  /** Reads all of standard input. */
  input(): Promise<string>;
  /**
   * Runs a command in a folder and shows its output.
   * @returns the exit code
   */
  run(command: string, args: readonly string[], folder: string): Promise<number>;
  /** Starts an app, calls it, and stops it again. */
  tryApp(options: TrialOptions): Promise<AppTrial>;
}

/** The user canceled, so the command stops. */
export class Canceled extends Error {
  constructor() {
    super("Canceled. Nothing was changed.");
    this.name = "Canceled";
  }
}

/**
 * Asks whether to apply changes.
 * @throws {Canceled} if the user declines
 * @throws {Error} if no user is present
 */
export async function confirmChanges(prompter: Prompter | null): Promise<void> {
  if (!prompter) throw new Error("Can't ask for confirmation here. Rerun with --yes to apply the changes.");
  if (!(await prompter.confirm("Apply these changes?"))) throw new Canceled();
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, env } = process;
  const colors = stdout.isTTY === true && !env.NO_COLOR;
  return {
    out: console.log,
    error: console.error,
    folder: process.cwd(),
    environment: env,
    prompter: stdin.isTTY && stdout.isTTY && !env.CI ? prompterOf({ input: stdin, output: stdout }) : null,
    paint: (color, text) => (colors ? styleText(color, text) : text),
    input: async () => {
      let text = "";
      for await (const chunk of stdin.setEncoding("utf8")) text += chunk;
      return text;
    },
    run,
    tryApp,
  };
}

/**
 * Returns the same terminal, but with control characters escaped in all output. Databases, files, and servers contain
 * text from strangers, and error messages repeat it. Line breaks, tabs, and the colors of `paint` stay.
 */
export function withSafeOutput(terminal: Terminal): Terminal {
  const safe = (text: string): string =>
    text
      .split(allowedControls)
      .map((part, at) => (at % 2 === 1 ? part : escapeControls(part)))
      .join("");
  return { ...terminal, out: (text) => terminal.out(safe(text)), error: (text) => terminal.error(safe(text)) };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ESC is what starts a color
const allowedControls = /(\n|\t|\u001b\[(?:[012]|22|3[1236]|39)m)/;

function run(command: string, args: readonly string[], folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    // On Windows, npm and other package managers are scripts, which need a shell.
    const shell = process.platform === "win32";
    const odd = shell ? args.find((arg) => !isPlain(arg)) : undefined;
    if (odd !== undefined) throw new Error(`"${odd}" isn't safe to pass to a shell. Run "${command}" yourself.`);
    const child = spawn(command, [...args], { cwd: folder, stdio: "inherit", shell });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Whether the argument only has characters of package names, versions, and options, which a shell takes literally. */
export function isPlain(argument: string): boolean {
  return /^[\w@^~.:/=+-]+$/.test(argument);
}

/** The streams of a terminal. */
export interface PromptStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Prompts on these streams. Loads the prompt library on first use, because most commands don't prompt. */
export function prompterOf(streams: PromptStreams): Prompter {
  return {
    async confirm(message) {
      const { confirm } = await import("@clack/prompts");
      return unlessCanceled(await confirm({ message, ...streams }));
    },
    async choose(message, options) {
      const { multiselect } = await import("@clack/prompts");
      const shown = options.map(({ id, hint }) => ({ value: id, label: id, hint }));
      return unlessCanceled(await multiselect({ message, options: shown, required: false, ...streams }));
    },
    async text(message, suggestion = "") {
      const { text } = await import("@clack/prompts");
      const answer = await text({ message, placeholder: suggestion, defaultValue: suggestion, ...streams });
      return unlessCanceled(answer).trim();
    },
    async password(message) {
      const { password } = await import("@clack/prompts");
      return unlessCanceled(await password({ message, ...streams }));
    },
  };
}

function unlessCanceled<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer === "symbol") throw new Canceled();
  return answer as Exclude<T, symbol>;
}
