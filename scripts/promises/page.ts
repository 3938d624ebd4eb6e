/** Generates docs/promises.md from the endpoints, the token kinds, and the tests that prove each guarantee. */

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
  const statements = features.flatMap(({ id, endpoints }) =>
    Object.entries(endpoints)
      .filter(([, endpoint]) => !endpoint.serverOnly)
      .map(([name, endpoint]) => queryBudgetRow(id, name, endpoint)),
  );
  return `# Promises

What the library promises in numbers and in races, each with the test that shows it. This page is made by
\`npx tsx scripts/promises/write.ts\`; a test compares the two, and looks each named test up. What must be withstood besides
is in [Security](security.md), what was measured in [Benchmarks](benchmarks.md).

## Single use

Of any number of callers, at the same moment or not, one has the effect. One-time tokens are stored as digests, are bound to
a purpose and a subject, and end with their time.

| what | good for | what holds | shown by |
|---|---|---|---|
${singleUse.map((one) => row([one.situation, lifetime(one.kind, kinds), one.guarantee, shown(one.test)])).join("\n")}

## Races

Uniqueness is a constraint of the database, a limit is counted under a lock, and a change names the state that it expects.

| what | what holds | shown by |
|---|---|---|
${rows(races)}

What [an adapter](database.md) promises for that, on memory, SQLite, PostgreSQL and MariaDB:

| operation | what holds | shown by |
|---|---|---|
${rows(adapters)}

## Revocation

How late it is seen that a session was ended, a user banned or a role changed. Options are those of
[sessions](sessions.md#the-cookie-cache) and [shared storage](shared-storage.md#promises).

| where | when it is seen | shown by |
|---|---|---|
${rows(revocation)}

## Limits

| what | what holds | shown by |
|---|---|---|
${rows(limits)}

## Statements

The most statements that a call sends to the database on its longest ordinary way, on SQLite and PostgreSQL. Left out are
the beginning and end of transactions, the rows of the audit log and the outbox, the rate limit's counter, a weaker
hash that is replaced, and expired rows that are cleared away. Where a test counts, it holds the call to this number.

| feature | call | path | statements | counted by |
|---|---|---|---|---|
${statements.join("\n")}
`;
}

function queryBudgetRow(feature: string, id: string, endpoint: DeclaredEndpoint): string {
  const { path, queryBudget } = endpoint;
  const test = queryBudget === 0 ? null : findQueryCountTest(feature, id, path);
  const counted = test
    ? `[${basename(test.file)}](../${test.file})`
    : queryBudget === 0
      ? "asks nothing of the database"
      : "declared, not counted";
  return row([feature, `\`${id}\``, `\`${path}\``, String(queryBudget), counted]);
}

function rows(promised: readonly Guarantee[]): string {
  return promised.map(({ situation, guarantee, test }) => row([situation, guarantee, shown(test)])).join("\n");
}

/** The test's name as a link to its file. */
function shown({ file, name }: TestReference): string {
  return `[${name}](../${file})`;
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
  if (kind === undefined) return "";
  const seconds = kinds.get(kind);
  if (seconds === undefined) throw new Error(`No kind of token is called ${kind}.`);
  const [unit, size] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? ["second", 1];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
