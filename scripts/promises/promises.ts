/** What is promised besides statements, each with the test that shows it. */

import type { Shown } from "./tests.ts";

/** A promise and its test. */
export interface Promised {
  readonly what: string;
  readonly holds: string;
  readonly test: Shown;
}

/** Something that is good once. */
export interface SingleUse extends Promised {
  /** The name of the kind of token, where it is one. */
  readonly kind?: string;
}

const core = "packages/core/src";
const racesOfTwoFactor = "packages/two-factor/src/races.test.ts";
const racesOfOrganizations = "packages/organization/src/races.test.ts";
const conformance = "packages/test-kit/src/conformance/races.ts";
const flowsOfRedis = "packages/redis/test/flows.test.ts";

export const singleUse: readonly SingleUse[] = [
  {
    kind: "email-verification",
    what: "link that proves an address",
    holds: "its effects happen once; a repeat for the same proven address gets the same answer",
    test: {
      file: `${core}/features/email-verification/email-verification.test.ts`,
      name: "TOK-02: opened 50 times at once it has its effects once; all are told that the address is proven",
    },
  },
  {
    kind: "email-change",
    what: "link by which the current address agrees to another",
    holds: "once; the newest alone",
    test: {
      file: `${core}/features/change-email/races.test.ts`,
      name: "TOK-02: a link opened 50 times at once changes the address once",
    },
  },
  {
    kind: "email-change-verification",
    what: "link that proves the new address before it is put in place",
    holds: "once; the newest alone",
    test: {
      file: `${core}/features/change-email/races.test.ts`,
      name: "TOK-02: a link opened 50 times at once changes the address once",
    },
  },
  {
    kind: "email-undo",
    what: "way back after a change of address",
    holds:
      "once; that of a later change does not close that of an earlier one; a password reset or a sign-in at a provider that vouches for the address ends both",
    test: {
      file: `${core}/tokens/tokens.test.ts`,
      name: "TOK-02: of 50 who use one token of kind $name at once, one gets it",
    },
  },
  {
    kind: "password-reset",
    what: "link to set a new password",
    holds: "once; the newest alone",
    test: {
      file: `${core}/features/password/reset.test.ts`,
      name: "TOK-02: of 50 who use one token at once, one sets the password",
    },
  },
  {
    kind: "user-deletion",
    what: "link that deletes an account",
    holds: "once; the newest alone",
    test: {
      file: `${core}/features/account/account.test.ts`,
      name: "TOK-02: of 50 who use the token at once one deletes, and it is told once",
    },
  },
  {
    kind: "oauth-state",
    what: "state of a sign-in by a provider",
    holds: "one callback makes one session",
    test: {
      file: `${core}/features/social/races.test.ts`,
      name: "OAUTH-03: one state in 20 callbacks at once makes one session",
    },
  },
  {
    kind: "used-id-token",
    what: "id token that an app hands in",
    holds: "a replay is refused until the token expires",
    test: {
      file: `${core}/features/social/direct.test.ts`,
      name: "OAUTH-16: a wrong nonce, a replay, and where it is asked for no nonce are refused",
    },
  },
  {
    kind: "sign-up-decoy",
    what: "what a sign-up with a taken address leaves",
    holds: "no one gets its token, and it lets no one in",
    test: {
      file: `${core}/features/email-password/decoys.test.ts`,
      name: "ENUM-15: a decoy lets no one in, whatever becomes of the account",
    },
  },
  {
    kind: "invitation",
    what: "invitation to an organization, by its link or its id",
    holds: "accepted once; its link may be looked at as long as it is open",
    test: { file: racesOfOrganizations, name: "ORG-12: one accepts an invitation, and is a member once" },
  },
  {
    kind: "two-factor-challenge",
    what: "question for a second factor at sign-in",
    holds: "one session, whatever proves it",
    test: { file: racesOfTwoFactor, name: "TFA-11: one challenge answered with 10 right codes at once is one session" },
  },
  {
    kind: "two-factor-sent-code",
    what: "code that was sent",
    holds: "once; the newest, for the challenge that asked for it",
    test: { file: racesOfTwoFactor, name: "TFA-12: one code that was sent, 20 times at once, is one session" },
  },
  {
    kind: "two-factor-trusted-device",
    what: "cookie of a trusted device",
    holds: "each sign-in replaces it",
    test: { file: racesOfTwoFactor, name: "TFA-13: of 20 who come with one trust cookie at once, one is trusted" },
  },
  {
    what: "code of an authenticator app",
    holds: "once, and none that is older than the last one used",
    test: { file: racesOfTwoFactor, name: "TFA-07: one code of an app, 20 times at once, is accepted once" },
  },
  {
    what: "backup code",
    holds: "once each",
    test: {
      file: racesOfTwoFactor,
      name: "TFA-09: one backup code, 50 times at once from as many sign-ins, is accepted once",
    },
  },
  {
    what: "delivery of a webhook",
    holds: "applied once; each handler runs to its end once",
    test: {
      file: "packages/billing/src/webhooks/receive.test.ts",
      name: "WEBH-05: of 20 parallel deliveries of one id one has the effect; the others are 200 or 503",
    },
  },
  {
    what: "message of the outbox",
    holds: "delivered once by any number of deliverers; again, under the same key, where one dies on the way",
    test: {
      file: `${core}/features/upkeep/upkeep.test.ts`,
      name: "a message is encrypted at rest, delivered once by any number of deliverers, and given up after ten tries",
    },
  },
];

