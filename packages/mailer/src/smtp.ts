/** `@latchkey/mailer/smtp`: mails leave through an SMTP server. */

import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import type { Transport } from "./transport.ts";

/** Where the server is, and how to speak to it. */
export interface SmtpOptions {
  /** Name or IP address. */
  readonly host: string;
  /** Default: 465 with `secure`, else 587. */
  readonly port?: number;
  /** TLS from the first byte. Default: only on port 465. */
  readonly secure?: boolean;
  /**
   * Sends nothing, no password either, before STARTTLS has succeeded. `false` uses TLS where the server offers it, and
   * is refused in production unless the host is this machine itself.
   * Default: `true` in production; on a loopback host `false`, where TLS is not even tried.
   */
  readonly requireTLS?: boolean;
  readonly auth?: SmtpAuth;
  /** Certificate of an authority of your own, as PEM. Default: those that Node trusts. */
  readonly ca?: string;
  /** How this machine names itself to the server. Default: its host name. */
  readonly name?: string;
  /** Most connections at a time; more messages than that wait for one to be free. Default: 5. */
  readonly maxConnections?: number;
  /** Time for a connection to be made and greeted, in milliseconds. Default: 10 000. */
  readonly connectionTimeoutMs?: number;
  /** Time without a word from the server, in milliseconds. Default: 20 000. */
  readonly socketTimeoutMs?: number;
  /** Default: `NODE_ENV` is neither `development` nor `test`. */
  readonly production?: boolean;
}

/** Name and password at the server. */
export interface SmtpAuth {
  readonly user: string;
  readonly password: string;
}

/** A transport that keeps connections open. */
export interface SmtpTransport extends Transport {
  /** Closes the connections; what still waits is rejected. Idle ones close by themselves after 30 seconds. */
  close(): void;
}

/**
 * Sends through an SMTP server, over connections that are kept and shared.
 *
 * Certificates are always checked.
 *
 * @param server options, or `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte;
 * name and password are percent-encoded
 * @throws {Error} an option that cannot be used, by its name; TLS switched off in production
 */
export function smtp(server: string | SmtpOptions): SmtpTransport {
  const options = typeof server === "string" ? parseUrl(server) : server;
  const { host, auth, connectionTimeoutMs: connectionTimeout = 10_000, socketTimeoutMs = 20_000 } = options;
  if (!host) throw new Error('host is empty: give the name of the SMTP server, or "localhost".');
  const { secure = options.port === 465, production = isProduction() } = options;
  const local = isLoopback(host);
  const requireTLS = !secure && (options.requireTLS ?? (production && !local));
  if (production && !local && !secure && !requireTLS)
    throw new Error(`requireTLS is false: in production, mails to ${host} would cross the network in the clear.`);
  const mailer = createTransport({
    pool: true,
    host,
    port: options.port ?? (secure ? 465 : 587),
    secure,
    requireTLS,
    ignoreTLS: local && !requireTLS,
    ...(options.ca === undefined ? {} : { tls: { ca: options.ca } }),
    ...(auth ? { auth: { user: auth.user, pass: auth.password } } : {}),
    ...(options.name === undefined ? {} : { name: options.name }),
    maxConnections: options.maxConnections ?? 5,
    connectionTimeout,
    greetingTimeout: connectionTimeout,
    dnsTimeout: connectionTimeout,
    socketTimeout: socketTimeoutMs,
    idleTimeout: 30_000,
    // A message is text that we were given. Nothing in it may make this process read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, ...message }, signal) {
      signal?.throwIfAborted();
      // As an object: a string would be read as a list of addresses.
      const recipient = { name: "", address: to };
      await mailer.sendMail({ ...message, to: recipient, ...(signal ? { signal } : {}) });
    },
    close: () => mailer.close(),
  };
}

function parseUrl(text: string): SmtpOptions {
  // The address holds a password: no error repeats it.
  if (!URL.canParse(text)) throw new Error('smtp needs an address such as "smtp://localhost:1025".');
  const { protocol, hostname, port, username, password, pathname, search } = new URL(text);
  if (protocol !== "smtp:" && protocol !== "smtps:")
    throw new Error(`smtp cannot use "${protocol}//": give an address that begins with smtp:// or smtps://.`);
  if (search || pathname.length > 1)
    throw new Error("smtp takes host, port, name and password from an address: give anything else as options.");
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    ...(port ? { port: Number(port) } : {}),
    ...(protocol === "smtps:" ? { secure: true } : {}),
    ...(username ? { auth: { user: decodeURIComponent(username), password: decodeURIComponent(password) } } : {}),
  };
}

function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  if (isIP(name) === 4) return name.startsWith("127.");
  return name === "::1" || name === "localhost" || name.endsWith(".localhost");
}

/** As core does it: forgetting to say so must not open doors. */
function isProduction(): boolean {
  const environment = process.env.NODE_ENV;
  return environment !== "development" && environment !== "test";
}
