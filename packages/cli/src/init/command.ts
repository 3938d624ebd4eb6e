/** `latchkey init`: sets up an app. It shows every change first, and a second run changes nothing. */

import { type Command, type Flags, textFlag } from "../command.ts";
import { isFile, openDatabase } from "../database/open.ts";
import { migrate } from "../migrate.ts";
import { schemaOfTarget } from "../plugins.ts";
import { readEnvironment } from "../project/environment.ts";
import { readProject } from "../project/project.ts";
import { knownSecret } from "../project/secrets.ts";
import { readSource, readTarget } from "../project/target.ts";
import { confirmChanges } from "../prompter.ts";
import type { Terminal } from "../terminal.ts";
import { applyChanges, listChanges, showChanges } from "./changes.ts";
import { type Choices, describeApp, readChoices } from "./choices.ts";
import { installCommands } from "./packages.ts";
import { findAuth, type Plan, planInit } from "./plan.ts";
import { runScript, startCommand } from "./start-command.ts";

export const initCommand: Command = {
  summary: "Set up Latchkey in your app",
  help: `latchkey init [--yes] [--plugins LIST] [--database URL] [--no-install] [--no-start] [--no-screens]

Detects your framework, writes the auth file, the route or mount, the client, the pages and the environment file, installs
packages, creates the tables, and starts the app once to call its auth server. It shows every change first. It doesn't replace
existing files or change secrets.

  --yes         applies the changes without asking
  --plugins     admin, anonymous, api-key, billing, device-authorization, email-otp,
                events, jwt, last-login-method, magic-link, multi-session, oauth-provider (adds jwt), one-tap,
                one-time-token, organization, passkey, phone-number, scim (adds organization), sso (adds
                organization), step-up, two-factor, username
  --database    a SQLite file (app.db), postgres://… or mysql://…, or the word postgres or mysql
  --framework   next, express, fastify, hono or node         (default: from package.json)
  --auth        path of the auth file, new or existing
  --no-install  prints the command that installs packages, and doesn't start the app
  --no-start    doesn't start the app to call it
  --no-screens  doesn't add sign-in and account pages`,
  options: {
    yes: { type: "boolean", short: "y" },
    plugins: { type: "string" },
    database: { type: "string" },
    framework: { type: "string" },
    auth: { type: "string" },
    "no-install": { type: "boolean" },
    "no-start": { type: "boolean" },
    "no-screens": { type: "boolean" },
  },
  async run(flags, terminal) {
    const { folder, environment: process } = terminal;
    const project = readProject(folder);
    const environment = readEnvironment(folder, process);
    const named = textFlag(flags, "auth");
    const hasAuth = findAuth(project, environment, named) !== null;
    const prompter = flags.yes === true ? null : terminal.prompter;
    const choices = await readChoices(flags, project, environment, prompter, hasAuth);
    terminal.out(`${describeApp(choices)}\n`);
    const plan = planInit(choices, environment, named);
    const commands = installCommands(plan.packages, project.packageManager);
    await write(plan, commands, flags, terminal);
    const isInstalled = await install(commands, flags, terminal);
    const hasTables = await createTables(choices, textFlag(flags, "auth"), terminal);
    const configured = readEnvironment(folder, process).read("AUTH_URL");
    const skipsStart = flags["no-start"] === true || flags["no-install"] === true || configured === undefined;
    const start = skipsStart ? null : startCommand(choices, plan);
    const address = configured ?? plan.url;
    const secret = knownSecret(readSource(terminal, { auth: named }));
    const isChecked = !start || !isInstalled || !hasTables || (await checkApp(start, address, secret, terminal));
    printNextSteps(choices, plan, terminal, {
      address,
      isChecked: start !== null && isChecked && isInstalled && hasTables,
    });
    return isInstalled && hasTables && isChecked ? 0 : 1;
  },
};

/** @throws {Canceled} if the user declines. In that case, nothing is written. */
async function write(plan: Plan, commands: readonly string[][], flags: Flags, terminal: Terminal): Promise<void> {
  const { prompter, out, folder } = terminal;
  if (plan.changes.length === 0 && commands.length === 0) {
    out("Everything is already set up.");
    return;
  }
  showChanges(plan.changes, terminal);
  for (const command of commands)
    out(`${flags["no-install"] === true ? "To install:" : "Then:"} ${command.join(" ")}\n`);
  if (flags.yes !== true) {
    // The patches can fill more than a screen.
    listChanges(plan.changes, terminal);
    await confirmChanges(prompter);
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
    error(
      `"${[program, ...args].join(" ")}" exited with code ${code}. Fix the problem, then run "latchkey init" again.`,
    );
    return false;
  }
  return true;
}

/** Creates the tables in the auth file's database. Reads the file again, because it may have just been written. */
async function createTables(choices: Choices, auth: string | undefined, terminal: Terminal): Promise<boolean> {
  const { out, error, folder } = terminal;
  const target = readTarget(terminal, { auth });
  const address = target.database;
  if (!address || (choices.databaseAddress === null && isFile(address))) {
    out("No database URL was found. Set DATABASE_URL, then run: npx @latchkey/cli migrate");
    return true;
  }
  try {
    const database = await openDatabase(address, { folder });
    try {
      return await migrate(database, await schemaOfTarget(target), target, false, { out: () => {}, error });
    } finally {
      await database.close();
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    error(`Couldn't create the tables: ${reason}\nOnce the database is reachable, run: npx @latchkey/cli migrate`);
    return false;
  }
}

/** Starts the app, calls its auth server, and stops it. */
async function checkApp(
  start: readonly string[],
  address: string,
  secret: string | null,
  { out, error, paint, folder, tryApp }: Terminal,
): Promise<boolean> {
  const url = `${address}/api/auth/ok`;
  const command = start.join(" ");
  out(`\nStarting the app to check it: ${command}`);
  const trial = await tryApp({ command: start, folder, url, secret });
  if (trial.outcome === "ok" || trial.outcome === "running") {
    const state = trial.outcome === "running" ? "Your app was already running." : "The app has been stopped.";
    out(paint("green", `${url} responded with {"ok":true}. ${state}`));
    return true;
  }
  if (trial.outcome === "occupied") {
    error(`Couldn't check your app at ${url}. ${trial.by}.
Stop that server, or change your app's port and AUTH_URL. Then start your app: ${command}`);
  } else error(`${url} didn't respond with {"ok":true}. ${command} printed:\n${trial.output}`);
  return false;
}

function printNextSteps(
  { project, isNew, screens, plugins }: Choices,
  { manualSteps, auth }: Plan,
  { out, paint }: Terminal,
  { address, isChecked }: { readonly address: string; readonly isChecked: boolean },
): void {
  for (const step of manualSteps) out(`\n${paint("yellow", "To do:")} ${step}`);
  const dev = isNew || project.manifest?.scripts?.dev !== undefined;
  const steps = [
    dev ? runScript(project.packageManager, "dev").join(" ") : "start the app as usual",
    ...(isChecked ? [] : [`curl ${address}/api/auth/ok returns {"ok":true}`]),
    ...(screens ? [`${address}/sign-up creates your account`] : []),
    ...(plugins.includes("admin") ? ["npx @latchkey/cli admin create creates the first admin"] : []),
    `${auth} configures how users sign in`,
    "npx @latchkey/cli doctor checks your setup before you deploy",
  ];
  out(["", paint("bold", "Next"), ...steps.map((step) => `  ${step}`)].join("\n"));
}
