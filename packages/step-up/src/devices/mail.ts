/** The email about a sign-in from a new browser, with a link to report it. */

import { LETTERS_AND_DIGITS } from "@latchkey/core/crypto";
import {
  createMailHandler,
  defineTokenKind,
  findUser,
  issueToken,
  type OutboxHandler,
  presentUser,
  recipientOf,
  serverURL,
  storeToken,
  type TokenKind,
} from "@latchkey/core/plugin";
import type { NewSignInMail, StepUpSettings } from "../options.ts";

/** The outbox message kind. */
export const newSignInMailKind = "mail.new-sign-in";

/** The sign-in data for the email. The link's token is issued when it's sent. */
export interface NewSignInPayload {
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly origin: string;
  readonly label: string;
  readonly ipAddress: string | null;
}

/**
 * Valid for 7 days. The user is its subject but not its owner. Otherwise, the person who signed in could revoke the
 * link by changing the password.
 */
export const notMeToken: TokenKind<object> = defineTokenKind({
  name: "not-me",
  expiresIn: 604_800,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

/** Sends to the last verified email if the current one isn't verified yet. */
export function createNewSignInHandler({ sendNewSignIn, notMeURL }: StepUpSettings): OutboxHandler {
  return createMailHandler<NewSignInPayload, NewSignInMail>(
    sendNewSignIn ?? (() => {}),
    async ({ userId, at, origin, label, ipAddress }, context) => {
      const user = await findUser(context.db, userId);
      const to = user && recipientOf(user);
      if (!user || !to) return null;
      const issued = issueToken(context, notMeToken, { subject: userId, data: {} });
      await storeToken(context.db, issued);
      const { token } = issued;
      const server = serverURL(context, { origin, callbackURL: "/" });
      const page = notMeURL === null ? `${server}/devices/not-me` : `${new URL(server).origin}${notMeURL}`;
      const url = `${page}${page.includes("?") ? "&" : "?"}token=${token}`;
      return { user: { ...presentUser(context, user), email: to }, at: new Date(at), label, ipAddress, url, token };
    },
  );
}
