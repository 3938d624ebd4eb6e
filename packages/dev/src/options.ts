/** What the developer may set. */

import type { MailBox } from "./mail/mailbox.ts";

/** Options of `devConsole`. */
export interface DevConsoleOptions {
  /** Whose mails the console shows: what `createMailCatcher` of `@latchkey/dev/smtp` gives. */
  readonly mail?: MailBox;
  /**
   * Whom the console answers. `loopback` (default): browsers on this machine. `any`: everybody who reaches the server;
   * they read all mail and become any user.
   */
  readonly allow?: "loopback" | "any";
}

export interface DevSettings {
  readonly mail: MailBox | null;
  readonly allow: "loopback" | "any";
}

/** @throws {Error} naming the option that makes no sense */
export function resolveOptions({ mail, allow = "loopback" }: DevConsoleOptions): DevSettings {
  if (allow !== "loopback" && allow !== "any") {
    throw new Error(`devConsole: allow is ${JSON.stringify(allow)}: give "loopback" or "any".`);
  }
  if (mail !== undefined && typeof mail.list !== "function") {
    throw new Error("devConsole: mail is no mail catcher: give what `await createMailCatcher()` answers.");
  }
  return { mail: mail ?? null, allow };
}
