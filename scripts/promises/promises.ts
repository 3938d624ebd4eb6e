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
    situation: "multiple users sign up with the same email",
    guarantee: "one user is created; the other requests get an error",
    test: {
      file: `${core}/features/email-password/sign-up.test.ts`,
      name: "INPUT-13: one of 50 concurrent sign-ups with the same email creates the user, and 49 get a clean error",
    },
  },
  {
    situation: "multiple users choose the same username, regardless of case",
    guarantee: "one of them gets the username",
    test: {
      file: "packages/username/src/username.test.ts",
      name: "of 20 concurrent requests for one name, in any case, by sign-up or update, one gets it",
    },
  },
  {
    situation: "a user signs up with an email while another user changes their email to it",
    guarantee: "one of them gets the email",
    test: {
      file: `${core}/features/change-email/races.test.ts`,
      name: "INPUT-13: if one user signs up with an email while another user changes to it, only one of them gets it",
    },
  },
  {
    situation: "a new user signs in with a provider many times concurrently",
    guarantee: "one user is created",
    test: {
      file: `${core}/features/social/races.test.ts`,
      name: "ten concurrent first sign-ins by the same person create one user",
    },
  },
  {
    situation: "the last two sign-in methods are removed concurrently",
    guarantee: "one of them is kept",
    test: {
      file: `${core}/features/social/accounts.test.ts`,
      name: "OAUTH-27: one of two concurrent requests that unlink the last two sign-in methods is rejected",
    },
  },
  {
    situation: "two processes refresh a provider's tokens",
    guarantee: "one sends the request, and both get the new tokens",
    test: {
      file: `${core}/features/social/accounts.test.ts`,
      name: "OAUTH-25: if two processes refresh concurrently, one sends the request and both get the new tokens",
    },
  },
  {
    situation: "two requests change the same password",
    guarantee: "one request succeeds",
    test: { file: `${core}/features/password/change.test.ts`, name: "one of two concurrent changes succeeds" },
  },
  {
    situation: "multiple requests use a session that's due to be extended",
    guarantee: "one extends the session, and all succeed",
    test: {
      file: `${core}/features/session/session.test.ts`,
      name: "SESS-16: two concurrent requests extend it once, and both get a response",
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
    situation: "two owners leave an organization or demote each other",
    guarantee: "one owner remains",
    test: {
      file: racesOfOrganizations,
      name: "ORG-07: if two owners leave or demote each other concurrently, one remains",
    },
  },
  {
    situation: "an invitation is accepted and revoked concurrently",
    guarantee: "the invitation ends up revoked; the user is a member only if they accepted it first",
    test: {
      file: racesOfOrganizations,
      name: "ORG-12: an invitation that's accepted and canceled concurrently is either accepted with a member, or canceled without one",
    },
  },
  {
    situation: "multiple users create an organization with the same slug",
    guarantee: "one request succeeds",
    test: { file: racesOfOrganizations, name: "ORG-18: a slug belongs to only one organization" },
  },
  {
    situation: "a user claims a billing customer and opens the portal many times concurrently",
    guarantee: "one customer is linked",
    test: {
      file: "packages/billing/src/customers/links.test.ts",
      name: "a user's concurrent claim and portal calls create one link",
    },
  },
];

export const adapters: readonly Guarantee[] = [
  {
    situation: "multiple callers insert the same unique value",
    guarantee: "one succeeds; the others get `UniqueViolation`",
    test: {
      file: conformance,
      name: "if several callers insert the same unique value, one succeeds and the others get a clean error",
    },
  },
  {
    situation: "multiple callers `update` the same row with a `where` that matches only the row's old state",
    guarantee: "one succeeds",
    test: { file: conformance, name: "if several callers expect the same state, only one changes it" },
  },
  {
    situation: "multiple callers `consume` the same row",
    guarantee: "one of them gets the row",
    test: { file: conformance, name: "TOK-02: if several callers consume one row, one gets it" },
  },
  {
    situation: "multiple callers `increment` a column with `atMost`",
    guarantee: "the value never exceeds `atMost`, and each caller gets a different value",
    test: {
      file: conformance,
      name: "a bounded increment succeeds exactly up to its bound, each time with a different value",
    },
  },
  {
    situation: "a limit is checked under `lock`",
    guarantee: "the limit is never exceeded",
    test: { file: conformance, name: "a limit that's counted under a lock is never exceeded" },
  },
  {
    situation: "transactions lock two rows in opposite orders",
    guarantee: "all transactions finish, and no write is lost",
    test: {
      file: conformance,
      name: "FAULT-10, FAULT-11: transactions that lock two rows in opposite order all end, and no write is lost",
    },
  },
];

