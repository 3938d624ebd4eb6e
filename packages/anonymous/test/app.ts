/** An app with guests. */

import type { AdditionalFields, Plugin } from "@latchkey/core";
import { widen } from "@latchkey/core/database";
import { userTable } from "@latchkey/core/plugin";
import {
  createMailbox,
  type Mailbox,
  mailOptions,
  startAuth,
  type TestApp,
  type TestBrowser,
} from "@latchkey/test-kit";
import type { AnonymousOptions } from "../src/options.ts";
import { type AnonymousPlugin, anonymous } from "../src/plugin.ts";
import type { UserWithAnonymous } from "../src/tables.ts";

/** Cheap, so that races tell of guests and not of hashing. */
export const cheapHashes = {
  hash: async (password: string): Promise<string> => `plain:${password}`,
  verify: async ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
    hash === `plain:${password}`,
};

/** A guest, signed in. */
export interface Guest {
  readonly browser: TestBrowser;
  readonly id: string;
  readonly email: string;
}

/** The app under test. */
export interface AnonymousApp extends TestApp<readonly [AnonymousPlugin]> {
  readonly box: Mailbox;
  guest(address?: string): Promise<Guest>;
  user(id: string): Promise<UserWithAnonymous | null>;
  countUsers(): Promise<number>;
  /** The user of the browser's session, or `null`. */
  userOf(browser: TestBrowser): Promise<(Record<string, unknown> & { readonly id: string }) | null>;
}

/** Starts an app in which passwords are hashed cheaply, and mails go to its box. */
export async function startAnonymous(
  pluginOptions: AnonymousOptions = {},
  options: object = {},
  more: readonly Plugin[] = [],
): Promise<AnonymousApp> {
  const box = createMailbox();
  const mails = mailOptions(box);
  const { emailAndPassword, ...rest } = options as { readonly emailAndPassword?: object };
  const app = (await startAuth<readonly Plugin[], AdditionalFields, AdditionalFields>({
    ...(mails as object),
    emailAndPassword: { ...mails.emailAndPassword, password: cheapHashes, ...emailAndPassword },
    plugins: [anonymous(pluginOptions), ...more],
    ...rest,
  })) as unknown as TestApp<readonly [AnonymousPlugin]>;
  const { db } = app.auth.$context;
  const users = widen<UserWithAnonymous>(userTable);
  return {
    ...app,
    box,
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
