/** Guarantees other than query counts, each with the test that proves it. */

import type { TestReference } from "./tests.ts";

/** A guarantee and its test. */
export interface Guarantee {
  readonly situation: string;
  readonly guarantee: string;
  readonly test: TestReference;
}

const core = "packages/core/src";
const racesOfTwoFactor = "packages/two-factor/src/races.long.test.ts";
const racesOfOrganizations = "packages/organization/src/races.long.test.ts";
const conformance = "packages/test-kit/src/conformance/races.ts";
const flowsOfRedis = "packages/redis/test/flows.test.ts";

export const races: readonly Guarantee[] = [
  {
    situation: "several users sign up with one email",
    guarantee: "one becomes the user, the others get an error",
    test: {
      file: `${core}/features/email-password/sign-up.test.ts`,
      name: "INPUT-13: of 50 concurrent sign-ups with one email, one creates the user, and 49 get a clean error",
    },
  },
  {
    situation: "several users choose one username, in any case",
    guarantee: "one gets it",
    test: {
      file: "packages/username/src/username.test.ts",
      name: "of 20 concurrent requests for one name, in any case, by sign-up or update, one gets it",
    },
  },
  {
    situation: "two users change their email to the same one",
    guarantee: "one gets it",
    test: {
      file: `${core}/features/change-email/races.test.ts`,
      name: "INPUT-13: an email that two users want concurrently goes to one of them, by any path",
    },
  },
  {
    situation: "a new user signs in with a provider many times concurrently",
    guarantee: "one user is created",
    test: {
      file: `${core}/features/social/races.test.ts`,
      name: "ten concurrent first sign-ins of one person create one user",
    },
  },
  {
    situation: "the last two sign-in methods are removed concurrently",
    guarantee: "one stays",
    test: {
      file: `${core}/features/social/accounts.test.ts`,
      name: "OAUTH-27: of two concurrent requests that unlink the last two sign-in methods, one is rejected",
    },
  },
  {
    situation: "two processes refresh a provider's tokens",
    guarantee: "one sends the request, both get the new tokens",
    test: {
      file: `${core}/features/social/accounts.test.ts`,
      name: "OAUTH-25: of two processes that refresh concurrently, one asks, and both get its tokens",
    },
  },
  {
    situation: "two requests change one password",
    guarantee: "one succeeds",
    test: { file: `${core}/features/password/change.test.ts`, name: "of two concurrent changes, one succeeds" },
  },
  {
    situation: "several requests use a session that is due to be extended",
    guarantee: "one extends it, all succeed",
    test: {
      file: `${core}/features/session/session.test.ts`,
      name: "SESS-16: extended by two concurrent requests, it's extended once, and both get a response",
    },
  },
  {
    situation: "two admins remove each other's admin role",
    guarantee: "one admin remains",
    test: {
      file: "packages/admin/src/races.long.test.ts",
      name: "ADMIN-09: when two admins demote each other concurrently, one is left",
    },
  },
  {
    situation: "a user signs in while an admin bans them",
    guarantee: "no session remains",
    test: {
      file: "packages/admin/src/races.long.test.ts",
      name: "ADMIN-08: no sign-in that races with a ban leaves a session",
    },
  },
  {
    situation: "two owners leave an organization, or remove each other's role",
    guarantee: "one stays",
    test: {
      file: racesOfOrganizations,
      name: "ORG-07: of two owners who leave or demote each other concurrently, one stays",
    },
  },
  {
    situation: "an invitation is accepted and canceled concurrently",
    guarantee: "it ends as canceled; the user is a member only if accepting succeeded first",
    test: {
      file: racesOfOrganizations,
      name: "ORG-12: accepted and canceled concurrently, it's either accepted with a member, or canceled without one",
    },
  },
  {
    situation: "several users create an organization with one slug",
    guarantee: "one succeeds",
    test: { file: racesOfOrganizations, name: "ORG-18: one slug has one organization" },
  },
  {
    situation: "a user claims a billing customer and opens the portal many times concurrently",
    guarantee: "one customer is linked",
    test: {
      file: "packages/billing/src/customers/links.test.ts",
      name: "concurrent claims and portal calls of one user create one link",
    },
  },
];

export const adapters: readonly Guarantee[] = [
  {
    situation: "several callers insert one unique value",
    guarantee: "one succeeds; the others get `UniqueViolation`",
    test: {
      file: conformance,
      name: "of callers who insert one unique value, one succeeds and the others get a clean error",
    },
  },
  {
    situation: "several callers `update` a row and expect its old state",
    guarantee: "one succeeds",
    test: { file: conformance, name: "of callers who expect the same state, one changes it" },
  },
  {
    situation: "several callers `consume` one row",
    guarantee: "one gets it",
    test: { file: conformance, name: "TOK-02: if several callers consume one row, one gets it" },
  },
  {
    situation: "several callers `increment` a column with `atMost`",
    guarantee: "the value never exceeds `atMost`, and each caller gets a different one",
    test: {
      file: conformance,
      name: "a bounded increment succeeds exactly up to its bound, each time with another value",
    },
  },
  {
    situation: "a limit is counted under `lock`",
    guarantee: "it is never exceeded",
    test: { file: conformance, name: "a limit that's counted under a lock is never exceeded" },
  },
  {
    situation: "transactions lock two rows in opposite order",
    guarantee: "all finish, and no write is lost",
    test: {
      file: conformance,
      name: "FAULT-10, FAULT-11: transactions that lock two rows in opposite order all end, and no write is lost",
    },
  },
];

