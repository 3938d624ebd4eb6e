/** An app with guests. */

import type { Plugin } from "@latchkey/core";
import { widen } from "@latchkey/core/database";
import { userTable } from "@latchkey/core/plugin";
import { type MailedApp, startMailedAuth, type TestBrowser } from "@latchkey/test-kit";
import type { AnonymousOptions } from "../src/options.ts";
import { type AnonymousPlugin, anonymous } from "../src/plugin.ts";
import type { UserWithAnonymous } from "../src/tables.ts";

/** A signed-in guest. */
export interface Guest {
  readonly browser: TestBrowser;
  readonly id: string;
  readonly email: string;
}

/** The app under test. */
export interface AnonymousApp extends MailedApp<readonly [AnonymousPlugin]> {
  guest(address?: string): Promise<Guest>;
  user(id: string): Promise<UserWithAnonymous | null>;
  countUsers(): Promise<number>;
  /** The user of the browser's session, or `null`. */
  userOf(browser: TestBrowser): Promise<(Record<string, unknown> & { readonly id: string }) | null>;
}

/** Starts an app with cheap password hashing. Emails go to its box. */
export async function startAnonymous(
  pluginOptions: AnonymousOptions = {},
  options: object = {},
  more: readonly Plugin[] = [],
): Promise<AnonymousApp> {
  const app = await startMailedAuth(() => [anonymous(pluginOptions)], options, more);
  const { db } = app.auth.$context;
  const users = widen<UserWithAnonymous>(userTable);
  return {
    ...app,
    async guest(address) {
      const browser = app.browser(address);
      const { status, body } = await browser.post<{ user: Guest }>("/sign-in/anonymous");
      if (status !== 200) throw new Error(`No guest: ${JSON.stringify(body)}`);
      return { browser, id: body.user.id, email: body.user.email };
    },
    user: (id) => db.findOne(users, { where: { id } }),
    countUsers: () => db.count(userTable, {}),
    userOf: async (browser) => ((await browser.get("/get-session")).body as { user: never } | null)?.user ?? null,
  };
}
