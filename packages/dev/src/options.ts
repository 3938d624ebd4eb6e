/** Options of the console. */

import type { MailBox } from "./mail/mailbox.ts";

/** Options of `devConsole`. */
export interface DevConsoleOptions {
  /** Where the console reads mail. Pass the result of `await createMailCatcher()` from `@latchkey/dev/smtp`. */
  readonly mail?: MailBox;
  /**
   * Which clients the console answers. `loopback`: browsers on this machine. `any`: every client that reaches the
   * server, such as through a container's published port. Both need the token. Default: `loopback`.
   */
  readonly allow?: "loopback" | "any";
  /**
   * Whether to print the console's link in the terminal. Default: true if `NODE_ENV` is `development`, otherwise false.
   * To show it yourself, call `auth.api.devConsoleLink()`.
   */
  readonly printLink?: boolean;
}

export interface DevSettings {
  readonly mail: MailBox | null;
  readonly allow: "loopback" | "any";
  readonly printLink: boolean;
}

/** @throws {Error} naming the option that makes no sense */
export function resolveOptions({ mail, allow = "loopback", printLink }: DevConsoleOptions): DevSettings {
  if (allow !== "loopback" && allow !== "any") {
    throw new Error(`devConsole: allow is ${JSON.stringify(allow)}. Use "loopback" or "any".`);
  }
  if (mail !== undefined && typeof mail.list !== "function") {
    throw new Error("devConsole: mail is not a mail catcher. Pass the result of `await createMailCatcher()`.");
  }
  const isDevelopment = globalThis.process?.env?.NODE_ENV === "development";
  return { mail: mail ?? null, allow, printLink: printLink ?? isDevelopment };
}
