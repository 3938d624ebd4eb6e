/** Options for `devConsole` and their defaults. */

import { checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import type { DirectoryDesk } from "./directory/state.ts";
import type { DnsZone } from "./dns/zone.ts";
import type { Mailbox } from "./mail/mailbox.ts";
import type { TextCatcher } from "./texts/catcher.ts";
import type { WebhookInbox } from "./webhooks/received.ts";

/** Options for `devConsole`. */
export interface DevConsoleOptions {
  /** The mail catcher to read email from. Pass the result of `await createMailCatcher()` from `@latchkey/dev/smtp`. */
  readonly mail?: Mailbox;
  /** The catcher to read text messages from. Pass the result of `createTextCatcher()`. */
  readonly texts?: TextCatcher;
  /**
   * The receiver to read webhooks from. Pass the result of `await createWebhookReceiver()` from `@latchkey/dev/webhooks`.
   */
  readonly webhooks?: WebhookInbox;
  /** The fake DNS server to set records in. Pass the result of `createDns()` from `@latchkey/dev/dns`. */
  readonly dns?: DnsZone;
  /** The directory to control. Pass the result of `createDirectoryDesk()` from `@latchkey/dev/directory`. */
  readonly directory?: DirectoryDesk;
  /**
   * Which clients can use the console. `loopback` allows browsers on this machine. `any` allows every client that
   * reaches the server, such as through a container's published port. Both need the token. Default: `loopback`.
   */
  readonly allow?: "loopback" | "any";
  /**
   * Whether to print the console's link in the terminal. Default: true if `NODE_ENV` is `development`, and false
   * otherwise. To show it yourself, call `auth.api.devConsoleLink()`.
   */
  readonly printLink?: boolean;
}

export interface DevSettings {
  readonly mail: Mailbox | null;
  readonly texts: TextCatcher | null;
  readonly webhooks: WebhookInbox | null;
  readonly dns: DnsZone | null;
  readonly directory: DirectoryDesk | null;
  readonly allow: "loopback" | "any";
  readonly printLink: boolean;
}

const optionNames: OptionNames<DevConsoleOptions> = {
  mail: true,
  texts: true,
  webhooks: true,
  dns: true,
  directory: true,
  allow: true,
  printLink: true,
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveOptions(options: DevConsoleOptions): DevSettings {
  checkOptionNames("devConsole", options, optionNames);
  const { mail, texts, webhooks, dns, directory, allow = "loopback", printLink } = options;
  if (allow !== "loopback" && allow !== "any") {
    throw new Error(`devConsole: allow must be "loopback" or "any", got ${JSON.stringify(allow)}.`);
  }
  if (mail !== undefined && typeof mail.list !== "function") {
    throw new Error("devConsole: mail must be a mail catcher. Pass the result of `await createMailCatcher()`.");
  }
  if (texts !== undefined && typeof texts.list !== "function") {
    throw new Error("devConsole: texts must be a text catcher. Pass the result of `createTextCatcher()`.");
  }
  if (webhooks !== undefined && typeof webhooks.list !== "function") {
    throw new Error("devConsole: webhooks must be a receiver. Pass the result of `await createWebhookReceiver()`.");
  }
  if (dns !== undefined && typeof dns.wanted !== "function") {
    throw new Error("devConsole: dns must be a fake DNS server. Pass the result of `createDns()`.");
  }
  if (directory !== undefined && typeof directory.run !== "function") {
    throw new Error("devConsole: directory must be a directory. Pass the result of `createDirectoryDesk()`.");
  }
  const isDevelopment = globalThis.process?.env?.NODE_ENV === "development";
  return {
    mail: mail ?? null,
    texts: texts ?? null,
    webhooks: webhooks ?? null,
    dns: dns ?? null,
    directory: directory ?? null,
    allow,
    printLink: printLink ?? isDevelopment,
  };
}
