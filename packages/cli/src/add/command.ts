/** `latchkey add`: copies components into the app, so that it can change them. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Command, type Flags, textFlag } from "../command.ts";
import { applyChanges, type Change, showChanges } from "../init/changes.ts";
import { installCommands } from "../init/packages.ts";
import { readProject, textOf, versionOf } from "../project/project.ts";
import { confirmChanges } from "../prompter.ts";
import type { Terminal } from "../terminal.ts";
import { findRegistry, type Item, listScreens, readWithDependencies } from "./registry.ts";

/** The folder in the target paths of registry items. */
const defaultFolder = "components/latchkey";

export const addCommand: Command = {
  summary: "Copy UI components into your app",
  help: `latchkey add COMPONENT… [--to FOLDER] [--overwrite] [--yes] [--no-install]

Copies components from the installed @latchkey/ui, with everything that they import.
For example: latchkey add sign-in account

It lists every file first. It keeps existing files that differ from the installed version.

  --list        lists the components
  --to          the folder                  (default: src/components/latchkey, or components/latchkey if there's no src folder)
  --overwrite   replaces files that differ
  --yes         applies the changes without asking
  --no-install  prints the command that installs packages`,
  takesArguments: true,
  options: {
    list: { type: "boolean" },
    to: { type: "string" },
    overwrite: { type: "boolean" },
    yes: { type: "boolean", short: "y" },
    "no-install": { type: "boolean" },
  },
  async run(flags, terminal, names) {
    const registry = findRegistry(terminal.folder);
    if (flags.list === true) {
      for (const { name, description } of listScreens(registry)) terminal.out(`${name.padEnd(27)} ${description}`);
      return 0;
    }
    if (names.length === 0) throw new Error("Name at least one component. To list them all, run: latchkey add --list");
    const items = readWithDependencies(registry, names);
    const place =
      textFlag(flags, "to") ?? (existsSync(join(terminal.folder, "src")) ? `src/${defaultFolder}` : defaultFolder);
    const { changes, modified } = planCopies(items, terminal.folder, place, flags.overwrite === true);
    const commands = installCommandsFor(items, terminal.folder);
    if (modified.length > 0) {
      terminal.out("These files differ from the installed version and were kept. To replace them, use --overwrite:");
      for (const path of modified) terminal.out(`  ${path}`);
      terminal.out("");
    }
    await write(changes, commands, flags, terminal);
    if (flags["no-install"] !== true) {
      for (const [program = "", ...args] of commands) {
        const code = await terminal.run(program, args, terminal.folder);
        if (code !== 0)
          throw new Error(`${[program, ...args].join(" ")} exited with code ${code}. The files were copied.`);
      }
    }
    for (const { name, docs } of items) if (names.includes(name)) terminal.out(docs.replaceAll(defaultFolder, place));
    return 0;
  },
};

interface CopyPlan {
  readonly changes: readonly Change[];
  /** Paths of existing files that differ from the package's. */
  readonly modified: readonly string[];
}

function planCopies(items: readonly Item[], folder: string, place: string, overwrite: boolean): CopyPlan {
  const files = items.flatMap((item) => item.files);
  const all = files.map(({ target, content }): Change => {
    const path = join(place, target.slice(defaultFolder.length));
    return { path, before: textOf(folder, path), after: content };
  });
  const differing = all.filter(({ before, after }) => before !== null && before !== after);
  const missing = all.filter(({ before }) => before === null);
  return overwrite
    ? { changes: [...missing, ...differing], modified: [] }
    : { changes: missing, modified: differing.map(({ path }) => path) };
}

/** Returns the commands that install the packages that the app lacks. */
function installCommandsFor(items: readonly Item[], folder: string): readonly string[][] {
  const project = readProject(folder);
  const named = new Set(items.flatMap(({ dependencies }) => dependencies));
  const runtime = [...named].filter((one) => versionOf(project.manifest, one.slice(0, one.lastIndexOf("@"))) === null);
  return installCommands({ runtime, development: [] }, project.packageManager);
}

/** @throws {Canceled} if the user declines. In that case, nothing is written. */
async function write(
  changes: readonly Change[],
  commands: readonly string[][],
  flags: Flags,
  terminal: Terminal,
): Promise<void> {
  const { prompter, out, folder, paint } = terminal;
  if (changes.length === 0 && commands.length === 0) return out("Everything is already set up.");
  // New files are only listed by name, because they come from the package unchanged.
  showChanges(
    changes.filter(({ before }) => before !== null),
    terminal,
  );
  for (const { path, before } of changes) if (before === null) out(paint("green", `+ ${path}`));
  for (const command of commands) {
    out(`${flags["no-install"] === true ? "To install:" : "Then:"} ${command.join(" ")}`);
  }
  if (flags.yes !== true) {
    await confirmChanges(prompter);
  }
  applyChanges(changes, folder);
}
