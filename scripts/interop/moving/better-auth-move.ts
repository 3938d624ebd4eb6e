/** Sets up an app for tests that migrate it from better-auth to Latchkey. */

import { admin } from "@latchkey/admin";
import { createAuth } from "@latchkey/core";
import type { AuthContext } from "@latchkey/core/plugin";
import { organization } from "@latchkey/organization";
import { createBrowser, createMailbox, type TestBrowser } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { type BetterAuthData, fill, oldSecret } from "./better-auth-app.ts";
import type { FilledDatabase, Kind } from "./databases.ts";
import { type CommandResult, folder } from "./terminal.ts";

const secret = "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U";
export const authFile = `
import { createAuth } from "@latchkey/core";
import { admin } from "@latchkey/admin";
import { organization } from "@latchkey/organization";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
export const auth = createAuth({
  baseURL: process.env.AUTH_URL,
  secret: process.env.AUTH_SECRET,
  database,
  emailAndPassword: { enabled: true, sendResetPassword },
  plugins: [username(), admin(), organization({ teams: { enabled: true } }), twoFactor({ otpOptions: { sendOTP } })],
});`;
// The auth file uses names that it doesn't define, so the commands can only read it and not run it.
export const plugins = "username,admin,organization,two-factor";
export const environment = `AUTH_SECRET=${secret}\nAUTH_URL=https://app.test\nBETTER_AUTH_SECRET=${oldSecret}\n`;

/** A database that better-auth filled, and the command line in the app's folder. */
export interface Move {
  readonly database: FilledDatabase;
  readonly known: BetterAuthData;
  /** Runs a command on the database, with every plugin unless `--plugins` is set. */
  run(...words: string[]): Promise<CommandResult>;
  /** The doctor's findings. */
  idsOfFindings(): Promise<string[]>;
  close(): Promise<void>;
}

/** Quotes an identifier for the database. */
export const quoteOn =
  ({ name }: Kind) =>
  (word: string): string =>
    name === "mariadb" ? `\`${word}\`` : `"${word}"`;

/** Fills a new database with better-auth's data. Ann's email is verified, and a custom table references Dan. */
export async function openMove(kind: Kind): Promise<Move> {
  const q = quoteOn(kind);
  const app = folder({ "auth.ts": authFile, ".env": environment, ".gitignore": ".env\n" });
  const database = await kind.open(app.path);
  const known = await fill(database);
  await database.rows(`update ${q("user")} set ${q("emailVerified")} = true where id = '${known.ids.ann}'`);
  const key = kind.name === "mariadb" ? "varchar(36)" : "text";
  await database.rows(
    `create table post (id ${key} primary key, author ${key} not null, foreign key (author) references ${q("user")} (id) on delete cascade)`,
  );
  await database.rows(`insert into post (id, author) values ('p1', '${known.ids.dan}')`);
  const run = (...words: string[]): Promise<CommandResult> =>
    app.run(...words, "--database", database.address, ...(words.includes("--plugins") ? [] : ["--plugins", plugins]));
  return {
    database,
    known,
    run,
    async idsOfFindings() {
      const { out } = await run("doctor", "--json");
      return (JSON.parse(out) as { findings: { id: string }[] }).findings.map(({ id }) => id);
    },
    async close() {
      await database.close();
      app.remove();
    },
  };
}

/** Runs the app with Latchkey on the migrated database. */
export async function withApp<T>(
  database: FilledDatabase,
  use: (browser: () => TestBrowser, sent: ReturnType<typeof createMailbox>, context: AuthContext) => Promise<T>,
): Promise<T> {
  const { adapter, close } = await database.connect();
  const sent = createMailbox();
  const auth = createAuth({
    baseURL: "http://app.test",
    secret,
    database: adapter,
    emailAndPassword: { enabled: true },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    plugins: [
      username(),
      admin(),
      organization({ teams: { enabled: true } }),
      twoFactor({ otpOptions: { sendOTP: sent.sender("sendOTP") } }),
    ],
  });
  await auth.checkDatabase();
  try {
    return await use(() => createBrowser(auth.handler, "http://app.test/api/auth"), sent, auth.$context);
  } finally {
    await close();
  }
}
