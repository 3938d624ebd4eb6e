/** `latchkey init`: sets an app up. Shows everything before it does it; done twice, the second time changes nothing. */

import { type Command, type Flags, textFlag } from "../command.ts";
import { isFile, openDatabase } from "../database/open.ts";
import { migrate } from "../migrate.ts";
import { schemaOfTarget } from "../plugins.ts";
import { readEnvironment } from "../project/environment.ts";
import { type PackageManager, readProject } from "../project/project.ts";
import { readTarget } from "../project/target.ts";
import { Cancelled, type Terminal } from "../terminal.ts";
import { applyChanges, showChanges } from "./changes.ts";
import { type Choices, readChoices } from "./choices.ts";
import { installCommands } from "./packages.ts";
import { type Plan, planInit } from "./plan.ts";

export const initCommand: Command = {
  summary: "sets an app up: files, packages, tables",
  help: `latchkey init [--yes] [--plugins LIST] [--database URL] [--no-install] [--no-screens]

Finds out what the app is made with, writes the auth file, the route or mount, the client and the environment file, installs
packages and makes the tables. Every change is shown first. Files that are there are not replaced, secrets never changed.

  --yes         does it without asking
  --plugins     admin, billing, organization, two-factor, username
  --database    a SQLite file (app.db), postgres://… or mysql://…, or the word postgres or mysql
  --framework   next, express, fastify, hono or node         (else: by package.json)
  --auth        where the auth file goes, or is
  --no-install  prints the command that installs packages
  --no-screens  no sign-in screens`,
  options: {
    yes: { type: "boolean", short: "y" },
    plugins: { type: "string" },
    database: { type: "string" },
    framework: { type: "string" },
    auth: { type: "string" },
    "no-install": { type: "boolean" },
    "no-screens": { type: "boolean" },
  },
  async run(flags, terminal) {
    const { folder, environment: process } = terminal;
    const project = readProject(folder);
    const environment = readEnvironment(folder, process);
    const choices = await readChoices(flags, project, environment, flags.yes === true ? null : terminal.person);
    const plan = planInit(choices, environment, textFlag(flags, "auth"));
    const commands = installCommands(plan.packages, project.manager);
    await write(plan, commands, flags, terminal);
    const isInstalled = await install(commands, flags, terminal);
    const isMade = await makeTables(choices, textFlag(flags, "auth"), terminal);
    sayNext(choices, plan, terminal, readEnvironment(folder, process).read("AUTH_URL") ?? "http://…");
    return isInstalled && isMade ? 0 : 1;
  },
};

/** @throws {Cancelled} the person does not want it; nothing was written */
async function write(plan: Plan, commands: readonly string[][], flags: Flags, terminal: Terminal): Promise<void> {
  const { person, out, folder } = terminal;
  if (plan.changes.length === 0 && commands.length === 0) {
    out("Every file and package is there already.");
    return;
  }
  showChanges(plan.changes, terminal);
  for (const command of commands)
    out(`${flags["no-install"] === true ? "To install:" : "Then:"} ${command.join(" ")}\n`);
  if (flags.yes !== true) {
    if (!person) throw new Error("Nobody is there to be asked. With --yes, this is done without asking.");
    if (!(await person.confirm("Do this?"))) throw new Cancelled();
  }
  applyChanges(plan.changes, folder);
}

async function install(
  commands: readonly string[][],
  flags: Flags,
  { run, folder, error }: Terminal,
): Promise<boolean> {
  if (flags["no-install"] === true) return true;
  for (const [program = "", ...args] of commands) {
    const code = await run(program, args, folder);
    if (code === 0) continue;
    error(`${[program, ...args].join(" ")} ended with ${code}. When that is mended, run "latchkey init" again.`);
    return false;
  }
  return true;
}

/** In the database that the auth file means; it is read again, for it may just have been written. */
async function makeTables(choices: Choices, auth: string | undefined, terminal: Terminal): Promise<boolean> {
  const { out, error, folder } = terminal;
  const target = readTarget(terminal, { auth });
  const address = target.database;
  if (!address || (choices.databaseAddress === null && isFile(address))) {
    out(
      "No address of a database is known. Put it into the environment as DATABASE_URL, then: npx @latchkey/cli migrate",
    );
    return true;
  }
  try {
    const database = await openDatabase(address, { folder });
    try {
      return await migrate(database, await schemaOfTarget(target), false, { out: () => {}, error });
    } finally {
      await database.close();
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    error(`The tables were not made: ${reason}\nWhen the database answers: npx @latchkey/cli migrate`);
    return false;
  }
}

const runs: Readonly<Record<PackageManager, string>> = { npm: "npm run", pnpm: "pnpm", yarn: "yarn", bun: "bun run" };

function sayNext({ project, isNew }: Choices, { byHand, auth }: Plan, { out, paint }: Terminal, address: string): void {
  for (const step of byHand) out(`\n${paint("yellow", "By hand:")} ${step}`);
  const dev = isNew || project.manifest?.scripts?.dev !== undefined;
  out(`
${paint("bold", "Next")}
  ${dev ? `${runs[project.manager]} dev` : "start the app as usual"}
  curl ${address}/api/auth/ok answers {"ok":true}
  ${auth} says who may sign in, and how
  npx @latchkey/cli doctor, before it goes anywhere`);
}