export const revocation: readonly Guarantee[] = [
  {
    situation: "requests that change state or show a secret",
    guarantee: "immediately, on every instance: the session is read from the database",
    test: {
      file: `${core}/features/session/cookies.test.ts`,
      name: "SESS-08: endpoints that change something read the database",
    },
  },
  {
    situation: "plain reads without a cache",
    guarantee: "immediately",
    test: {
      file: `${core}/features/session/session.test.ts`,
      name: "SESS-06: signing out ends the session, and its cookie no longer works",
    },
  },
  {
    situation: "plain reads with the cookie cache",
    guarantee: "within `session.cookieCache.maxAge`: 60 seconds by default",
    test: {
      file: `${core}/features/session/cookies.test.ts`,
      name: "serves reads for a minute without the database, and no longer",
    },
  },
  {
    situation: "plain reads with a shared storage",
    guarantee: "immediately, for changes made by Latchkey",
    test: {
      file: flowsOfRedis,
      name: "a user change is visible immediately on every node, even if copies were read before",
    },
  },
  {
    situation: "plain reads during a failover of Redis Cluster or Sentinel",
    guarantee: "within `session.storageCache.maxAge`, and no request fails",
    test: {
      file: "packages/redis/test/cluster.long.test.ts",
      name: "FAULT-03, SESS-05: killing a master under load: nothing fails, and nothing is read beyond the limit",
    },
  },
  {
    situation: "plain reads with a shared storage, after a direct change in the database",
    guarantee: "within `session.storageCache.maxAge`: 60 seconds by default",
    test: {
      file: flowsOfRedis,
      name: "SESS-08: a change made outside the library is visible within the copy's age",
    },
  },
  {
    situation: "plain reads with both caches",
    guarantee: "the two ages don't add up",
    test: { file: flowsOfRedis, name: "SESS-08: ages don't add up, and writes check the database" },
  },
  {
    situation: "a password is changed or reset",
    guarantee: "other sessions end immediately, on every instance",
    test: { file: flowsOfRedis, name: "SESS-05: a password change ends the other sessions immediately, on every node" },
  },
  {
    situation: "a user is banned, also while they sign in",
    guarantee: "all sessions end immediately",
    test: {
      file: flowsOfRedis,
      name: "a ban ends every session immediately, and no sign-in that races with it remains",
    },
  },
  {
    situation: "a role is created or changed in an organization",
    guarantee: "its permissions apply immediately",
    test: {
      file: "packages/organization/src/roles/roles.test.ts",
      name: "grant their permissions immediately, and stop immediately",
    },
  },
];

export const limits: readonly Guarantee[] = [
  {
    situation: "a rate limit of 10, counted in the database",
    guarantee: "10 of 200 concurrent requests succeed",
    test: {
      file: `${core}/rate-limits/rate-limits.test.ts`,
      name: "RATE-06: of 200 concurrent requests against a limit of 10, exactly 10 get through",
    },
  },
  {
    situation: "a rate limit of 10, counted in Redis by four processes",
    guarantee: "10 of 200 concurrent requests succeed",
    test: {
      file: "packages/redis/test/rate-limits.long.test.ts",
      name: "RATE-06: of 200 requests on four processes, exactly ten get through",
    },
  },
  {
    situation: "wrong codes for one two-factor challenge",
    guarantee: "five are checked",
    test: { file: racesOfTwoFactor, name: "TFA-04: of 200 concurrent wrong codes for one challenge, five are checked" },
  },
  {
    situation: "wrong codes for one account, over any number of sign-ins",
    guarantee: "ten are checked, then the account is locked",
    test: {
      file: racesOfTwoFactor,
      name: "TFA-05: of 200 concurrent wrong codes across 40 challenges, ten are checked, and the account is locked",
    },
  },
  {
    situation: "members of an organization",
    guarantee: "the limit can be reached but not exceeded",
    test: { file: racesOfOrganizations, name: "ORG-13: the member limit is reached but not exceeded" },
  },
  {
    situation: "pending invitations for one email in an organization",
    guarantee: "one",
    test: { file: racesOfOrganizations, name: "ORG-17: one email has one pending invitation" },
  },
  {
    situation: "organizations of a user, and teams of an organization",
    guarantee: "the limit can be reached but not exceeded",
    test: {
      file: racesOfOrganizations,
      name: "ORG-13 ORG-23: one organization is created if one is allowed; teams neither exceed their limit nor run out",
    },
  },
];
