/** Where a command runs: what it prints to, whom it can ask, which folder and environment it sees. */

import { spawn } from "node:child_process";
import { styleText } from "node:util";
import { escapeControls } from "@latchkey/core/plugin";

/** Where a command writes, so that it can be tested. */
export interface Output {
  out(text: string): void;
  error(text: string): void;
}

/** Somebody who answers. Each throws {@link Cancelled} when they give up instead. */
export interface Person {
  confirm(question: string): Promise<boolean>;
  text(question: string, suggestion?: string): Promise<string>;
  /** Shows nothing of what is typed. */
  password(question: string): Promise<string>;
}

/** Everything a command knows of its surroundings. */
export interface Terminal extends Output {
  /** The app's folder. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `null` where nobody sits at it: nothing is asked then. */
  readonly person: Person | null;
  /** Colours what a terminal shows; elsewhere the text as it is. */
  paint(color: "red" | "green" | "yellow" | "cyan" | "dim" | "bold", text: string): string;
  /** Everything that stands on standard input. */
  input(): Promise<string>;
  /** Runs a command in a folder, its output shown. @returns its exit code */
  run(command: string, args: readonly string[], folder: string): Promise<number>;
}

/** The person gave up: nothing more is done. */
export class Cancelled extends Error {
  constructor() {
    super("Cancelled. Nothing more was done.");
    this.name = "Cancelled";
  }
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
    person: stdin.isTTY && stdout.isTTY && !env.CI ? clackPerson : null,
    paint: (color, text) => (colors ? styleText(color, text) : text),
    input: async () => {
      let text = "";
      for await (const chunk of stdin.setEncoding("utf8")) text += chunk;
      return text;
    },
    run,
  };
}

/**
 * The same terminal with control characters escaped in everything it prints: databases, files, and servers hold what
 * strangers typed, and errors repeat it. Line breaks, tabs, and the colors of `paint` stay.
 */
export function withSafeOutput(terminal: Terminal): Terminal {
  const safe = (text: string): string =>
    text
      .split(kept)
      .map((part, at) => (at % 2 === 1 ? part : escapeControls(part)))
      .join("");
  return { ...terminal, out: (text) => terminal.out(safe(text)), error: (text) => terminal.error(safe(text)) };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ESC is what starts a color
const kept = /(\n|\t|\u001b\[(?:[012]|22|3[1236]|39)m)/;

function run(command: string, args: readonly string[], folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    // npm and its kin are scripts on Windows, which only a shell starts.
    const shell = process.platform === "win32";
    const odd = shell ? args.find((arg) => !isPlain(arg)) : undefined;
    if (odd !== undefined) throw new Error(`"${odd}" is not handed to a shell. Run "${command}" yourself.`);
    const child = spawn(command, [...args], { cwd: folder, stdio: "inherit", shell });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Names of packages, with ranges, and options: nothing that a shell reads as more than that. */
export function isPlain(argument: string): boolean {
  return /^[\w@^~.:/=+-]+$/.test(argument);
}

/** Loaded when somebody is asked: most commands ask nothing. */
const clackPerson: Person = {
  async confirm(question) {
    const { confirm } = await import("@clack/prompts");
    return answered(await confirm({ message: question }));
  },
  async text(question, suggestion = "") {
    const { text } = await import("@clack/prompts");
    const answer = await text({ message: question, placeholder: suggestion, defaultValue: suggestion });
    return answered(answer).trim();
  },
  async password(question) {
    const { password } = await import("@clack/prompts");
    return answered(await password({ message: question }));
  },
};

function answered<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer === "symbol") throw new Cancelled();
  return answer as Exclude<T, symbol>;
}
