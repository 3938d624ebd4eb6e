/** Guarantees other than query counts, each with the test that proves it. */

import type { TestReference } from "./tests.ts";

/** A guarantee and its test. */
export interface Guarantee {
  readonly situation: string;
  readonly guarantee: string;
  readonly test: TestReference;
}

const core = "packages/core/src";
const racesOfTwoFactor = "packages/two-factor/src/races.test.ts";
const racesOfOrganizations = "packages/organization/src/races.test.ts";
const conformance = "packages/test-kit/src/conformance/races.ts";
const flowsOfRedis = "packages/redis/test/flows.test.ts";

export const races: readonly Guarantee[] = [
  {
    situation: "many sign up with one address",
    guarantee: "one becomes the user, the others are refused cleanly",
    test: {
      file: `${core}/features/email-password/sign-up.test.ts`,
      name: "INPUT-13: of 50 who take one email at once, one becomes the user and 49 are refused cleanly",
    },
  },
  {
    situation: "many take one user name, in any case",
    guarantee: "one gets it",
    test: {
      file: "packages/username/src/username.test.ts",
      name: "of 20 who take one name at once, in any case, by sign-up or update, one gets it",
    },
  },
  {
    situation: "two want one address by a change",
    guarantee: "one gets it",
    test: {
      file: `${core}/features/change-email/races.test.ts`,
      name: "INPUT-13: an address that two want at once goes to one of them, whichever way they take",
    },
  },
  {
    situation: "one person comes from a provider for the first time, many times at once",
    guarantee: "one user",
    test: {
      file: `${core}/features/social/races.test.ts`,
      name: "one person who comes ten times at once for the first time becomes one user",
    },
  },
  {
    situation: "the last two ways in are taken away at once",
    guarantee: "one stays",
    test: {
      file: `${core}/features/social/accounts.test.ts`,
      name: "OAUTH-27: of two who take away the last two ways in at once, one is refused",
    },
  },
  {
    situation: "two processes refresh a provider's tokens",
    guarantee: "one asks, both have the new ones",
    test: {
      file: `${core}/features/social/accounts.test.ts`,
      name: "OAUTH-25: two processes refresh at once: one asks, both have its tokens",
    },
  },
  {
    situation: "two change one password",
    guarantee: "one change is made",
    test: { file: `${core}/features/password/change.test.ts`, name: "of two changes at once one is made" },
  },
  {
    situation: "requests find a session due to be extended",
    guarantee: "one extends it, all are answered",
    test: {
      file: `${core}/features/session/session.test.ts`,
      name: "SESS-16: extended by two requests at once, it is extended once and both are answered",
    },
  },
  {
    situation: "two admins demote each other",
    guarantee: "one is left",
    test: {
      file: "packages/admin/src/races.test.ts",
      name: "ADMIN-09: of two admins who demote each other at once, one is left",
    },
  },
  {
    situation: "sign-ins run while a ban is made",
    guarantee: "none is left in",
    test: {
      file: "packages/admin/src/races.test.ts",
      name: "ADMIN-08: of sign-ins that run while a ban is made, none is left in",
    },
  },
  {
    situation: "two owners leave an organization, or unmake each other",
    guarantee: "one stays",
    test: {
      file: racesOfOrganizations,
      name: "ORG-07: of two owners who leave, or unmake each other, at the same time, one stays",
    },
  },
  {
    situation: "an invitation is accepted and canceled at once",
    guarantee: "it ends one way",
    test: {
      file: racesOfOrganizations,
      name: "ORG-12: accepted and canceled at once, it is canceled, and made a member or not",
    },
  },
  {
    situation: "many found an organization of one slug",
    guarantee: "one does",
    test: { file: racesOfOrganizations, name: "ORG-18: one slug has one organization" },
  },
  {
    situation: "one person claims their customer and opens the portal, many times at once",
    guarantee: "one customer",
    test: {
      file: "packages/billing/src/customers/links.test.ts",
      name: "claims and portals of one person at once make one link",
    },
  },
];

export const adapters: readonly Guarantee[] = [
  {
    situation: "insert of one unique value by many",
    guarantee: "one gets in; the others get `UniqueViolation`",
    test: {
      file: conformance,
      name: "of callers who insert one unique value, one gets in and the others are refused cleanly",
    },
  },
  {
    situation: "`update` with the expected old state",
    guarantee: "one changes it",
    test: { file: conformance, name: "of callers who expect the same state, one changes it" },
  },
  {
    situation: "`consume` of one row",
    guarantee: "one gets it",
    test: { file: conformance, name: "TOK-02: if several callers consume one row, one gets it" },
  },
  {
    situation: "`increment` with a bound",
    guarantee: "exactly the bound gets through",
    test: { file: conformance, name: "a bounded increment lets exactly its bound through, each with another value" },
  },
  {
    situation: "a limit counted under `lock`",
    guarantee: "is never passed",
    test: { file: conformance, name: "a limit that is counted under a lock is never passed" },
  },
  {
    situation: "transactions that lock two rows in opposite order",
    guarantee: "all end, and no write is lost",
    test: {
      file: conformance,
      name: "FAULT-10, FAULT-11: transactions that lock two rows in opposite order all end, and no write is lost",
    },
  },
];

