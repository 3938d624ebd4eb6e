/** An app with email and one provider, for account recovery tests. */

import { createMailbox, type Mailbox, mailOptions, type TestBrowser } from "@latchkey/test-kit";
import type { Adapter } from "../src/database/adapter.ts";
import { type AccountRow, accountTable } from "../src/tables/account.ts";
import { type SessionRow, sessionTable } from "../src/tables/session.ts";
import { type UserRow, userTable } from "../src/tables/user.ts";
import { type SocialApp, startSocial, testProvider } from "./social-app.ts";

export const victim = "victim@example.com";
export const better = "an even better password";

/** A link as a path for the test browser. */
export const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");

export const errorOf = (reply: { headers: Headers }): string | null =>
  new URL(reply.headers.get("location") as string).searchParams.get("error");

export interface RecoveryApp extends SocialApp {
  readonly box: Mailbox;
  readonly db: Adapter;
  /** Links a provider account in this browser's session. */
  link(person: TestBrowser, subject: object): Promise<string | null>;
  /** Requests a reset email, and sets the password with its token. */
  reset(email?: string, password?: string): Promise<number>;
  /** Opens the next verification link, in a separate browser unless one is given. */
  openLink(person?: TestBrowser): Promise<number>;
  /** Changes the email of this browser's user. The current email approves in `agree`. */
  move(person: TestBrowser, newEmail: string, agree?: TestBrowser): Promise<void>;
  user(email?: string): Promise<UserRow>;
  accounts(): Promise<AccountRow[]>;
  sessions(): Promise<SessionRow[]>;
}

/** Allows linking unverified emails, which is off by default, so that tests can plant accounts. */
export async function startRecovery({ changeEmail, ...options }: Record<string, object> = {}): Promise<RecoveryApp> {
  const box = createMailbox();
  const mails = mailOptions(box);
  const app = await startSocial(
    {
      ...mails,
      account: { accountLinking: { allowDifferentEmails: true, allowUnverifiedEmails: true } },
      ...options,
      user: { ...mails.user, ...options.user, changeEmail: { ...mails.user.changeEmail, ...changeEmail } },
      emailVerification: { ...mails.emailVerification, sendOnSignUp: true, ...options.emailVerification },
      emailAndPassword: { ...mails.emailAndPassword, ...options.emailAndPassword },
    },
    testProvider(),
  );
  const { db } = app.auth.$context;
  const browser = (): TestBrowser => app.browser();
  return {
    ...app,
    box,
    db,
    link: async (person, subject) =>
      errorOf(await (await app.begin(person, {}, "/link-social")).back({ sub: "evil", ...subject })),
    async reset(email = victim, password = better) {
      await browser().post("/forget-password", { email });
      const { token } = await box.next("sendResetPassword");
      return (await browser().post("/reset-password", { newPassword: password, token })).status;
    },
    async openLink(person = browser()) {
      return (await person.get(pathOf((await box.next("sendVerificationEmail")).url))).status;
    },
    async move(person, newEmail, agree = person) {
      await person.post("/change-email", { newEmail });
      await agree.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    },
    user: async (email = victim) => (await db.findOne(userTable, { where: { email } })) as UserRow,
    accounts: () => db.findMany(accountTable, { orderBy: [{ column: "providerId" }], limit: 99 }),
    sessions: () => db.findMany(sessionTable, { limit: 99 }),
  };
}
