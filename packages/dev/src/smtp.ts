/** A local mail server that stores emails instead of delivering them. */

import type { AddressInfo } from "node:net";
import { simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { findLinks } from "./mail/links.ts";
import type { CaughtMail, Mailbox } from "./mail/mailbox.ts";

/** Options for `createMailCatcher`. */
export interface MailCatcherOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** Returns the time for caught emails. Default: the system's clock. */
  readonly clock?: () => Date;
}

/** Which email to wait for. */
export interface MailFilter {
  /** One of the recipients. Case doesn't matter. */
  readonly to?: string;
  /** Part of the subject, or a pattern. */
  readonly subject?: string | RegExp;
  /** An email or its id. Only later emails match. */
  readonly after?: string | CaughtMail;
  /** Timeout in milliseconds. Default: 5000. */
  readonly timeoutMs?: number;
}

/** A running mail catcher. */
export interface MailCatcher extends Mailbox {
  /** The URL to send to, such as `smtp://127.0.0.1:40123`. Accepts any credentials or none, and doesn't use TLS. */
  readonly url: string;
  /**
   * Returns the first matching email, whether it's already there or arrives later.
   * @throws {Error} if none arrives in time. The message lists the emails that did.
   */
  next(filter?: MailFilter): Promise<CaughtMail>;
  /** Stops the server. Caught emails can still be read. */
  close(): Promise<void>;
}

const maxMails = 200;
/** 10 MiB. */
const maxBytes = 10_485_760;

/** Starts the mail catcher, on loopback only. It keeps the last 200 emails in memory. */
export async function createMailCatcher(options: MailCatcherOptions = {}): Promise<MailCatcher> {
  const now = options.clock ?? (() => new Date());
  const waiters = new Set<Waiter>();
  let mails: CaughtMail[] = [];
  let count = 0;

  const addMail = (received: ReceivedMail): void => {
    const mail = { ...received, id: String(++count), date: now() };
    mails = [mail, ...mails].slice(0, maxMails);
    for (const one of waiters) if (matchesFilter(mail, one.filter)) one.settle(mail);
  };
  const server = createServer(addMail);
  const port = await listen(server, options.port ?? 0);

  return {
    url: `smtp://127.0.0.1:${port}`,
    list: () => mails,
    clear: () => {
      mails = [];
    },
    next(filter = {}) {
      const existing = mails.findLast((mail) => matchesFilter(mail, filter));
      return existing ? Promise.resolve(existing) : waitForMail(waiters, filter, () => mails);
    },
    async close() {
      for (const one of waiters) one.settle(new Error("The mail catcher was closed while waiting for an email."));
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

type ReceivedMail = Omit<CaughtMail, "id" | "date">;

interface Waiter {
  readonly filter: MailFilter;
  settle(outcome: CaughtMail | Error): void;
}

function waitForMail(
  waiting: Set<Waiter>,
  filter: MailFilter,
  caught: () => readonly CaughtMail[],
): Promise<CaughtMail> {
  const { timeoutMs = 5000 } = filter;
  return new Promise((resolve, reject) => {
    const settle: Waiter["settle"] = (outcome) => {
      clearTimeout(timer);
      waiting.delete(one);
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    };
    const one: Waiter = { filter, settle };
    const timer = setTimeout(() => settle(timeoutError(filter, timeoutMs, caught())), timeoutMs);
    waiting.add(one);
  });
}

function timeoutError({ to, subject, after }: MailFilter, timeoutMs: number, caught: readonly CaughtMail[]): Error {
  const criteria = [to && `to ${to}`, subject && `about ${subject}`, after && `after ${mailIdOf(after)}`].filter(
    Boolean,
  );
  const caughtLines = caught.slice(0, 10).map((mail) => `\n  ${mail.id}: to ${mail.to.join(", ")}: ${mail.subject}`);
  const list = caughtLines.length > 0 ? ` Received, newest first:${caughtLines.join("")}` : " No emails were received.";
  return new Error(`No email ${[...criteria, ""].join(" ")}arrived within ${timeoutMs} ms.${list}`);
}

function matchesFilter(mail: CaughtMail, { to, subject, after }: MailFilter): boolean {
  if (to !== undefined && !mail.to.some((address) => address.toLowerCase() === to.toLowerCase())) return false;
  if (after !== undefined && Number(mail.id) <= Number(mailIdOf(after))) return false;
  if (subject === undefined) return true;
  return typeof subject === "string" ? mail.subject.includes(subject) : mail.subject.search(subject) !== -1;
}

function mailIdOf(mail: string | CaughtMail): string {
  return typeof mail === "string" ? mail : mail.id;
}

function createServer(onMail: (received: ReceivedMail) => void): SMTPServer {
  return new SMTPServer({
    logger: false,
    size: maxBytes,
    disableReverseLookup: true,
    // Senders keep connections open for their next email, so closing them early loses nothing. In milliseconds.
    closeTimeout: 100,
    disabledCommands: ["STARTTLS"],
    // Accept any credentials that the app is configured with.
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? "" }),
    onData(stream, session, done) {
      parseMail(stream, session).then((received) => {
        onMail(received);
        done();
      }, done);
    },
  });
}

async function parseMail(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<ReceivedMail> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read to the end even if it's too large, because the server can't respond earlier.
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes) throw Object.assign(new Error("The email is too large."), { responseCode: 552 });
  const mail = await simpleParser(Buffer.concat(chunks), { skipTextToHtml: true });
  const { mailFrom, rcptTo } = session.envelope;
  const html = mail.html || null;
  const text = mail.text ?? "";
  return {
    from: mail.from?.text ?? (mailFrom ? mailFrom.address : ""),
    to: rcptTo.map(({ address }) => address),
    subject: mail.subject ?? "",
    text,
    html,
    links: findLinks(text, html),
  };
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.removeListener("error", reject);
      // A client that disconnects mid-transfer causes an error, which must not crash the process.
      server.on("error", () => {});
      resolve((server.server.address() as AddressInfo).port);
    });
  });
}
