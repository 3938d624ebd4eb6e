/** Catches the mails of an app under test: senders to hand to `createAuth`, and what they were given. */

/** What any of core's senders gets, as far as tests read it. */
export interface CaughtMail {
  /** The option that sent it: `sendVerificationEmail`, `sendResetPassword`, … */
  readonly sender: string;
  /** The address it goes to. */
  readonly to: string;
  readonly url: string;
  readonly token: string;
  readonly mail: Readonly<Record<string, unknown>>;
  readonly key: string;
}

type Sender = (mail: object, delivery: { readonly key: string }) => Promise<void>;

/** Mails that were caught. */
export interface Mailbox {
  /** In order of arrival. */
  readonly mails: CaughtMail[];
  /** A sender that puts what it gets into the box. @param to reads the address off the mail; default: the user's */
  sender(name: string, to?: (mail: Readonly<Record<string, unknown>>) => string): Sender;
  /** The next mail of this sender that was not fetched yet; waits for it, ten seconds at most. */
  next(sender: string): Promise<CaughtMail>;
  /** What to answer with in place of taking the mail in: throws, hangs. `null`: takes it in again. */
  fail: (() => Promise<void>) | null;
}

/** An empty mailbox. */
export function createMailbox(): Mailbox {
  const mails: CaughtMail[] = [];
  const fetched = new Set<CaughtMail>();
  const box: Mailbox = {
    mails,
    fail: null,
    sender:
      (name, to = ownAddress) =>
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
    async next(sender) {
      for (let waited = 0; waited < 10_000; waited += 5) {
        const found = mails.find((mail) => mail.sender === sender && !fetched.has(mail));
        if (found) {
          fetched.add(found);
          return found;
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      throw new Error(`No mail came from ${sender}. Those that came: ${mails.map((mail) => mail.sender).join(", ")}.`);
    },
  };
  return box;
}

function ownAddress({ user }: Readonly<Record<string, unknown>>): string {
  return (user as { readonly email: string }).email;
}

/** The mail options of `createAuth`, each going to the box under its own name. */
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

/** Every mail that core can send goes to the box. */
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

/** Waits until the outbox holds nothing that is due: whatever was to be sent has been. */
export async function outboxEmpty(auth: OutboxCounter): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if ((await auth.$context.db.count({ name: "outbox", columns: {} }, {})) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("The outbox still holds messages after ten seconds.");
}
