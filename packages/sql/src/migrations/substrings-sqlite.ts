/**
 * SQLite's index for `contains`: a contentless FTS5 trigram table, a table that gives each row a number, and triggers
 * that keep both in sync.
 *
 * The indexed table's own row IDs can't be used, because its primary key is text and VACUUM can renumber its rows.
 */

import type { ResolvedTable } from "@latchkey/core/database";
import { type Connection, oneTimeQuery } from "../drivers/driver.ts";
import { trigramKeysName, trigramTableName } from "../names.ts";
import { substringColumns } from "../substrings/option.ts";
import { quote } from "./ddl.ts";

interface Task {
  readonly connection: Connection;
  readonly aside: Readonly<Record<string, string>>;
}

/** Statements that create the missing indexes. An index that differs in any part is recreated from the rows. */
export async function trigramTables({ connection, aside }: Task, tables: readonly ResolvedTable[]): Promise<string[]> {
  const { rows } = await connection.run(oneTimeQuery("select name, sql from sqlite_master where sql is not null"), []);
  const existing = new Map(rows.map(([name, text]) => [String(name), String(text)]));
  return tables.flatMap((table) => {
    const parts = partsOf(table);
    const isComplete = parts.every(({ name, create }) => isSame(existing.get(name), create));
    if (isComplete && !Object.hasOwn(aside, table.name)) return [];
    const drops = parts.filter(({ name }) => existing.has(name)).map(({ kind, name }) => `drop ${kind} ${q(name)}`);
    return [...drops.reverse(), ...parts.map(({ create }) => create), ...fill(table)];
  });
}

/** A table or trigger. */
interface Part {
  readonly kind: "table" | "trigger";
  readonly name: string;
  readonly create: string;
}

function partsOf(table: ResolvedTable): Part[] {
  const [trigrams, keys] = [trigramTableName(table.name), trigramKeysName(table.name)];
  // Numbered, because FTS5 reserves some names that the table's columns could have.
  const columns = substringColumns(table)
    .map((_, at) => `c${at}`)
    .join(", ");
  // Positions and sizes aren't stored, because queries only need to know which rows contain all of their trigrams.
  const options = "tokenize = 'trigram', content = '', columnsize = 0, detail = none";
  const changed = ["id", ...substringColumns(table)].map((name) => `old.${q(name)} is not new.${q(name)}`).join(" or ");
  const trigger = (on: string, event: string, statements: readonly string[]): Part => {
    const name = `${trigrams}_${on}`;
    const body = statements.map((statement) => `  ${statement};\n`).join("");
    return { kind: "trigger", name, create: `create trigger ${q(name)} after ${event} begin\n${body}end` };
  };
  const from = (version: string): string => `from ${q(keys)} where id = ${version}.id`;
  const values = (version: string): string => list(substringColumns(table), `${version}.`);
  // A contentless FTS5 trigram table doesn't store the indexed text, so removing a row requires its old values.
  const removeOld = `insert into ${q(trigrams)} (${q(trigrams)}, rowid, ${columns}) select 'delete', key, ${values("old")} ${from("old")}`;
  const addNew = `insert into ${q(trigrams)} (rowid, ${columns}) select key, ${values("new")} ${from("new")}`;
  return [
    { kind: "table", name: keys, create: `create table ${q(keys)} (key integer primary key, id text not null unique)` },
    { kind: "table", name: trigrams, create: `create virtual table ${q(trigrams)} using fts5(${columns}, ${options})` },
    trigger("insert", `insert on ${q(table.name)}`, [`insert into ${q(keys)} (id) values (new.id)`, addNew]),
    trigger("update", `update of id, ${list(substringColumns(table))} on ${q(table.name)} when ${changed}`, [
      removeOld,
      `update ${q(keys)} set id = new.id where id = old.id`,
      addNew,
    ]),
    trigger("delete", `delete on ${q(table.name)}`, [removeOld, `delete from ${q(keys)} where id = old.id`]),
  ];
}

function fill(table: ResolvedTable): string[] {
  const [trigrams, keys] = [trigramTableName(table.name), trigramKeysName(table.name)];
  const columns = substringColumns(table);
  const numbered = columns.map((_, at) => `c${at}`).join(", ");
  return [
    `insert into ${q(keys)} (id) select id from ${q(table.name)}`,
    `insert into ${q(trigrams)} (rowid, ${numbered}) select k.key, ${list(columns, "t.")} from ${q(keys)} as k join ${q(table.name)} as t on t.id = k.id order by k.key`,
  ];
}

/** SQLite keeps the text of a statement, except for the spelling of its first words. */
function isSame(found: string | undefined, create: string): boolean {
  const rest = (text: string): string => text.replace(/^create\s+(?:virtual\s+)?(?:table|trigger)\s+/i, "");
  return found !== undefined && rest(found) === rest(create);
}

function list(columns: readonly string[], prefix = ""): string {
  return columns.map((name) => prefix + q(name)).join(", ");
}

function q(name: string): string {
  return quote("sqlite", name);
}
