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
      file: "packages/magic-link/src/databases.test.ts",
      name: "MAGIC-02: of 20 who open a link concurrently, one is signed in",
    },
  },
  {
    kind: "oauth-code",
    situation: "authorization code of a client",
    guarantee: "works once, for its client, redirect URI, and verifier; used again, it ends what it gave",
    test: {
      file: "packages/oauth-provider/test/tokens.test.ts",
      name: "OIDP-02: works once, for its client, redirect URI, and verifier, and for a minute",
    },
  },
  {
    kind: "oauth-request",
    situation: "request of a client",
    guarantee: "is answered once, in the browser that it came from",
    test: {
      file: "packages/oauth-provider/test/authorize.test.ts",
      name: "OIDP-05: counts for the browser, the request, and the scopes that were asked for, and once",
    },
  },
  {
    kind: "oauth-client-assertion",
    situation: "signed authentication of a client",
    guarantee: "works once",
    test: {
      file: "packages/oauth-provider/test/judges.test.ts",
      name: "OIDP-11: a client signs its authentication with a key, and each assertion works once",
    },
  },
  {
    kind: "oauth-par",
    situation: "request that a client pushed",
    guarantee: "works once, for its client",
    test: {
      file: "packages/oauth-provider/test/pushed.test.ts",
      name: "OIDP-08: a reference works once, for its client, and for 90 seconds; parameters beside it don't count",
    },
  },
  {
    kind: "oauth-dpop-proof",
    situation: "proof of a client's key",
    guarantee: "works once",
    test: {
      file: "packages/oauth-provider/test/dpop.test.ts",
      name: "works once, for its request, while it's new, and with a public key that signed it",
    },
  },
  {
    situation: "email code",
    guarantee: "works once, within its attempts; a repeated request sends the same code",
    test: {
      file: "packages/email-otp/src/races.test.ts",
      name: "EOTP-02: the right code used 20 times concurrently creates one session",
    },
  },
  {
    kind: "email-verification",
    situation: "verification link",
    guarantee: "takes effect once; opened again for the same verified email, it returns the same response",
    test: {
      file: `${core}/features/email-verification/email-verification.test.ts`,
      name: "TOK-02: opened 50 times concurrently, it takes effect once; every response says that the email is verified",
    },
  },
  {
    kind: "email-change-request",
    situation: "pending email change",
    guarantee: "only the newest one counts; once it's canceled, none of its links work",
    test: {
      file: `${core}/features/change-email/cancel.test.ts`,
      name: "TOK-02: of the link and a concurrent cancellation, one wins",
    },
  },
  {
    kind: "email-change",
    situation: "confirmation link for an email change, sent to the current email",
    guarantee: "works once; only the newest link works",
    test: {
      file: `${core}/features/change-email/races.test.ts`,
      name: "TOK-02: a link opened 50 times concurrently changes the email once",
    },
  },
  {
    kind: "email-change-verification",
    situation: "verification link for a new email",
    guarantee: "works once; only the newest link works",
    test: {
      file: `${core}/features/change-email/races.test.ts`,
      name: "TOK-02: a link opened 50 times concurrently changes the email once",
    },
  },
  {
    kind: "email-undo",
    situation: "link to undo an email change",
    guarantee:
      "works once; a later change keeps the links of earlier ones; a password reset, or a sign-in with a provider that verified the email, ends them all",
    test: {
      file: `${core}/tokens/tokens.test.ts`,
      name: "TOK-02: of 50 concurrent uses of one token of kind $name, one gets it",
    },
  },
  {
    kind: "password-reset",
    situation: "reset link",
    guarantee: "works once; only the newest link works",
    test: {
      file: `${core}/features/password/reset-password.test.ts`,
      name: "TOK-02: of 50 concurrent uses of one token, one sets the password",
    },
  },
  {
    kind: "user-deletion",
    situation: "account deletion link",
    guarantee: "works once; only the newest link works",
    test: {
      file: `${core}/features/account/account.test.ts`,
      name: "TOK-02: of 50 concurrent uses of the token, one deletes the account, with one notification",
    },
  },
  {
    kind: "saml-assertion",
    situation: "SAML assertion",
    guarantee: "is accepted once, until it expires; each provider's assertions count separately",
    test: {
      file: "packages/sso/test/saml/sign-in.long.test.ts",
      name: "SAML-06: of 20 concurrent deliveries of one response, one gets a ticket, and of 20 redemptions one signs in",
    },
  },
  {
    kind: "saml-ticket",
    situation: "ticket between a SAML response and its session",
    guarantee: "works once, in the browser that started the sign-in, and for a minute",
    test: {
      file: "packages/sso/test/saml/sign-in.long.test.ts",
      name: "SAML-08: signs in no other browser, and its ticket neither",
    },
  },
  {
    kind: "oauth-state",
    situation: "state of a social sign-in",
    guarantee: "one callback creates one session",
    test: {
      file: `${core}/features/social/races.test.ts`,
      name: "OAUTH-03: one state in 20 concurrent callbacks creates one session",
    },
  },
  {
    kind: "used-id-token",
    situation: "ID token passed to sign-in",
    guarantee: "a replay is rejected until the token expires",
    test: {
      file: `${core}/features/social/id-token-sign-in.test.ts`,
      name: "OAUTH-16: a wrong nonce, a replay, and a missing required nonce are rejected",
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
      name: "ENUM-15: a decoy signs no one in, whatever happens to the account",
    },
  },
  {
    kind: "invitation",
    situation: "invitation to an organization",
    guarantee: "accepted once; its link can be opened while it is pending",
    test: { file: racesOfOrganizations, name: "ORG-12: one accepts an invitation, and becomes a member once" },
  },
  {
    kind: "banned-session",
    situation: "reason for the end of a session, if a ban ended it",
    guarantee: "not single-use; readable only with that session's token, until the ban is over",
    test: {
      file: "packages/admin/src/bans.test.ts",
      name: "learns the reason and the end, also after its cookie was cleared, until the ban is lifted",
    },
  },
  {
    kind: "two-factor-challenge",
    situation: "two-factor challenge of a sign-in",
    guarantee: "creates one session, whichever factor is used",
    test: { file: racesOfTwoFactor, name: "TFA-11: one challenge with 10 concurrent right codes creates one session" },
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
    situation: "link in a new sign-in email",
    guarantee: "works once, and only with the button of its page",
    test: {
      file: "packages/step-up/src/devices/devices.test.ts",
      name: "DEV-03: opening the link consumes nothing, and only the button signs everyone out",
    },
  },
  {
    kind: "passkey-used-challenge",
    situation: "passkey challenge",
    guarantee: "creates one session or passkey",
    test: {
      file: "packages/passkey/src/races.long.test.ts",
      name: "PKEY-01: of 20 concurrent uses of one assertion, one is signed in",
    },
  },
  {
    kind: "passkey-sign-up-decoy",
    situation: "decoy of a passkey sign-up with a taken email",
    guarantee: "lets no one in",
    test: {
      file: "packages/passkey/src/sign-up.test.ts",
      name: "PKEY-17: a taken email gets a new one's response, no passkey is stored, and the owner is notified",
    },
  },
  {
    kind: "two-factor-sent-code",
    situation: "emailed or texted two-factor code",
    guarantee: "works once; only the newest code, for its own challenge",
    test: { file: racesOfTwoFactor, name: "TFA-12: one sent code, used 20 times concurrently, creates one session" },
  },
  {
    kind: "two-factor-trusted-device",
    situation: "cookie of a trusted device",
    guarantee: "replaced by each sign-in",
    test: { file: racesOfTwoFactor, name: "TFA-13: of 20 concurrent sign-ins with one trust cookie, one is trusted" },
  },
  {
    situation: "authenticator app code",
    guarantee: "works once; codes older than the last used one don't work",
    test: { file: racesOfTwoFactor, name: "TFA-07: one app code, used 20 times concurrently, is accepted once" },
  },
  {
    situation: "backup code",
    guarantee: "works once",
    test: {
      file: racesOfTwoFactor,
      name: "TFA-09: one backup code, used 50 times concurrently by as many sign-ins, is accepted once",
    },
  },
  {
    situation: "webhook delivery",
    guarantee: "applied once; each handler completes once",
    test: {
      file: "packages/billing/src/webhooks/receive.test.ts",
      name: "WEBH-05: of 20 parallel deliveries of one id, one takes effect; the others get 200 or 503",
    },
  },
  {
    situation: "outbox message",
    guarantee: "delivered once by any number of instances; again, with the same key, if an instance dies while sending",
    test: {
      file: `${core}/features/maintenance/maintenance.test.ts`,
      name: "a message is encrypted at rest, delivered once by any number of deliverers, and dropped after ten attempts",
    },
  },
];
