/** The environment of a command: its output, prompts, folder, and variables. */

import { spawn } from "node:child_process";
import { styleText } from "node:util";
import { escapeControls } from "@latchkey/core/plugin";
import { type Prompter, prompterOf, withSize } from "./prompter.ts";
import { type AppTrial, type TrialOptions, tryApp } from "./try-app.ts";

/** Where a command writes. Tests replace it. */
export interface Output {
  out(text: string): void;
  error(text: string): void;
}

/** Everything that a command can access. */
export interface Terminal extends Output {
  /** The app's folder. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `null` if no user is present. In that case, the command doesn't prompt. */
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

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, env } = process;
  const colors = stdout.isTTY === true && !env.NO_COLOR;
  return {
    out: console.log,
    error: console.error,
    folder: process.cwd(),
    environment: env,
    prompter: stdin.isTTY && stdout.isTTY && !env.CI ? prompterOf({ input: stdin, output: withSize(stdout) }) : null,
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
 * text from strangers, and error messages repeat it. Line breaks, tabs, and `paint` colors stay.
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
    const unsafe = shell ? args.find((arg) => !isPlain(arg)) : undefined;
    if (unsafe !== undefined) throw new Error(`"${unsafe}" isn't safe to pass to a shell. Run "${command}" yourself.`);
    const child = spawn(command, [...args], { cwd: folder, stdio: "inherit", shell });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Whether the argument only has characters of package names, versions, and options, which a shell takes literally. */
export function isPlain(argument: string): boolean {
  return /^[\w@^~.:/=+-]+$/.test(argument);
}
