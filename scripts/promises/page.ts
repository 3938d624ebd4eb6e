/** Generates docs/auditors/promises.md from the endpoints, the token kinds, and the tests that prove each guarantee. */

import { basename } from "node:path";
import type { DeclaredEndpoint } from "@latchkey/core/plugin";
import { adapters, type Guarantee, limits, races, revocation } from "./promises.ts";
import { findQueryCountTest } from "./query-count-tests.ts";
import { singleUse } from "./single-use.ts";
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

See what Latchkey guarantees about one-time tokens, concurrent requests, revocation, limits, and database queries. Each row links to
the test file that shows it. For attacks, see [Security cases](security.md). For speed, see [Benchmarks](../operations/benchmarks.md).

## Single use

If several requests use one of these, at the same time or one after another, only one takes effect. One-time tokens are stored as hashes.
Each is valid for one purpose and one subject, and expires. The lifetimes are defaults.

| Token | Lifetime | Guarantee | Test |
|---|---|---|---|
${singleUse.map((one) => row([one.situation, lifetime(one.kind, kinds), one.guarantee, shown(one.test)])).join("\n")}

## Concurrent requests

Unique values are database constraints. Limits are counted under a lock. An update names the state that it expects.

| Situation | Guarantee | Test |
|---|---|---|
${rows(races)}

These are the guarantees that every [database adapter](../guides/database.md) gives, on memory, SQLite, PostgreSQL, and MariaDB:

| Operation | Guarantee | Test |
|---|---|---|
${rows(adapters)}

## Revocation

How soon requests notice that a session was revoked, a user was banned, or a role was changed. The options are described in
[Sessions](../guides/sessions.md#cookie-cache) and
[Shared storage](../operations/shared-storage.md#when-changes-become-visible).

| Situation | Noticed | Test |
|---|---|---|
${rows(revocation)}

## Limits

| Limit | Guarantee | Test |
|---|---|---|
${rows(limits)}

## Queries

The maximum number of database queries of each call, on SQLite and PostgreSQL. These aren't counted: \`BEGIN\` and \`COMMIT\`, the audit
log, the outbox, rate limit counters, replacing an outdated password hash, and deleting expired rows. A test counts the queries of
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
  return promised.map(({ situation, guarantee, test }) => row([situation, guarantee, shown(test)])).join("\n");
}

/** A link to the test's file, with the ids of the security cases that it covers. */
function shown({ file, name }: TestReference): string {
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
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

function lifetime(kind: string | undefined, kinds: ReadonlyMap<string, number>): string {
  if (kind === undefined) return "none";
  const seconds = kinds.get(kind);
  if (seconds === undefined) throw new Error(`No kind of token is called ${kind}.`);
  const [unit, size] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? ["second", 1];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
