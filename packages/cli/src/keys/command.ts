/** `latchkey keys`: lists, rotates, and tests the keys that sign tokens. */

import { type Auth, createAuth } from "@latchkey/core";
import { type JwtOptions, type JwtPlugin, jwt, type SigningKeyState } from "@latchkey/jwt";
import { sqlAdapter } from "@latchkey/sql";
import { type Command, type Flags, textFlag } from "../command.ts";
import { openDatabase } from "../database/open.ts";
import { readTables } from "../doctor/sql.ts";
import { optionsOf } from "../plugins.ts";
import { currentSecret } from "../project/secrets.ts";
import { databaseOf, readTarget, type Target, targetHelp, targetOptions } from "../project/target.ts";
import { toPlainValue } from "../source/plain.ts";
import { valueAt } from "../source/values.ts";
import type { Terminal } from "../terminal.ts";

type KeyApi = Auth<readonly [JwtPlugin]>["api"];

export const keysCommand: Command = {
  summary: "List the keys that sign tokens",
  help: `latchkey keys

Lists the signing keys of @latchkey/jwt, and what each of them is for.

${targetHelp}`,
  options: targetOptions,
  run: (flags, terminal) =>
    withKeys(flags, terminal, async (api) => {
      print(terminal, await api.listSigningKeys());
      return 0;
    }),
};

export const rotateKeysCommand: Command = {
  summary: "Replace the keys that sign tokens",
  help: `latchkey keys rotate [--compromised] [--alg ALGORITHM]

Publishes the next key of each algorithm. It signs an hour later, when every service knows it. Running the command twice
changes nothing.

  --compromised   deletes the keys and replaces them immediately, because someone else may have them. Their tokens stop
                  working within six minutes
  --alg           only this algorithm: EdDSA, ES256, ES512, RS256, or PS256
${targetHelp}`,
  options: { ...targetOptions, compromised: { type: "boolean" }, alg: { type: "string" } },
  run: (flags, terminal) =>
    withKeys(flags, terminal, async (api) => {
      const body = { alg: textFlag(flags, "alg"), compromised: flags.compromised === true };
      print(terminal, await api.rotateSigningKeys({ body }));
      return 0;
    }),
};

export const testKeysCommand: Command = {
  summary: "Test a rotation of the keys",
  help: `latchkey keys test

Simulates a rotation with the app's settings. Doesn't change the app's keys.

${targetHelp}`,
  options: targetOptions,
  run: (flags, terminal) =>
    withKeys(flags, terminal, async (api) => {
      const steps = await api.testKeyRotation();
      for (const { name, passed } of steps) {
        terminal.out(`${passed ? terminal.paint("green", "passed") : terminal.paint("red", "failed")}  ${name}`);
      }
      return steps.every(({ passed }) => passed) ? 0 : 1;
    }),
};

function print({ out }: Terminal, states: readonly SigningKeyState[]): void {
  if (states.length === 0) out("There are no keys yet. The first token creates one.");
  for (const { kid, alg, status, activeAt, removeAt } of states) {
    const from = status === "published" && activeAt ? ` signs from ${activeAt.toISOString()}` : "";
    const until = removeAt ? ` published until ${removeAt.toISOString()}` : "";
    out(`${kid}  ${alg.padEnd(5)}  ${status.padEnd(9)}${from}${until}`);
  }
}

/** Runs core on the app's database, with its secret and its key options. */
async function withKeys(flags: Flags, terminal: Terminal, work: (api: KeyApi) => Promise<number>): Promise<number> {
  const target = readTarget(terminal, {
    auth: textFlag(flags, "auth"),
    plugins: textFlag(flags, "plugins"),
    database: textFlag(flags, "database"),
  });
  const database = await openDatabase(databaseOf(target), { folder: terminal.folder });
  try {
    if (!(await readTables(database)).has("jwks", "slot")) {
      throw new Error('The jwks table is missing. Add jwt() to the plugins, then run "npx @latchkey/cli migrate".');
    }
    const auth = createAuth({
      baseURL: "http://localhost",
      secret: currentSecret(target),
      logger: { disabled: true },
      database: sqlAdapter(database.source),
      plugins: [jwt(keyOptions(target))],
    });
    return await work(auth.api);
  } finally {
    await database.close();
  }
}

/** The `jwt.jwks` option, as far as it can be read from the auth file's source. */
export function keyOptions({ authFile }: Pick<Target, "authFile">): JwtOptions {
  const jwks = toPlainValue(valueAt(optionsOf(authFile, "jwt"), "jwks"));
  return jwks === undefined ? {} : { jwks: jwks as NonNullable<JwtOptions["jwks"]> };
}
