/** A site's emails, and a helper that opens their links. */

import type { AuthOptions } from "@latchkey/core";
import { type TestBrowser, testOrigin } from "@latchkey/test-kit";
import { waitFor } from "@testing-library/react";

export interface Mail {
  readonly kind: "verify" | "reset" | "change-email" | "email-changed" | "delete";
  readonly to: string;
  readonly url: string;
}

export interface Mailbox {
  readonly mails: Mail[];
  /** Options for `startSite` that catch every kind of email. */
  readonly options: Pick<AuthOptions, "emailAndPassword" | "emailVerification" | "user">;
  /** Waits until `count` emails of this kind have arrived, and returns the last one. */
  arrival(kind: Mail["kind"], count?: number): Promise<Mail>;
}

export function createMailbox(): Mailbox {
  const mails: Mail[] = [];
  const collect =
    (kind: Mail["kind"]) =>
    ({ user, url, oldEmail }: { user: { email: string }; url: string; oldEmail?: string }): void =>
      void mails.push({ kind, to: oldEmail ?? user.email, url });
  return {
    mails,
    options: {
      emailAndPassword: { enabled: true, sendResetPassword: collect("reset") },
      emailVerification: { sendVerificationEmail: collect("verify") },
      user: {
        changeEmail: {
          enabled: true,
          sendChangeEmailConfirmation: collect("change-email"),
          sendEmailChanged: collect("email-changed"),
        },
        deleteUser: { enabled: true, sendDeleteAccountVerification: collect("delete") },
      },
    },
    arrival: (kind, count = 1) =>
      waitFor(() => {
        const found = mails.filter((mail) => mail.kind === kind)[count - 1];
        if (!found) throw new Error(`Email number ${count} of kind ${kind} didn't arrive.`);
        return found;
      }),
  };
}

/** Opens an email's link in a browser. Returns the path and query that it leads to. */
export async function openLink(browser: TestBrowser, url: string): Promise<{ path: string; search: string }> {
  const reply = await browser.get(url.replace(`${testOrigin}/api/auth`, ""));
  const { pathname, search } = new URL(reply.headers.get("location") ?? "no redirect", testOrigin);
  return { path: pathname, search };
}