export const revocation: readonly Guarantee[] = [
  {
    situation: "requests that change state or return a secret",
    guarantee: "immediately, on every instance, because the session is read from the database",
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
    guarantee: "within `session.cookieCache.maxAge` (60 seconds by default)",
    test: {
      file: `${core}/features/session/cookies.test.ts`,
      name: "serves reads for a minute without the database, and no longer",
    },
  },
  {
    situation: "plain reads with shared storage",
    guarantee: "immediately, for changes made through Latchkey",
    test: {
      file: flowsOfRedis,
      name: "a user change is visible immediately on every node, even if copies were read before",
    },
  },
  {
    situation: "plain reads during a Redis Cluster or Sentinel failover",
    guarantee: "within `session.storageCache.maxAge`, and no request fails",
    test: {
      file: "packages/redis/test/cluster.long.test.ts",
      name: "FAULT-03, SESS-05: after a master is killed under load, no request fails, and no data is outdated for longer than the limit",
    },
  },
  {
    situation: "plain reads with shared storage, after a change made directly in the database",
    guarantee: "within `session.storageCache.maxAge` (60 seconds by default)",
    test: {
      file: flowsOfRedis,
      name: "SESS-08: a change made outside the library is visible within the copy's age",
    },
  },
  {
    situation: "plain reads with both caches",
    guarantee: "within the larger of the two maximum ages",
    test: { file: flowsOfRedis, name: "SESS-08: ages don't add up, and writes check the database" },
  },
  {
    situation: "a user changes their password with `revokeOtherSessions`",
    guarantee: "immediately, on every instance, for all other sessions",
    test: { file: flowsOfRedis, name: "SESS-05: a password change ends the other sessions immediately, on every node" },
  },
  {
    situation: "a password is reset (unless `revokeSessionsOnPasswordReset` is `false`)",
    guarantee: "immediately, on every instance, for all sessions",
    test: {
      file: flowsOfRedis,
      name: "SESS-05, TOK-03, FAULT-10: a reset ends every session, and only one of twenty uses of its link succeeds",
    },
  },
  {
    situation: "a user is banned, even while they're signing in",
    guarantee: "immediately, for all sessions",
    test: {
      file: flowsOfRedis,
      name: "a ban ends every session immediately, and no sign-in that races with it remains",
    },
  },
  {
    situation: "a role is created or changed in an organization",
    guarantee: "immediately",
    test: {
      file: "packages/organization/src/roles/roles.test.ts",
      name: "grant and lose permissions immediately",
    },
  },
];

export const limits: readonly Guarantee[] = [
  {
    situation: "a rate limit of 10, counted in the database",
    guarantee: "exactly 10 of 200 concurrent requests succeed",
    test: {
      file: `${core}/rate-limits/rate-limits.test.ts`,
      name: "RATE-06: with a limit of 10, exactly 10 of 200 concurrent requests get through",
    },
  },
  {
    situation: "a rate limit of 10, counted in Redis by four processes",
    guarantee: "exactly 10 of 200 concurrent requests succeed",
    test: {
      file: "packages/redis/test/rate-limits.long.test.ts",
      name: "RATE-06: exactly ten of 200 requests on four processes get through",
    },
  },
  {
    situation: "wrong codes for the same two-factor challenge",
    guarantee: "only five codes are checked",
    test: {
      file: racesOfTwoFactor,
      name: "TFA-04: only five of 200 concurrent wrong codes for one challenge are checked",
    },
  },
  {
    situation: "wrong codes for the same account, across any number of sign-ins",
    guarantee: "only ten codes are checked, and then 2FA is locked for the account",
    test: {
      file: racesOfTwoFactor,
      name: "TFA-05: only ten of 200 concurrent wrong codes across 40 challenges are checked, and the account is locked",
    },
  },
  {
    situation: "members of an organization",
    guarantee: "the limit can be reached but not exceeded",
    test: { file: racesOfOrganizations, name: "ORG-13: the member limit is reached but not exceeded" },
  },
  {
    situation: "pending invitations per email in an organization",
    guarantee: "never more than one",
    test: { file: racesOfOrganizations, name: "ORG-17: an email has only one pending invitation" },
  },
  {
    situation: "organizations per user, and teams per organization",
    guarantee: "the limit can be reached but not exceeded",
    test: {
      file: racesOfOrganizations,
      name: "ORG-13 ORG-23: one organization is created if one is allowed, and teams can't exceed their limit or all be removed",
    },
  },
];
