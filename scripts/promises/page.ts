/** Generates docs/auditors/promises.md from the endpoints, the token kinds, and the tests that prove each guarantee. */

import { basename } from "node:path";
import type { DeclaredEndpoint } from "@latchkey/core/plugin";
import { adapters, type Guarantee, limits, races, revocation } from "./promises.ts";
import { findQueryCountTest } from "./query-count-tests.ts";
import { type SingleUse, singleUse } from "./single-use.ts";
import type { TestReference } from "./tests.ts";

export interface Feature {
  readonly id: string;
  readonly endpoints: Readonly<Record<string, DeclaredEndpoint>>;
}

/**
 * @param kinds lifetimes of one-time tokens by kind, in seconds
 */
export function promisesPage(features: readonly Feature[], kinds: ReadonlyMap<string, number>): string {
  const queries = features.flatMap(({ id, endpoints }) =>
    Object.entries(endpoints)
      .filter(([, endpoint]) => !endpoint.serverOnly)
      .map(([name, endpoint]) => queryBudgetRow(id, name, endpoint)),
  );
  return `# Guarantees

Find out what Latchkey guarantees about one-time tokens, concurrent requests, revocation, limits, and database queries. Each row names
the test file that verifies the guarantee. For attacks, see [Security cases](security.md). For speed, see [Benchmarks](../operations/benchmarks.md).

## Single use

Unless a row says otherwise, if multiple requests use the same item, only one takes effect, whether or not they're concurrent. Tokens are
stored as hashes, and codes are hashed or encrypted. Each token is valid for a single purpose and a single subject. The table lists the default
lifetimes.

| Item | Lifetime | Guarantee | Test |
|---|---|---|---|
${singleUse.map((one) => row([one.situation, lifetime(one, kinds), one.guarantee, testLink(one.test)])).join("\n")}

## Concurrent requests

Unique values are enforced by database constraints. Limits are checked under a lock. Updates apply only to rows in the expected state.

| Situation | Guarantee | Test |
|---|---|---|
${rows(races)}

Every [database adapter](../guides/database.md) provides these guarantees. They're tested with in-memory storage, SQLite, PostgreSQL, and MariaDB:

| Operation | Guarantee | Test |
|---|---|---|
${rows(adapters)}

## Revocation

This table shows how soon requests are affected after a session is revoked, a user is banned, or a role is changed. For the options, see
[Sessions](../guides/sessions.md#cookie-cache) and
[Shared storage](../operations/shared-storage.md#when-changes-become-visible).

| Situation | Takes effect | Test |
|---|---|---|
${rows(revocation)}

## Limits

| Limit | Guarantee | Test |
|---|---|---|
${rows(limits)}

## Queries

This table shows the maximum number of database queries for each call, on SQLite and PostgreSQL. It excludes \`BEGIN\` and \`COMMIT\`, and
queries that write to the audit log or the outbox, count rate limits, replace an outdated password hash, delete expired rows, or store when a
user was [last active](../guides/manage-users.md#sort-by-last-activity), which is off by default. A test counts the queries for
each call.

| Feature | Call and path | Queries | Test |
|---|---|---|---|
${queries.join("\n")}
`;
}

function queryBudgetRow(feature: string, id: string, endpoint: DeclaredEndpoint): string {
  const { path, queryBudget } = endpoint;
  const test = queryBudget === 0 ? null : findQueryCountTest(feature, id, path);
  const counted = test ? link(test.file) : queryBudget === 0 ? "none needed" : "declared, not counted";
  return row([feature, `\`${id}\` \`${path}\``, String(queryBudget), counted]);
}

function rows(promised: readonly Guarantee[]): string {
  return promised.map(({ situation, guarantee, test }) => row([situation, guarantee, testLink(test)])).join("\n");
}

/** A link to the test's file, with the ids of the security cases that it covers. */
function testLink({ file, name }: TestReference): string {
  const ids = name.match(/\b[A-Z]+-\d{2}\b/g) ?? [];
  return [ids.join(", "), link(file)].filter((part) => part !== "").join(" in ");
}

function link(file: string): string {
  return `[${basename(file)}](../../${file})`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

const units: readonly (readonly [string, number])[] = [
  ["year", 365 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** Tokens always have a lifetime, so those that don't expire get a very long one. In seconds. */
const practicallyForever = 50 * 365 * 86_400;

function lifetime({ kind, lifetime: own }: SingleUse, kinds: ReadonlyMap<string, number>): string {
  if (typeof own === "string") return own;
  const seconds = kind === undefined ? own : kinds.get(kind);
  if (kind !== undefined && seconds === undefined) throw new Error(`No kind of token is called ${kind}.`);
  if (seconds === undefined || seconds >= practicallyForever) return "doesn't expire";
  const [unit, size] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? ["second", 1];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
