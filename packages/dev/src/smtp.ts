/** A mail server on this machine that delivers nothing and keeps what it is sent. */

import type { AddressInfo } from "node:net";
import { simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { findLinks } from "./mail/links.ts";
import type { CaughtMail, MailBox } from "./mail/mailbox.ts";

export interface MailCatcherOptions {
  /** Default: any that is free. */
  readonly port?: number;
  /** The time that mails are given. Default: the system's. */
  readonly clock?: () => Date;
}

/** Which mail to wait for. */
export interface WantedMail {
  /** One of its receivers, in upper or lower case. */
  readonly to?: string;
  /** Part of its subject, or a pattern. */
  readonly subject?: string | RegExp;
  /** A mail, or its id: only what came later counts. */
  readonly after?: string | CaughtMail;
  /** Default: 5000. */
  readonly timeoutMs?: number;
}

export interface MailCatcher extends MailBox {
  /** Where to send: `smtp://127.0.0.1:40123`. No name, no password and no certificate is asked for. */
  readonly url: string;
  /**
   * The first mail that fits, of those that are there and those that come.
   * @throws {Error} none came in time; the message says which did
   */
  next(wanted?: WantedMail): Promise<CaughtMail>;
  /** Stops the server. What was caught can still be read. */
  close(): Promise<void>;
}

const mostMails = 200;
/** 10 MiB. */
const mostBytes = 10_485_760;

/** Starts the server, on loopback only. It keeps the last 200 mails, in memory. */
export async function createMailCatcher(options: MailCatcherOptions = {}): Promise<MailCatcher> {
  const now = options.clock ?? (() => new Date());
  const waiting = new Set<Waiting>();
  let mails: CaughtMail[] = [];
  let count = 0;

  const keep = (received: Received): void => {
    const mail = { ...received, id: String(++count), date: now() };
    mails = [mail, ...mails].slice(0, mostMails);
    for (const one of waiting) if (fits(mail, one.wanted)) one.settle(mail);
  };
  const server = createServer(keep);
  const port = await listen(server, options.port ?? 0);

  return {
    url: `smtp://127.0.0.1:${port}`,
    list: () => mails,
    clear: () => {
      mails = [];
    },
    next(wanted = {}) {
      const there = mails.findLast((mail) => fits(mail, wanted));
      return there ? Promise.resolve(there) : wait(waiting, wanted, () => mails);
    },
    async close() {
      for (const one of waiting) one.settle(new Error("The mail catcher was closed while a mail was waited for."));
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

type Received = Omit<CaughtMail, "id" | "date">;

interface Waiting {
  readonly wanted: WantedMail;
  settle(outcome: CaughtMail | Error): void;
}

function wait(waiting: Set<Waiting>, wanted: WantedMail, caught: () => readonly CaughtMail[]): Promise<CaughtMail> {
  const { timeoutMs = 5000 } = wanted;
  return new Promise((resolve, reject) => {
    const settle: Waiting["settle"] = (outcome) => {
      clearTimeout(timer);
      waiting.delete(one);
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    };
    const one: Waiting = { wanted, settle };
    const timer = setTimeout(() => settle(missing(wanted, timeoutMs, caught())), timeoutMs);
    waiting.add(one);
  });
}

function missing({ to, subject, after }: WantedMail, timeoutMs: number, caught: readonly CaughtMail[]): Error {
  const wanted = [to && `to ${to}`, subject && `about ${subject}`, after && `after ${idOf(after)}`].filter(Boolean);
  const there = caught.slice(0, 10).map((mail) => `\n  ${mail.id}: to ${mail.to.join(", ")}: ${mail.subject}`);
  const list = there.length > 0 ? ` Caught, newest first:${there.join("")}` : " None was caught at all.";
  return new Error(`No mail ${[...wanted, ""].join(" ")}came within ${timeoutMs} ms.${list}`);
}

function fits(mail: CaughtMail, { to, subject, after }: WantedMail): boolean {
  if (to !== undefined && !mail.to.some((address) => address.toLowerCase() === to.toLowerCase())) return false;
  if (after !== undefined && Number(mail.id) <= Number(idOf(after))) return false;
  if (subject === undefined) return true;
  return typeof subject === "string" ? mail.subject.includes(subject) : mail.subject.search(subject) !== -1;
}

function idOf(mail: string | CaughtMail): string {
  return typeof mail === "string" ? mail : mail.id;
}

function createServer(keep: (received: Received) => void): SMTPServer {
  return new SMTPServer({
    logger: false,
    size: mostBytes,
    disableReverseLookup: true,
    // Senders keep their connections open for the next mail: nothing is lost with them, in milliseconds.
    closeTimeout: 100,
    disabledCommands: ["STARTTLS"],
    // Whatever the app's settings have as name and password will do.
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? "" }),
    onData(stream, session, done) {
      receive(stream, session).then((received) => {
        keep(received);
        done();
      }, done);
    },
  });
}

async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Received> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    // To the end, even when it is too much: the server reads no answer before.
    if (size <= mostBytes) chunks.push(chunk);
  }
  if (size > mostBytes) throw Object.assign(new Error("The mail is too large."), { responseCode: 552 });
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
      // A client that hangs up in the middle is an error, too; it is the client's.
      server.on("error", () => {});
      resolve((server.server.address() as AddressInfo).port);
    });
  });
}
