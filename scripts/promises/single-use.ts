/** Everything that works only once, each with the test that proves it. */

import type { Guarantee } from "./promises.ts";

/** Something that works only once. */
export interface SingleUse extends Guarantee {
  /** The token kind, if it's a token. */
  readonly kind?: string;
}

const core = "packages/core/src";
const racesOfTwoFactor = "packages/two-factor/src/races.test.ts";
const racesOfOrganizations = "packages/organization/src/races.test.ts";
const _conformance = "packages/test-kit/src/conformance/races.ts";
const _flowsOfRedis = "packages/redis/test/flows.test.ts";

export const singleUse: readonly SingleUse[] = [
  {
    kind: "email-verification",
    situation: "link that proves an address",
    guarantee: "its effects happen once; a repeat for the same proven address gets the same answer",
    test: {
      file: `${core}/features/email-verification/email-verification.test.ts`,
      name: "TOK-02: opened 50 times at once it has its effects once; all are told that the address is proven",
    },
  },
  {
    kind: "email-change",
    situation: "link by which the current address agrees to another",
    guarantee: "once; the newest alone",
    test: {
      file: `${core}/features/change-email/races.test.ts`,
      name: "TOK-02: a link opened 50 times at once changes the address once",
    },
  },
  {
    kind: "email-change-verification",
    situation: "link that proves the new address before it is put in place",
    guarantee: "once; the newest alone",
    test: {
      file: `${core}/features/change-email/races.test.ts`,
      name: "TOK-02: a link opened 50 times at once changes the address once",
    },
  },
  {
    kind: "email-undo",
    situation: "way back after a change of address",
    guarantee:
      "once; that of a later change does not close that of an earlier one; a password reset or a sign-in at a provider that vouches for the address ends both",
    test: {
      file: `${core}/tokens/tokens.test.ts`,
      name: "TOK-02: of 50 who use one token of kind $name at once, one gets it",
    },
  },
  {
    kind: "password-reset",
    situation: "link to set a new password",
    guarantee: "once; the newest alone",
    test: {
      file: `${core}/features/password/reset-password.test.ts`,
      name: "TOK-02: of 50 who use one token at once, one sets the password",
    },
  },
  {
    kind: "user-deletion",
    situation: "link that deletes an account",
    guarantee: "once; the newest alone",
    test: {
      file: `${core}/features/account/account.test.ts`,
      name: "TOK-02: of 50 who use the token at once one deletes, and it is told once",
    },
  },
  {
    kind: "oauth-state",
    situation: "state of a sign-in by a provider",
    guarantee: "one callback makes one session",
    test: {
      file: `${core}/features/social/races.test.ts`,
      name: "OAUTH-03: one state in 20 callbacks at once makes one session",
    },
  },
  {
    kind: "used-id-token",
    situation: "id token that an app hands in",
    guarantee: "a replay is refused until the token expires",
    test: {
      file: `${core}/features/social/id-token-sign-in.test.ts`,
      name: "OAUTH-16: a wrong nonce, a replay, and where it is asked for no nonce are refused",
    },
  },
  {
    kind: "sign-up-decoy",
    situation: "what a sign-up with a taken address leaves",
    guarantee: "no one gets its token, and it lets no one in",
    test: {
      file: `${core}/features/email-password/decoys.test.ts`,
      name: "ENUM-15: a decoy lets no one in, whatever becomes of the account",
    },
  },
  {
    kind: "invitation",
    situation: "invitation to an organization, by its link or its id",
    guarantee: "accepted once; its link may be looked at as long as it is open",
    test: { file: racesOfOrganizations, name: "ORG-12: one accepts an invitation, and is a member once" },
  },
  {
    kind: "two-factor-challenge",
    situation: "question for a second factor at sign-in",
    guarantee: "one session, whatever proves it",
    test: { file: racesOfTwoFactor, name: "TFA-11: one challenge answered with 10 right codes at once is one session" },
  },
  {
    kind: "two-factor-sent-code",
    situation: "code that was sent",
    guarantee: "once; the newest, for the challenge that asked for it",
    test: { file: racesOfTwoFactor, name: "TFA-12: one code that was sent, 20 times at once, is one session" },
  },
  {
    kind: "two-factor-trusted-device",
    situation: "cookie of a trusted device",
    guarantee: "each sign-in replaces it",
    test: { file: racesOfTwoFactor, name: "TFA-13: of 20 who come with one trust cookie at once, one is trusted" },
  },
  {
    situation: "code of an authenticator app",
    guarantee: "once, and none that is older than the last one used",
    test: { file: racesOfTwoFactor, name: "TFA-07: one code of an app, 20 times at once, is accepted once" },
  },
  {
    situation: "backup code",
    guarantee: "once each",
    test: {
      file: racesOfTwoFactor,
      name: "TFA-09: one backup code, 50 times at once from as many sign-ins, is accepted once",
    },
  },
  {
    situation: "delivery of a webhook",
    guarantee: "applied once; each handler runs to its end once",
    test: {
      file: "packages/billing/src/webhooks/receive.test.ts",
      name: "WEBH-05: of 20 parallel deliveries of one id one has the effect; the others are 200 or 503",
    },
  },
  {
    situation: "message of the outbox",
    guarantee: "delivered once by any number of deliverers; again, under the same key, where one dies on the way",
    test: {
      file: `${core}/features/maintenance/maintenance.test.ts`,
      name: "a message is encrypted at rest, delivered once by any number of deliverers, and given up after ten tries",
    },
  },
];
