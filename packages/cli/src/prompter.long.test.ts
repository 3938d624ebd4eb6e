/**
 * Runs the built command in a pseudoterminal that util-linux's `script` provides, which sends Ctrl+D when its own input
 * ends.
 */

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keys } from "../test/terminal.ts";

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const plugins = "Which plugins do you need?";
const apply = "Apply these changes?";
const inputEnded = "The input ended before the question was answered. Nothing was changed.";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-terminal-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  /** What was shown, without colors and cursor movements. */
  readonly text: string;
}

interface Session {
  /** Resolves with everything shown so far, once it includes this text. */
  shows(text: string): Promise<string>;
  /** Presses keys. */
  press(...pressed: string[]): void;
  /** Ends the input. */
  endInput(): void;
  readonly ended: Promise<Ended>;
}

function start(program: string, args: readonly string[]): Session {
  const { CI: _, ...env } = process.env;
  const child = spawn(program, args, { cwd: folder, env });
  let text = "";
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      for (const look of waiting) look();
    });
  }
  const shown = (): string => stripVTControlCharacters(text);
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code) => resolve({ code, text: shown() }));
  });
  return {
    ended,
    press: (...pressed) => void child.stdin.write(pressed.join("")),
    endInput: () => void child.stdin.end(),
    shows(wanted) {
      const found = new Promise<string>((resolve) => {
        const look = (): void => {
          if (!shown().includes(wanted)) return;
          waiting.delete(look);
          resolve(shown());
        };
        waiting.add(look);
        look();
      });
      const unseen = ended.then(({ text }) => {
        throw new Error(`Ended without "${wanted}":\n${text}`);
      });
      return Promise.race([found, unseen]);
    },
  };
}

const words = ["init", "--no-install"];

// macOS and Windows don't have this `script`.
describe.runIf(process.platform === "linux")("in a pseudo terminal, init", () => {
  const startInTerminal = (): Session => {
    const line = [process.execPath, cli, ...words].map((word) => `'${word}'`).join(" ");
    return start("script", ["--quiet", "--return", "--command", line, "/dev/null"]);
  };

  test("sets up the app with the plugins that the user chooses", async () => {
    const session = startInTerminal();
    // The terminal has no size, so this also means that the line isn't broken after each character.
    await session.shows(plugins);
    session.press(keys.space, keys.down, keys.down, keys.space, keys.enter);
    await session.shows(apply);
    session.press(keys.enter);
    expect((await session.ended).code).toBe(0);
    expect(readFileSync(join(folder, "auth.ts"), "utf8")).toContain("plugins: [twoFactor(), organization()]");
  });

  test.each([
    ["before the first question", []],
    ["at the first question", [plugins]],
    ["at the last question", [plugins, apply]],
  ] as const)("ends and says why if the input ends %s", async (_, questions) => {
    const session = startInTerminal();
    for (const [at, question] of questions.entries()) {
      await session.shows(question);
      if (at < questions.length - 1) session.press(keys.enter);
    }
    session.endInput();
    const { code, text } = await session.ended;
    expect(text).toContain(inputEnded);
    expect([code, readdirSync(folder)]).toEqual([1, []]);
  });

  test("writes nothing after Ctrl+C", async () => {
    const session = startInTerminal();
    await session.shows(plugins);
    session.press(keys.ctrlC);
    const { code, text } = await session.ended;
    expect(text).toContain("Canceled. Nothing was changed.");
    expect([code, readdirSync(folder)]).toEqual([1, []]);
  });
});

describe("with input from a pipe, init", () => {
  test.each(["open", "ended"])("asks nothing and says which flag it needs if the pipe is %s", async (pipe) => {
    const session = start(process.execPath, [cli, ...words]);
    session.press(keys.enter, keys.enter);
    if (pipe === "ended") session.endInput();
    const { code, text } = await session.ended;
    expect(text).toContain("Can't ask for confirmation here. Rerun with --yes to apply the changes.");
    expect(text).not.toContain(plugins);
    expect([code, readdirSync(folder)]).toEqual([1, []]);
  });
});
