/** Runs the command line: selects the command and prints its errors. */

import { parseArgs } from "node:util";
import { addCommand } from "./add/command.ts";
import { adminCommand } from "./admin/command.ts";
import { verifyAuditCommand } from "./audit/command.ts";
import { importAuthjsCommand } from "./authjs/command.ts";
import { billingSyncCommand } from "./billing/command.ts";
import type { Command } from "./command.ts";
import { doctorCommand } from "./doctor/command.ts";
import { generateCommand } from "./generate.ts";
import { importUsersCommand } from "./import/command.ts";
import { initCommand } from "./init/command.ts";
import { keysCommand, rotateKeysCommand, testKeysCommand } from "./keys/command.ts";
import { migrateCommand } from "./migrate.ts";
import { secretCommand } from "./secret.ts";
import { type Terminal, withSafeOutput } from "./terminal.ts";

const commands: Readonly<Record<string, Command>> = {
  init: initCommand,
  secret: secretCommand,
  generate: generateCommand,
  migrate: migrateCommand,
  doctor: doctorCommand,
  "admin create": adminCommand,
  // Before "keys", because the first matching name wins.
  "keys rotate": rotateKeysCommand,
  "keys test": testKeysCommand,
  keys: keysCommand,
  "audit verify": verifyAuditCommand,
  "billing sync": billingSyncCommand,
  "import users": importUsersCommand,
  "import authjs": importAuthjsCommand,
  add: addCommand,
};

/**
 * Runs a command.
 * @returns the exit code: 0 for success, 1 for failure
 */
export async function main(words: readonly string[], given: Terminal): Promise<number> {
  const terminal = withSafeOutput(given);
  const name = commandName(words);
  const command = name === null ? undefined : commands[name];
  try {
    if (name === null || !command) return withoutCommand(words, terminal);
    const { values, positionals } = parseArgs({
      args: words.slice(name.split(" ").length),
      options: { ...command.options, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    if (values.help) {
      terminal.out(command.help);
      return 0;
    }
    const [unexpected] = positionals;
    if (unexpected !== undefined && !command.takesArguments)
      throw new Error(`Unknown argument "${unexpected}". See: latchkey ${name} --help`);
    return await command.run(values, terminal, positionals);
  } catch (problem) {
    terminal.error(terminal.paint("red", problem instanceof Error ? messageOf(problem) : String(problem)));
    return 1;
  }
}

function commandName(words: readonly string[]): string | null {
  return Object.keys(commands).find((name) => name.split(" ").every((part, at) => words[at] === part)) ?? null;
}

function withoutCommand(words: readonly string[], { out, error }: Terminal): number {
  const [word] = words;
  if (word === "--help" || word === "-h" || word === "help") {
    out(usage());
    return 0;
  }
  error(word === undefined ? usage() : `There is no command "${words.slice(0, 2).join(" ")}".\n\n${usage()}`);
  return 1;
}

function usage(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(14)} ${summary}`);
  return `latchkey <command>\n\n${lines.join("\n")}\n\nFor details, run: latchkey <command> --help`;
}

/** Appends the cause, because database errors say little on their own. */
function messageOf(problem: Error): string {
  const cause = problem.cause instanceof Error && problem.cause.message !== "" ? problem.cause.message : null;
  return cause === null || problem.message.includes(cause) ? problem.message : `${problem.message} (${cause})`;
}
