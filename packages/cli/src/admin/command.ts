/** `latchkey admin create`: creates the first admin directly in the database. */

import { type Command, type Flags, textFlag } from "../command.ts";
import { openDatabase } from "../database/open.ts";
import { adminRoles } from "../doctor/plugins.ts";
import { readTables } from "../doctor/sql.ts";
import { optionsOf, pluginsOfTarget } from "../plugins.ts";
import { databaseOf, readTarget, type Target, targetHelp, targetOptions } from "../project/target.ts";
import type { Prompter } from "../prompter.ts";
import { valueAt } from "../source/values.ts";
import type { Terminal } from "../terminal.ts";
import { type AdminOperations, createAdminOperations } from "./operations.ts";

export const adminCommand: Command = {
  summary: "Create an admin user",
  help: `latchkey admin create --email ADDRESS [--name NAME] [--password-stdin]
latchkey admin create --email ADDRESS --promote

Creates a user with a password, a verified email, and the admin role, in one transaction. It doesn't start the app, so the
app's hooks don't run.

  --email           the email. The command asks for it if it's missing
  --name            the user's name. The command asks for it if it's missing
  --password-stdin  reads the password from standard input. Otherwise, the command asks for it and doesn't show it
  --promote         assigns the role to an existing user
  --role            the admin role, if the app has a custom one (default: from the auth file, or admin)
${targetHelp}`,
  options: {
    ...targetOptions,
    email: { type: "string" },
    name: { type: "string" },
    role: { type: "string" },
    "password-stdin": { type: "boolean" },
    promote: { type: "boolean" },
  },
  async run(flags, terminal) {
    const read = readTarget(terminal, {
      auth: textFlag(flags, "auth"),
      plugins: textFlag(flags, "plugins"),
      database: textFlag(flags, "database"),
    });
    // Creating an admin implies the admin plugin, even if it isn't named.
    const target = read.plugins.includes("admin") ? read : { ...read, plugins: [...read.plugins, "admin"] };
    checkHasher(target);
    const database = await openDatabase(databaseOf(target), { folder: terminal.folder });
    try {
      if (!(await readTables(database)).has("user", "role")) {
        throw new Error(
          'The user table has no role column. Add admin() to the plugins, then run "npx @latchkey/cli migrate".',
        );
      }
      const minPasswordLength = valueAt(target.authFile?.options, "emailAndPassword", "minPasswordLength");
      const operations = createAdminOperations(database, {
        plugins: await pluginsOfTarget(target),
        minPasswordLength: typeof minPasswordLength === "number" ? minPasswordLength : undefined,
      });
      const role = textFlag(flags, "role") ?? adminRoles(optionsOf(target.authFile, "admin"))[0] ?? "admin";
      return await (flags.promote === true
        ? promote(operations, flags, role, terminal)
        : create(operations, flags, role, terminal));
    } finally {
      await database.close();
    }
  },
};

/** @throws {Error} if the app hashes passwords itself, because it couldn't verify core's hashes */
function checkHasher({ authFile }: Target): void {
  if (valueAt(authFile?.options, "emailAndPassword", "password") === undefined) return;
  throw new Error(
    "The app hashes passwords with custom functions, which only the app can run. Sign up in the app, then run: latchkey admin create --promote --email …",
  );
}

async function create(operations: AdminOperations, flags: Flags, role: string, terminal: Terminal): Promise<number> {
  const { prompter, out, error } = terminal;
  const email = await flagOrPrompt(flags, "email", prompter, "Email");
  const name = await flagOrPrompt(flags, "name", prompter, "Name");
  const password = flags["password-stdin"] === true ? await firstLine(terminal) : await promptNewPassword(prompter);
  if ((await operations.create({ email, name, password, role })) === "created") {
    out(`Created the admin ${email} with the role ${role}.`);
    return 0;
  }
  error(`${email} already has an account. To make this user an admin, add --promote.`);
  return 1;
}

async function promote(operations: AdminOperations, flags: Flags, role: string, terminal: Terminal): Promise<number> {
  const { prompter, out, error } = terminal;
  const email = await flagOrPrompt(flags, "email", prompter, "Email");
  const outcome = await operations.promote({ email, role });
  if (outcome === "not-found") {
    error(`No user has the email ${email}. To create one, leave out --promote.`);
    return 1;
  }
  out(outcome === "was-already" ? `${email} already has the role ${role}.` : `${email} now has the role ${role}.`);
  if (outcome === "promoted-unverified") {
    error(`${email} isn't verified. Make sure that the account belongs to the right person.`);
  }
  return 0;
}

async function flagOrPrompt(flags: Flags, name: string, prompter: Prompter | null, question: string): Promise<string> {
  const value = textFlag(flags, name) ?? (prompter ? await prompter.text(question) : "");
  if (value.trim() === "")
    throw new Error(`--${name} is missing. Pass it, or run the command in a terminal to be asked for it.`);
  return value.trim();
}

/** Returns the first line of standard input, without the line break. */
async function firstLine({ input }: Terminal): Promise<string> {
  const [line = ""] = (await input()).split(/\r?\n/, 1);
  if (line === "") throw new Error("No password to read: standard input was empty. Pipe the password to this command.");
  return line;
}

async function promptNewPassword(prompter: Prompter | null): Promise<string> {
  if (!prompter) throw new Error("Can't ask for a password here. Pass it on standard input with --password-stdin.");
  const password = await prompter.password("Password");
  if ((await prompter.password("Repeat the password")) !== password)
    throw new Error("The passwords don't match. Nothing was saved.");
  return password;
}
