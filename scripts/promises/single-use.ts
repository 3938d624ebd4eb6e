/** Everything that works only once, each with the test that proves it. */

import type { Guarantee } from "./promises.ts";

/** Something that works only once. */
export interface SingleUse extends Guarantee {
  /** The token kind, if it's a token. */
  readonly kind?: string;
}

const core = "packages/core/src";
const racesOfTwoFactor = "packages/two-factor/src/races.long.test.ts";
const racesOfOrganizations = "packages/organization/src/races.long.test.ts";

export const singleUse: readonly SingleUse[] = [
  {
    kind: "magic-link",
    situation: "sign-in link",
    guarantee: "works once; using one ends the email's other links; a newer link leaves older ones valid",
    test: {
      file: "packages/magic-link/src/magic-link.test.ts",
      name: "MAGIC-02: of 20 who open a link at once one signs in",
    },
  },
  {
    situation: "email code",
    guarantee: "works once, within its attempts; asked for again, it's the same code",
    test: {
      file: "packages/email-otp/src/email-otp.test.ts",
      name: "EOTP-02: the right code by 20 at once makes one session",
    },
  },
  {
    kind: "email-verification",
    situation: "verification link",
    guarantee: "takes effect once; opened again for the same verified email, it returns the same response",
    test: {
      file: `${core}/features/email-verification/email-verification.test.ts`,
      name: "TOK-02: opened 50 times at once it has its effects once; all are told that the address is proven",
    },
  },
  {
    kind: "email-change-request",
    situation: "request to change an address, for as long as its links are out",
    guarantee: "the newest alone; when it's canceled, none of its links work",
    test: {
      file: `${core}/features/change-email/cancel.test.ts`,
      name: "TOK-02: the link and a cancellation at the same time: one of them wins",
    },
  },
  {
    kind: "email-change",
    situation: "confirmation link for an email change, sent to the current email",
    guarantee: "works once; only the newest link works",
    test: {
      file: `${core}/features/change-email/races.test.ts`,
      name: "TOK-02: a link opened 50 times at once changes the address once",
    },
  },
  {
    kind: "email-change-verification",
    situation: "verification link for a new email",
    guarantee: "works once; only the newest link works",
    test: {
      file: `${core}/features/change-email/races.test.ts`,
      name: "TOK-02: a link opened 50 times at once changes the address once",
    },
  },
  {
    kind: "email-undo",
    situation: "link to undo an email change",
    guarantee:
      "works once; a later change keeps the links of earlier ones; a password reset, or a sign-in with a provider that verified the email, ends them all",
    test: {
      file: `${core}/tokens/tokens.test.ts`,
      name: "TOK-02: of 50 who use one token of kind $name at once, one gets it",
    },
  },
  {
    kind: "password-reset",
    situation: "reset link",
    guarantee: "works once; only the newest link works",
    test: {
      file: `${core}/features/password/reset-password.test.ts`,
      name: "TOK-02: of 50 who use one token at once, one sets the password",
    },
  },
  {
    kind: "user-deletion",
    situation: "account deletion link",
    guarantee: "works once; only the newest link works",
    test: {
      file: `${core}/features/account/account.test.ts`,
      name: "TOK-02: of 50 who use the token at once one deletes, and it is told once",
    },
  },
  {
    kind: "oauth-state",
    situation: "state of a social sign-in",
    guarantee: "one callback creates one session",
    test: {
      file: `${core}/features/social/races.test.ts`,
      name: "OAUTH-03: one state in 20 callbacks at once makes one session",
    },
  },
  {
    kind: "used-id-token",
    situation: "ID token passed to sign-in",
    guarantee: "a replay is rejected until the token expires",
    test: {
      file: `${core}/features/social/id-token-sign-in.test.ts`,
      name: "OAUTH-16: a wrong nonce, a replay, and where it is asked for no nonce are refused",
    },
  },
  {
    kind: "one-time-token",
    situation: "token for another domain",
    guarantee: "works once",
    test: {
      file: "packages/one-time-token/src/one-time-token.test.ts",
      name: "OTT-01: of 20 requests with one token, one gets a session, and it's a new one",
    },
  },
  {
    kind: "sign-up-decoy",
    situation: "decoy of a sign-up with a taken email",
    guarantee: "no one gets its token, and no one can sign in with it",
    test: {
      file: `${core}/features/email-password/decoys.test.ts`,
      name: "ENUM-15: a decoy lets no one in, whatever becomes of the account",
    },
  },
  {
    kind: "invitation",
    situation: "invitation to an organization",
    guarantee: "accepted once; its link can be opened while it is pending",
    test: { file: racesOfOrganizations, name: "ORG-12: one accepts an invitation, and is a member once" },
  },
  {
    kind: "two-factor-challenge",
    situation: "two-factor challenge of a sign-in",
    guarantee: "creates one session, whichever factor is used",
    test: { file: racesOfTwoFactor, name: "TFA-11: one challenge answered with 10 right codes at once is one session" },
  },
  {
    kind: "known-device",
    situation: "browser that a user has signed in with",
    guarantee: "becomes known once, with one email",
    test: {
      file: "packages/step-up/src/devices/devices.test.ts",
      name: "DEV-02: 20 parallel first sign-ins in one browser send one email",
    },
  },
  {
    kind: "not-me",
    situation: "link of an email about a new sign-in",
    guarantee: "works once, and only with the button of its page",
    test: {
      file: "packages/step-up/src/devices/devices.test.ts",
      name: "DEV-03: opening the link spends nothing, and only the button signs everyone out",
    },
  },
  {
    kind: "passkey-used-challenge",
    situation: "challenge of a passkey",
    guarantee: "creates one session or passkey",
    test: {
      file: "packages/passkey/src/races.long.test.ts",
      name: "PKEY-01: of 20 who send one assertion at once, one is signed in",
    },
  },
  {
    kind: "two-factor-sent-code",
    situation: "emailed or texted two-factor code",
    guarantee: "works once; only the newest code, for its own challenge",
    test: { file: racesOfTwoFactor, name: "TFA-12: one code that was sent, 20 times at once, is one session" },
  },
  {
    kind: "two-factor-trusted-device",
    situation: "cookie of a trusted device",
    guarantee: "replaced by each sign-in",
    test: { file: racesOfTwoFactor, name: "TFA-13: of 20 who come with one trust cookie at once, one is trusted" },
  },
  {
    situation: "authenticator app code",
    guarantee: "works once; codes older than the last used one don't work",
    test: { file: racesOfTwoFactor, name: "TFA-07: one code of an app, 20 times at once, is accepted once" },
  },
  {
    situation: "backup code",
    guarantee: "works once",
    test: {
      file: racesOfTwoFactor,
      name: "TFA-09: one backup code, 50 times at once from as many sign-ins, is accepted once",
    },
  },
  {
    situation: "webhook delivery",
    guarantee: "applied once; each handler completes once",
    test: {
      file: "packages/billing/src/webhooks/receive.test.ts",
      name: "WEBH-05: of 20 parallel deliveries of one id one has the effect; the others are 200 or 503",
    },
  },
  {
    situation: "outbox message",
    guarantee: "delivered once by any number of instances; again, with the same key, if an instance dies while sending",
    test: {
      file: `${core}/features/maintenance/maintenance.test.ts`,
      name: "a message is encrypted at rest, delivered once by any number of deliverers, and given up after ten tries",
    },
  },
];
