/** An app with the admin plugin, a signed-in admin, and users. */

import type { Plugin } from "@latchkey/core";
import type { StatementInfo } from "@latchkey/core/database";
import { plainPasswords, startAuth, type TestBrowser, testPassword } from "@latchkey/test-kit";
import type { AdminOptions } from "../src/options.ts";
import { type AdminPlugin, admin } from "../src/plugin.ts";

/** A user with a browser. */
export interface Person extends TestBrowser {
  readonly id: string;
  readonly email: string;
}

/** Starts the app. `root` is an admin by role, signed in. `plugins` are added to the admin plugin. */
export async function startAdmin(
  pluginOptions: AdminOptions = {},
  options: object = {},
  plugins: readonly Plugin[] = [],
) {
  const all = [admin(pluginOptions), ...plugins] as readonly Plugin[] as readonly [AdminPlugin];
  const emailAndPassword = { enabled: true, password: plainPasswords };
  const app = await startAuth({ emailAndPassword, ...options, plugins: all });
  /** Creates a user on the server, and signs them in. */
  const person = async (name: string, role?: string | readonly string[]): Promise<Person> => {
    const email = `${name}@example.com`;
    const body = { email, name, password: testPassword, ...(role === undefined ? {} : { role }) };
    const { user } = await app.auth.api.createUser({ body });
    const browser = app.browser();
    const { status, body: answer } = await browser.signIn(email);
    if (status !== 200) throw new Error(`${email} can't sign in: ${JSON.stringify(answer)}`);
    return { ...browser, id: user.id, email };
  };
  const root = await person("root", "admin");
  return { ...app, person, root };
}

/** Returns a short form of a response. */
export const said = ({ status, body }: { status: number; body: unknown }): string =>
  `${status} ${(body as { code?: string } | null)?.code ?? ""}`.trim();

/** Queries that count toward a budget. */
export const counted = (statements: readonly StatementInfo[]): readonly StatementInfo[] =>
  statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit" && table !== "outbox");
