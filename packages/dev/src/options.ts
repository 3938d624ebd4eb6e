/** The options of `devConsole`, and their defaults. */

import { checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import type { Mailbox } from "./mail/mailbox.ts";
import type { TextCatcher } from "./texts/catcher.ts";

/** Options of `devConsole`. */
export interface DevConsoleOptions {
  /** The mail catcher to read email from. Pass the result of `await createMailCatcher()` from `@latchkey/dev/smtp`. */
  readonly mail?: Mailbox;
  /** The catcher to read text messages from. Pass the result of `createTextCatcher()`. */
  readonly texts?: TextCatcher;
  /**
   * Which clients can use the console. `loopback` allows browsers on this machine. `any` allows every client that
   * reaches the server, such as through a container's published port. Both need the token. Default: `loopback`.
   */
  readonly allow?: "loopback" | "any";
  /**
   * Whether to print the console's link in the terminal. Default: true if `NODE_ENV` is `development`, otherwise false.
   * To show it yourself, call `auth.api.devConsoleLink()`.
   */
  readonly printLink?: boolean;
}

export interface DevSettings {
  readonly mail: Mailbox | null;
  readonly texts: TextCatcher | null;
  readonly allow: "loopback" | "any";
  readonly printLink: boolean;
}

const optionNames: OptionNames<DevConsoleOptions> = { mail: true, texts: true, allow: true, printLink: true };

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveOptions(options: DevConsoleOptions): DevSettings {
  checkOptionNames("devConsole", options, optionNames);
  const { mail, texts, allow = "loopback", printLink } = options;
  if (allow !== "loopback" && allow !== "any") {
    throw new Error(`devConsole: allow must be "loopback" or "any", got ${JSON.stringify(allow)}.`);
  }
  if (mail !== undefined && typeof mail.list !== "function") {
    throw new Error("devConsole: mail must be a mail catcher. Pass the result of `await createMailCatcher()`.");
  }
  if (texts !== undefined && typeof texts.list !== "function") {
    throw new Error("devConsole: texts must be a text catcher. Pass the result of `createTextCatcher()`.");
  }
  const isDevelopment = globalThis.process?.env?.NODE_ENV === "development";
  return { mail: mail ?? null, texts: texts ?? null, allow, printLink: printLink ?? isDevelopment };
}