export const races: readonly Promised[] = [
  {
    what: "many sign up with one address",
    holds: "one becomes the user, the others are refused cleanly",
    test: {
      file: `${core}/features/email-password/sign-up.test.ts`,
      name: "INPUT-13: of 50 who take one email at once, one becomes the user and 49 are refused cleanly",
    },
  },
  {
    what: "many take one user name, in any case",
    holds: "one gets it",
    test: {
      file: "packages/username/src/username.test.ts",
      name: "of 20 who take one name at once, in any case, by sign-up or update, one gets it",
    },
  },
  {
    what: "two want one address by a change",
    holds: "one gets it",
    test: {
      file: `${core}/features/change-email/races.test.ts`,
      name: "INPUT-13: an address that two want at once goes to one of them, whichever way they take",
    },
  },
  {
    what: "one person comes from a provider for the first time, many times at once",
    holds: "one user",
    test: {
      file: `${core}/features/social/races.test.ts`,
      name: "one person who comes ten times at once for the first time becomes one user",
    },
  },
  {
    what: "the last two ways in are taken away at once",
    holds: "one stays",
    test: {
      file: `${core}/features/social/accounts.test.ts`,
      name: "OAUTH-27: of two who take away the last two ways in at once, one is refused",
    },
  },
  {
    what: "two processes refresh a provider's tokens",
    holds: "one asks, both have the new ones",
    test: {
      file: `${core}/features/social/accounts.test.ts`,
      name: "OAUTH-25: two processes refresh at once: one asks, both have its tokens",
    },
  },
  {
    what: "two change one password",
    holds: "one change is made",
    test: { file: `${core}/features/password/change.test.ts`, name: "of two changes at once one is made" },
  },
  {
    what: "requests find a session due to be extended",
    holds: "one extends it, all are answered",
    test: {
      file: `${core}/features/session/session.test.ts`,
      name: "SESS-16: extended by two requests at once, it is extended once and both are answered",
    },
  },
  {
    what: "two admins demote each other",
    holds: "one is left",
    test: {
      file: "packages/admin/src/races.test.ts",
      name: "ADMIN-09: of two admins who demote each other at once, one is left",
    },
  },
  {
    what: "sign-ins run while a ban is made",
    holds: "none is left in",
    test: {
      file: "packages/admin/src/races.test.ts",
      name: "ADMIN-08: of sign-ins that run while a ban is made, none is left in",
    },
  },
  {
    what: "two owners leave an organization, or unmake each other",
    holds: "one stays",
    test: {
      file: racesOfOrganizations,
      name: "ORG-07: of two owners who leave, or unmake each other, at the same time, one stays",
    },
  },
  {
    what: "an invitation is accepted and canceled at once",
    holds: "it ends one way",
    test: {
      file: racesOfOrganizations,
      name: "ORG-12: accepted and canceled at once, it is canceled, and made a member or not",
    },
  },
  {
    what: "many found an organization of one slug",
    holds: "one does",
    test: { file: racesOfOrganizations, name: "ORG-18: one slug has one organization" },
  },
  {
    what: "one person claims their customer and opens the portal, many times at once",
    holds: "one customer",
    test: {
      file: "packages/billing/src/customers/links.test.ts",
      name: "claims and portals of one person at once make one link",
    },
  },
];

