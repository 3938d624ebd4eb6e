/** Catches the emails of an app under test, with senders to pass to `createAuth`. */

/** An email caught from any of core's senders, limited to what tests read. */
export interface CaughtMail {
  /** The option that sent it, such as `sendVerificationEmail` or `sendResetPassword`. */
  readonly sender: string;
  /** The recipient's email. */
  readonly to: string;
  readonly url: string;
  readonly token: string;
  readonly mail: Readonly<Record<string, unknown>>;
  readonly key: string;
}

type Sender = (mail: object, delivery: { readonly key: string }) => Promise<void>;

/** Emails that were caught. */
export interface Mailbox {
  /** Emails in order of arrival. */
  readonly mails: CaughtMail[];
  /**
   * Creates a sender that adds its emails to the mailbox.
   * @param to returns the recipient of an email. Default: the user's email.
   */
  sender(name: string, to?: (mail: Readonly<Record<string, unknown>>) => string): Sender;
  /**
   * Returns this sender's next email that wasn't returned before. Waits up to ten seconds for it.
   * @param to the recipient. Default: any.
   */
  next(sender: string, to?: string): Promise<CaughtMail>;
  /** Runs instead of storing an email, to throw or hang, for example. `null` stores emails again. */
  fail: (() => Promise<void>) | null;
}

/** Creates an empty mailbox. */
export function createMailbox(): Mailbox {
  const mails: CaughtMail[] = [];
  const returned = new Set<CaughtMail>();
  const box: Mailbox = {
    mails,
    fail: null,
    sender:
      (name, to = emailOfUser) =>
      async (mail, { key }) => {
        if (box.fail) return box.fail();
        const given = mail as Readonly<Record<string, unknown>>;
        mails.push({
          sender: name,
          to: to(given),
          url: String(given.url ?? ""),
          token: String(given.token ?? ""),
          mail: given,
          key,
        });
      },
    async next(sender, to) {
      for (let waited = 0; waited < 10_000; waited += 5) {
        const found = mails.find(
          (mail) => mail.sender === sender && (to === undefined || mail.to === to) && !returned.has(mail),
        );
        if (found) {
          returned.add(found);
          return found;
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      throw new Error(`No email was sent by ${sender}. Received: ${mails.map((mail) => mail.sender).join(", ")}.`);
    },
  };
  return box;
}

function emailOfUser({ user }: Readonly<Record<string, unknown>>): string {
  return (user as { readonly email: string }).email;
}

/** The email options of `createAuth`. Each sender is stored under its own name. */
export interface MailOptions {
  readonly emailVerification: { readonly sendVerificationEmail: Sender };
  readonly emailAndPassword: {
    readonly enabled: true;
    readonly sendResetPassword: Sender;
    readonly sendPasswordChanged: Sender;
    readonly onExistingUserSignUp: Sender;
  };
  readonly user: {
    readonly changeEmail: {
      readonly enabled: true;
      readonly sendChangeEmailConfirmation: Sender;
      readonly sendEmailChanged: Sender;
    };
    readonly sendSecurityNotice: Sender;
    readonly deleteUser: { readonly enabled: true; readonly sendDeleteAccountVerification: Sender };
  };
}

/** Returns options that send all core emails to the mailbox. */
export function mailOptions(box: Mailbox): MailOptions {
  return {
    emailVerification: { sendVerificationEmail: box.sender("sendVerificationEmail") },
    emailAndPassword: {
      enabled: true,
      sendResetPassword: box.sender("sendResetPassword"),
      sendPasswordChanged: box.sender("sendPasswordChanged"),
      onExistingUserSignUp: box.sender("onExistingUserSignUp"),
    },
    user: {
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: box.sender("sendChangeEmailConfirmation"),
        sendEmailChanged: box.sender("sendEmailChanged", ({ oldEmail }) => String(oldEmail)),
      },
      sendSecurityNotice: box.sender("sendSecurityNotice"),
      deleteUser: { enabled: true, sendDeleteAccountVerification: box.sender("sendDeleteAccountVerification") },
    },
  };
}

interface OutboxCounter {
  readonly $context: {
    readonly db: { count(table: { name: string; columns: object }, query: { where?: object }): Promise<number> };
  };
}

/** Waits until the outbox is empty, so every email has been sent. Throws after ten seconds. */
export async function outboxEmpty(auth: OutboxCounter): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if ((await auth.$context.db.count({ name: "outbox", columns: {} }, {})) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("The outbox still has messages after ten seconds.");
}