export const revocation: readonly Guarantee[] = [
  {
    situation: "everything that changes something or shows a secret",
    guarantee: "at once: it reads the session from the store, on every node",
    test: {
      file: `${core}/features/session/cookies.test.ts`,
      name: "SESS-08: endpoints that change something read the store",
    },
  },
  {
    situation: "plain reads without a cache",
    guarantee: "at once",
    test: {
      file: `${core}/features/session/session.test.ts`,
      name: "SESS-06: signing out ends the session; the cookie is worth nothing afterwards",
    },
  },
  {
    situation: "plain reads with the cookie cache",
    guarantee: "within `session.cookieCache.maxAge`: 60 seconds by default",
    test: {
      file: `${core}/features/session/cookies.test.ts`,
      name: "answers for a minute without the database, and no longer",
    },
  },
  {
    situation: "plain reads with copies in a shared storage",
    guarantee: "at once for what the library changes",
    test: {
      file: flowsOfRedis,
      name: "a change of the user is seen at once, on every node, also where copies were read before",
    },
  },
  {
    situation: "the same, while a Redis Cluster or Sentinel fails over",
    guarantee: "within `session.storageCache.maxAge`, and no request fails",
    test: {
      file: "packages/redis/test/cluster.test.ts",
      name: "FAULT-03, SESS-05: a master is killed under load: nothing fails, and nothing is read beyond the bound",
    },
  },
  {
    situation: "the same, for what is changed past the library",
    guarantee: "within `session.storageCache.maxAge`: 60 seconds by default",
    test: {
      file: flowsOfRedis,
      name: "SESS-08: what the library does not change itself is seen within the copy's age",
    },
  },
  {
    situation: "both caches together",
    guarantee: "ages do not add up",
    test: { file: flowsOfRedis, name: "SESS-08: ages do not add up, and what changes something asks the store" },
  },
  {
    situation: "a change or reset of the password",
    guarantee: "the other sessions end at once, on every node",
    test: { file: flowsOfRedis, name: "SESS-05: a change of password ends the other sessions at once, on every node" },
  },
  {
    situation: "a ban, also while somebody signs in",
    guarantee: "every session ends at once, and none is left",
    test: {
      file: flowsOfRedis,
      name: "a ban ends every session at once, and a sign-in that races with it leaves none",
    },
  },
  {
    situation: "a role made or changed in an organization",
    guarantee: "grants at once what it says, and stops at once",
    test: {
      file: "packages/organization/src/roles/roles.test.ts",
      name: "grant at once what they say, and stop at once",
    },
  },
];

export const limits: readonly Guarantee[] = [
  {
    situation: "a rate limit, counted in the database",
    guarantee: "of 200 requests at once against a limit of 10, 10 get through",
    test: {
      file: `${core}/rate-limits/rate-limits.test.ts`,
      name: "RATE-06: of 200 requests at once against a limit of 10 exactly 10 get through",
    },
  },
  {
    situation: "a rate limit, counted in Redis by four processes",
    guarantee: "the same",
    test: {
      file: "packages/redis/test/rate-limits.test.ts",
      name: "RATE-06: of 200 requests on four processes exactly ten get through",
    },
  },
  {
    situation: "wrong codes for one question for a second factor",
    guarantee: "five are looked at",
    test: { file: racesOfTwoFactor, name: "TFA-04: of 200 wrong codes at once for one challenge, five are looked at" },
  },
  {
    situation: "wrong codes for one account, over any number of sign-ins",
    guarantee: "ten are looked at, then the account is locked",
    test: {
      file: racesOfTwoFactor,
      name: "TFA-05: of 200 wrong codes at once over 40 challenges, ten are looked at, and the account is locked",
    },
  },
  {
    situation: "members of an organization",
    guarantee: "the limit is reached and not passed",
    test: { file: racesOfOrganizations, name: "ORG-13: the member limit is reached and not passed" },
  },
  {
    situation: "open invitations for one address",
    guarantee: "one",
    test: { file: racesOfOrganizations, name: "ORG-17: one address has one open invitation" },
  },
  {
    situation: "organizations of a user, teams of an organization",
    guarantee: "the limit is reached and not passed",
    test: {
      file: racesOfOrganizations,
      name: "ORG-13 ORG-23: one organization is made where one is allowed; teams neither pass their limit nor run out",
    },
  },
];