export const adapters: readonly Promised[] = [
  {
    what: "insert of one unique value by many",
    holds: "one gets in; the others get `UniqueViolation`",
    test: {
      file: conformance,
      name: "of callers who insert one unique value, one gets in and the others are refused cleanly",
    },
  },
  {
    what: "`update` with the expected old state",
    holds: "one changes it",
    test: { file: conformance, name: "of callers who expect the same state, one changes it" },
  },
  {
    what: "`take` of one row",
    holds: "one gets it",
    test: { file: conformance, name: "TOK-02: of callers who take one row, one gets it" },
  },
  {
    what: "`increment` with a bound",
    holds: "exactly the bound gets through",
    test: { file: conformance, name: "a bounded increment lets exactly its bound through, each with another value" },
  },
  {
    what: "a limit counted under `lock`",
    holds: "is never passed",
    test: { file: conformance, name: "a limit that is counted under a lock is never passed" },
  },
  {
    what: "transactions that lock two rows in opposite order",
    holds: "all end, and no write is lost",
    test: {
      file: conformance,
      name: "FAULT-10, FAULT-11: transactions that lock two rows in opposite order all end, and no write is lost",
    },
  },
];

export const revocation: readonly Promised[] = [
  {
    what: "everything that changes something or shows a secret",
    holds: "at once: it reads the session from the store, on every node",
    test: {
      file: `${core}/features/session/cookies.test.ts`,
      name: "SESS-08: endpoints that change something read the store",
    },
  },
  {
    what: "plain reads without a cache",
    holds: "at once",
    test: {
      file: `${core}/features/session/session.test.ts`,
      name: "SESS-06: signing out ends the session; the cookie is worth nothing afterwards",
    },
  },
  {
    what: "plain reads with the cookie cache",
    holds: "within `session.cookieCache.maxAge`: 60 seconds by default",
    test: {
      file: `${core}/features/session/cookies.test.ts`,
      name: "answers for a minute without the database, and no longer",
    },
  },
  {
    what: "plain reads with copies in a shared storage",
    holds: "at once for what the library changes",
    test: {
      file: flowsOfRedis,
      name: "a change of the user is seen at once, on every node, also where copies were read before",
    },
  },
  {
    what: "the same, for what is changed past the library",
    holds: "within `session.storageCache.maxAge`: 60 seconds by default",
    test: {
      file: flowsOfRedis,
      name: "SESS-08: what the library does not change itself is seen within the copy's age",
    },
  },
  {
    what: "both caches together",
    holds: "ages do not add up",
    test: { file: flowsOfRedis, name: "SESS-08: ages do not add up, and what changes something asks the store" },
  },
  {
    what: "a change or reset of the password",
    holds: "the other sessions end at once, on every node",
    test: { file: flowsOfRedis, name: "SESS-05: a change of password ends the other sessions at once, on every node" },
  },
  {
    what: "a ban, also while somebody signs in",
    holds: "every session ends at once, and none is left",
    test: {
      file: flowsOfRedis,
      name: "a ban ends every session at once, and a sign-in that races with it leaves none",
    },
  },
  {
    what: "a role made or changed in an organization",
    holds: "grants at once what it says, and stops at once",
    test: {
      file: "packages/organization/src/roles/roles.test.ts",
      name: "grant at once what they say, and stop at once",
    },
  },
];

export const limits: readonly Promised[] = [
  {
    what: "a rate limit, counted in the database",
    holds: "of 200 requests at once against a limit of 10, 10 get through",
    test: {
      file: `${core}/rate-limits/rate-limits.test.ts`,
      name: "RATE-06: of 200 requests at once against a limit of 10 exactly 10 get through",
    },
  },
  {
    what: "a rate limit, counted in Redis by four processes",
    holds: "the same",
    test: {
      file: "packages/redis/test/rate-limits.test.ts",
      name: "RATE-06: of 200 requests on four processes exactly ten get through",
    },
  },
  {
    what: "wrong codes for one question for a second factor",
    holds: "five are looked at",
    test: { file: racesOfTwoFactor, name: "TFA-04: of 200 wrong codes at once for one challenge, five are looked at" },
  },
  {
    what: "wrong codes for one account, over any number of sign-ins",
    holds: "ten are looked at, then the account is locked",
    test: {
      file: racesOfTwoFactor,
      name: "TFA-05: of 200 wrong codes at once over 40 challenges, ten are looked at, and the account is locked",
    },
  },
  {
    what: "members of an organization",
    holds: "the limit is reached and not passed",
    test: { file: racesOfOrganizations, name: "ORG-13: the member limit is reached and not passed" },
  },
  {
    what: "open invitations for one address",
    holds: "one",
    test: { file: racesOfOrganizations, name: "ORG-17: one address has one open invitation" },
  },
  {
    what: "organizations of a user, teams of an organization",
    holds: "the limit is reached and not passed",
    test: {
      file: racesOfOrganizations,
      name: "ORG-13 ORG-23: one organization is made where one is allowed; teams neither pass their limit nor run out",
    },
  },
];
