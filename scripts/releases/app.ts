/**
 * The app whose database is kept with each release: every official plugin with tables, and users with all their data.
 */

import { admin } from "@latchkey/admin";
import { billing } from "@latchkey/billing";
import { organization } from "@latchkey/organization";
import { sqlAdapter } from "@latchkey/sql";
import { createMailbox, createTestClock, mailOptions, startAuth, type TestBrowser } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import type Database from "libsql";
import { TOTP } from "otpauth";

/** Data that a later release needs to sign in as the recorded users. */
export interface RecordedData {
  /** When it was recorded, because sessions and links expire. ISO 8601. */
  readonly at: string;
  readonly password: string;
  /** A user with an authenticator app: email, secret in base32, and unused backup codes. */
  readonly guarded: { readonly email: string; readonly secret: string; readonly backupCodes: readonly string[] };
  /** Cookies of a signed-in user. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Token of a pending password reset. */
  readonly resetToken: string;
  readonly invitationId: string;
}

export const password = "correct horse battery staple";
export const webhookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/**
 * Opens the app on a database.
 * @param at the time of its clock, which doesn't advance
 */
export async function open(database: Database.Database, at: Date) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const clock = createTestClock(at);
  const app = await startAuth({
    ...mails,
    database: sqlAdapter(database),
    clock: clock.now,
    rateLimit: { enabled: false },
    emailAndPassword: { ...mails.emailAndPassword, enabled: true },
    plugins: [
      username(),
      twoFactor(),
      admin(),
      organization({ sendInvitationEmail: box.sender("invitation") as never, teams: { enabled: true } }),
      billing({ secret: webhookSecret }),
    ],
  });
  return { ...app, clock, box };
}

export type ReleaseApp = Awaited<ReturnType<typeof open>>;

/** The code that an authenticator app shows. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() });
}

/** Sends a request and throws if it fails. */
export async function ask<T = Record<string, unknown>>(browser: TestBrowser, path: string, body: object): Promise<T> {
  const reply = await browser.post<T>(path, body);
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}
