/** Starts apps whose emails go to a mailbox, for tests of plugins. */

import type { AdditionalFields, CustomHasher, Plugin } from "@latchkey/core";
import { createMailbox, type Mailbox, mailOptions } from "./mailbox.ts";
import { startAuth, type TestApp } from "./start-auth.ts";

/** An app under test with its mailbox. */
export interface MailedApp<P extends readonly Plugin[]> extends TestApp<P> {
  readonly box: Mailbox;
}

/** Stores passwords as is. For tests that aren't about passwords, because a real hash takes 30 ms of CPU time. */
export const plainPasswords: CustomHasher = {
  hash: async (password) => `plain:${password}`,
  verify: async ({ hash, password }) => hash === `plain:${password}`,
};

/**
 * Starts an app that sends all emails to a mailbox and doesn't hash passwords.
 *
 * @param plugins returns the plugins under test, which can send to the mailbox
 * @param options any options of `createAuth`, which override those of `mailOptions`
 * @param more additional plugins. Their endpoints aren't part of the result type.
 */
export async function startMailedAuth<const P extends readonly Plugin[]>(
  plugins: (box: Mailbox) => P,
  options: object = {},
  more: readonly Plugin[] = [],
): Promise<MailedApp<P>> {
  const box = createMailbox();
  const mails = mailOptions(box);
  const { emailAndPassword, ...rest } = options as { readonly emailAndPassword?: object };
  const app = await startAuth<readonly Plugin[], AdditionalFields, AdditionalFields>({
    ...mails,
    emailAndPassword: { ...mails.emailAndPassword, password: plainPasswords, ...emailAndPassword },
    plugins: [...plugins(box), ...more],
    ...rest,
  });
  // The other plugins only add to what `P` declares.
  return { ...(app as unknown as TestApp<P>), box };
}
