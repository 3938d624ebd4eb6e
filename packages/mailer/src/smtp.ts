/** `@latchkey/mailer/smtp`: sends emails through an SMTP server. */

import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import type { Transport } from "./transport.ts";

/** The server and how to connect to it. */
export interface SmtpOptions {
  /** Hostname or IP address. */
  readonly host: string;
  /** Port of the server. Default: 465 with `secure`, otherwise 587. */
  readonly port?: number;
  /** Whether to use TLS from the first byte. Default: only on port 465. */
  readonly secure?: boolean;
  /**
   * Whether to send nothing, including the password, before STARTTLS has succeeded. With `false`, TLS is used if the
   * server offers it. Production rejects `false` unless the host is a loopback host. Default: `true` in production,
   * except on a loopback host. There, TLS is only used if this is `true`.
   */
  readonly requireTLS?: boolean;
  /** The username and password for the server. */
  readonly auth?: SmtpAuth;
  /** Certificate of your own certificate authority, in PEM format. Default: the authorities that Node trusts. */
  readonly ca?: string;
  /** The hostname that this machine sends to the server. Default: its own. */
  readonly name?: string;
  /** Maximum number of connections. Further messages wait for a free one. Default: 5. */
  readonly maxConnections?: number;
  /** Timeout for connecting and for the server's greeting, in milliseconds. Default: 10000. */
  readonly connectionTimeoutMs?: number;
  /** Maximum time without data from the server, in milliseconds. Default: 20000. */
  readonly socketTimeoutMs?: number;
  /** Whether to apply the rules for production. Default: true unless `NODE_ENV` is `development` or `test`. */
  readonly production?: boolean;
}

/** The username and password for the server. */
export interface SmtpAuth {
  readonly user: string;
  readonly password: string;
}

/** A transport that keeps connections open. */
export interface SmtpTransport extends Transport {
  /** Closes the connections. Waiting messages are rejected. Idle connections close on their own after 30 seconds. */
  close(): void;
}

/**
 * Sends emails through an SMTP server, over connections that are kept and shared.
 *
 * Certificates are always checked.
 *
 * @param server options, or a URL such as `smtp://user:password@host:587`. `smtps://…` uses TLS from the first byte.
 * Username and password are percent-encoded.
 * @throws {Error} if the host is empty, the URL is invalid, or `requireTLS` is `false` in production for a host that
 *   isn't a loopback host
 */
export function smtp(server: string | SmtpOptions): SmtpTransport {
  const options = typeof server === "string" ? parseUrl(server) : server;
  const { host, auth, connectionTimeoutMs: connectionTimeout = 10_000, socketTimeoutMs = 20_000 } = options;
  if (!host) throw new Error('host is empty. Set it to your SMTP server, such as "smtp.example.com" or "localhost".');
  const { secure = options.port === 465, production = isProduction() } = options;
  const local = isLoopback(host);
  const requireTLS = !secure && (options.requireTLS ?? (production && !local));
  if (production && !local && !secure && !requireTLS)
    throw new Error(
      `requireTLS is false. In production, that would send emails to ${host} unencrypted. Remove the option.`,
    );
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
    // Messages contain untrusted text. Nothing in it may make this process read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, ...message }, signal) {
      signal?.throwIfAborted();
      // Use an object. A string would be parsed as a list of email addresses.
      const recipient = { name: "", address: to };
      await mailer.sendMail({ ...message, to: recipient, ...(signal ? { signal } : {}) });
    },
    close: () => mailer.close(),
  };
}

function parseUrl(text: string): SmtpOptions {
  // The URL contains a password, so errors don't repeat it.
  if (!URL.canParse(text)) throw new Error('smtp needs a URL such as "smtp://localhost:1025".');
  const { protocol, hostname, port, username, password, pathname, search } = new URL(text);
  if (protocol !== "smtp:" && protocol !== "smtps:")
    throw new Error(`smtp can't use "${protocol}//". Use a URL that starts with smtp:// or smtps://.`);
  if (search || pathname.length > 1)
    throw new Error(
      "smtp reads only the host, port, username, and password from a URL. Pass everything else as options.",
    );
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

/** The same as in core. An unset `NODE_ENV` must not weaken security. */
function isProduction(): boolean {
  const environment = process.env.NODE_ENV;
  return environment !== "development" && environment !== "test";
}
