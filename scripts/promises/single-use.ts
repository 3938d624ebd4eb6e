/** Everything that works only once, each with the test that proves it. */

import type { Guarantee } from "./promises.ts";

/** Something that works only once. */
export interface SingleUse extends Guarantee {
  /** The token kind, if it's a token. */
  readonly kind?: string;
  /** Its default lifetime, if it isn't a token but expires: in seconds, or in words. */
  readonly lifetime?: number | string;
}

const core = "packages/core/src";
const racesOfTwoFactor = "packages/two-factor/src/races.long.test.ts";
const racesOfOrganizations = "packages/organization/src/races.long.test.ts";

export const singleUse: readonly SingleUse[] = [
  {
    kind: "magic-link",
    situation: "sign-in link",
    guarantee: "works once; using a link invalidates all other links for the email; sending a newer one doesn't",
    test: {
      file: "packages/magic-link/src/databases.test.ts",
      name: "MAGIC-02: one of 20 users who open a link concurrently is signed in",
    },
  },
  {
    kind: "oauth-code",
    situation: "OAuth authorization code",
    guarantee: "works once, for its client, redirect URI, and code verifier; a second use revokes its tokens",
    test: {
      file: "packages/oauth-provider/test/tokens.test.ts",
      name: "OIDP-02: works once, for its client, redirect URI, and verifier, and for a minute",
    },
  },
  {
    kind: "oauth-request",
    situation: "OAuth authorization request",
    guarantee: "can be completed once, in the browser that it came from",
    test: {
      file: "packages/oauth-provider/test/authorize.test.ts",
      name: "OIDP-05: is valid once, only for its browser, its request, and the requested scopes",
    },
  },
  {
    kind: "oauth-client-assertion",
    situation: "OAuth client assertion",
    guarantee: "works once",
    test: {
      file: "packages/oauth-provider/test/judges.test.ts",
      name: "OIDP-11: a client signs its authentication with a key, and each assertion works once",
    },
  },
  {
    kind: "oauth-par",
    situation: "pushed authorization request",
    guarantee: "works once, for the client that pushed it",
    test: {
      file: "packages/oauth-provider/test/pushed.test.ts",
      name: "OIDP-08: a reference works once, for its client, and for 90 seconds, and other parameters are ignored",
    },
  },
  {
    kind: "oauth-dpop-proof",
    situation: "DPoP proof",
    guarantee: "works once at the provider; each instance of an API keeps its own list of used proofs",
    test: {
      file: "packages/oauth-provider/test/dpop.test.ts",
      name: "works once, for its request, while it's new, and with a public key that signed it",
    },
  },
  {
    lifetime: 300,
    situation: "email code",
    guarantee: "works once, within the allowed number of attempts; requesting a code again sends the same one",
    test: {
      file: "packages/email-otp/src/races.test.ts",
      name: "EOTP-02: the right code used 20 times concurrently creates one session",
    },
  },
  {
    kind: "email-verification",
    situation: "verification link",
    guarantee:
      "takes effect once; opening it again returns the same response as long as the verified email hasn't changed",
    test: {
      file: `${core}/features/email-verification/email-verification.test.ts`,
      name: "TOK-02: a link that's opened 50 times concurrently takes effect once, and every response says that the email is verified",
    },
  },
  {
    kind: "email-change-request",
    situation: "pending email change",
    guarantee: "only the newest one is valid; once it's canceled, none of its links work",
    test: {
      file: `${core}/features/change-email/cancel.test.ts`,
      name: "TOK-02: either the link or a concurrent cancellation succeeds",
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
      "works once, even after later changes; a password reset, or a sign-in with a provider that verified the email, invalidates all undo links",
    test: {
      file: `${core}/tokens/tokens.test.ts`,
      name: "TOK-02: one of 50 concurrent uses of the same $name token succeeds",
    },
  },
  {
    kind: "password-reset",
    situation: "reset link",
    guarantee: "works once; only the newest link works",
    test: {
      file: `${core}/features/password/reset-password.test.ts`,
      name: "TOK-02: one of 50 concurrent uses of the same token sets the password",
    },
  },
  {
    kind: "user-deletion",
    situation: "account deletion link",
    guarantee: "works once; only the newest link works",
    test: {
      file: `${core}/features/account/account.test.ts`,
      name: "TOK-02: one of 50 concurrent uses of the token deletes the account, with one notification",
    },
  },
  {
    kind: "saml-assertion",
    situation: "SAML assertion",
    guarantee: "is accepted once, before it expires; assertions are tracked separately for each provider",
    test: {
      file: "packages/sso/test/saml/responses.long.test.ts",
      name: "SAML-06: one of 20 concurrent deliveries of one response gets a ticket, and one of 20 redemptions signs in",
    },
  },
  {
    kind: "sso-setup-link",
    situation: "single sign-on setup link",
    guarantee: "can be opened once, by one browser, even if 20 browsers try concurrently",
    test: {
      file: "packages/sso/src/setup/setup.test.ts",
      name: "SSO-12: if 20 browsers open a setup link concurrently, one succeeds",
    },
  },
  {
    kind: "sso-setup",
    situation: "single sign-on setup session",
    guarantee: "ends when a new link is created, or when the link's creator loses permission to manage single sign-on",
    test: {
      file: "packages/sso/src/setup/setup.test.ts",
      name: "SSO-12: a setup ends when a new link is created, or when its creator loses the permission",
    },
  },
  {
    kind: "saml-ticket",
    situation: "SAML sign-in ticket",
    guarantee: "works once, in the browser that started the sign-in",
    test: {
      file: "packages/sso/test/saml/responses.long.test.ts",
      name: "SAML-08: can't complete the sign-in in another browser, and neither can its ticket",
    },
  },
  {
    kind: "saml-logout",
    situation: "SAML logout request",
    guarantee: "can be completed by only one response",
    test: {
      file: "packages/sso/test/saml/logout.long.test.ts",
      name: "ends the session, and asks the identity provider to end its own",
    },
  },
  {
    kind: "saml-logged-out",
    situation: "logout request from a SAML provider",
    guarantee: "for 30 minutes after the request, sign-ins that were already in progress can't be completed",
    test: {
      file: "packages/sso/test/saml/logout.long.test.ts",
      name: "sign-ins with a concurrent logout leave no session",
    },
  },
  {
    kind: "oauth-state",
    situation: "OAuth state in social sign-in",
    guarantee: "only one callback creates a session",
    test: {
      file: `${core}/features/social/races.test.ts`,
      name: "OAUTH-03: 20 concurrent callbacks with the same state create one session",
    },
  },
  {
    kind: "used-id-token",
    situation: "ID token used to sign in",
    guarantee: "replays are rejected as long as the token is valid; after that, the token itself is rejected",
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
      name: "OTT-01: one of 20 requests with one token gets a session, and it's a new one",
    },
  },
  {
    kind: "sign-up-decoy",
    situation: "decoy for a sign-up with an email that's already taken",
    guarantee: "its token is never sent to anyone, and no one can sign in with it",
    test: {
      file: `${core}/features/email-password/decoys.test.ts`,
      name: "ENUM-15: a decoy never signs anyone in, whatever happens to the account",
    },
  },
  {
    kind: "invitation",
    situation: "invitation to an organization",
    guarantee: "can be accepted once; its link can be opened repeatedly while the invitation is pending",
    test: {
      file: racesOfOrganizations,
      name: "ORG-12: one request accepts an invitation, and the user becomes a member once",
    },
  },
  {
    kind: "banned-session",
    situation: "ban notice for an ended session",
    guarantee: "isn't single-use; can be read only with that session's token, until the ban ends",
    test: {
      file: "packages/admin/src/bans.test.ts",
      name: "gets the reason and the expiry, even after its cookie was cleared, until the user is unbanned",
    },
  },
  {
    kind: "two-factor-challenge",
    situation: "two-factor challenge",
    guarantee: "creates one session, whichever factor is used",
    test: {
      file: racesOfTwoFactor,
      name: "TFA-11: one challenge with 10 concurrent correct codes creates one session",
    },
  },
  {
    kind: "known-device",
    situation: "known browser",
    guarantee: "if the first sign-ins in a browser are concurrent, it's stored once, and one email is sent",
    test: {
      file: "packages/step-up/src/devices/devices.test.ts",
      name: "DEV-02: 20 parallel first sign-ins in one browser send one email",
    },
  },
  {
    kind: "not-me",
    situation: "link in an email about a new sign-in",
    guarantee: "works once, and only when the user clicks the button on its page",
    test: {
      file: "packages/step-up/src/devices/devices.test.ts",
      name: "DEV-03: opening the link doesn't consume it, and only the button ends all sessions",
    },
  },
  {
    kind: "passkey-used-challenge",
    situation: "passkey challenge",
    guarantee: "creates one session or one passkey",
    test: {
      file: "packages/passkey/src/races.long.test.ts",
      name: "PKEY-01: one of 20 concurrent uses of the same assertion succeeds",
    },
  },
  {
    kind: "passkey-backup-code",
    situation: "passkey backup code for a user without an email",
    guarantee: "registers one new passkey and signs in with it; works until it's used or replaced",
    test: {
      file: "packages/passkey/src/races.long.test.ts",
      name: "PKEY-24: one of 20 concurrent recoveries with the same backup code succeeds",
    },
  },
  {
    kind: "passkey-sign-up-decoy",
    situation: "decoy for a passkey sign-up with an email that's already taken",
    guarantee: "can't be used to sign in",
    test: {
      file: "packages/passkey/src/sign-up.test.ts",
      name: "PKEY-17: a taken email gets the same response as a new one, no passkey is stored, and the owner is notified",
    },
  },
  {
    kind: "two-factor-sent-code",
    situation: "emailed or texted two-factor code",
    guarantee: "works once, for its own challenge; only the newest code works",
    test: { file: racesOfTwoFactor, name: "TFA-12: a sent code that's used 20 times concurrently creates one session" },
  },
  {
    kind: "two-factor-trusted-device",
    situation: "trusted device cookie",
    guarantee: "is replaced at each sign-in",
    test: {
      file: racesOfTwoFactor,
      name: "TFA-13: one of 20 concurrent sign-ins with the same trust cookie is trusted",
    },
  },
  {
    lifetime: 90,
    situation: "authenticator app code",
    guarantee: "works once; codes older than the last used one don't work",
    test: { file: racesOfTwoFactor, name: "TFA-07: an app code that's used 20 times concurrently is accepted once" },
  },
  {
    situation: "backup code",
    guarantee: "works once",
    test: {
      file: racesOfTwoFactor,
      name: "TFA-09: a backup code that 50 concurrent sign-ins use is accepted once",
    },
  },
  {
    situation: "webhook delivery",
    lifetime: "until it's pruned",
    guarantee: "is applied once; each handler completes once",
    test: {
      file: "packages/billing/src/webhooks/receive.test.ts",
      name: "WEBH-05: one of 20 parallel deliveries with the same id takes effect, and the others get 200 or 503",
    },
  },
  {
    situation: "outbox message",
    lifetime: "until ten attempts have failed",
    guarantee:
      "is delivered once, regardless of the number of instances; if an instance dies while sending a message, the message is delivered again with the same key",
    test: {
      file: `${core}/features/maintenance/maintenance.test.ts`,
      name: "a message is encrypted at rest, delivered once even by concurrent runs, and dropped after ten attempts",
    },
  },
];
