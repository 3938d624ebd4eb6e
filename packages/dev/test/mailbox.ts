/** A mailbox without a mail server. */

import type { CaughtMail, Mailbox } from "../src/mail/mailbox.ts";

export function mailbox(...mails: readonly Partial<CaughtMail>[]): Mailbox {
  let kept = mails.map((mail, at) => ({
    id: String(mails.length - at),
    from: "app@acme.test",
    to: ["ann@example.com"],
    subject: "Hello",
    text: "",
    html: null,
    links: [],
    date: new Date(),
    ...mail,
  }));
  return {
    list: () => kept,
    clear: () => {
      kept = [];
    },
  };
}
