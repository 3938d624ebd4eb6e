/** Tables that together use every feature a table can have. */

import { defineTable, mergeSchema, type Schema, type Table } from "@latchkey/core/database";

export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly nick: string | null;
  readonly bio: string | null;
  readonly age: number;
  readonly active: boolean;
  readonly born: Date | null;
  readonly data: unknown;
}

export interface PostRow {
  readonly id: string;
  readonly personId: string;
  readonly editorId: string | null;
  readonly slot: string;
  readonly title: string;
}

export interface BadgeRow {
  readonly id: string;
  readonly holderId: string;
  readonly level: number | null;
}

export const personTable: Table<PersonRow> = defineTable<PersonRow>({
  name: "person",
  columns: {
    email: { type: "string", unique: true },
    nick: { type: "string", nullable: true, unique: true },
    bio: { type: "text", nullable: true },
    age: { type: "number", default: 0 },
    active: { type: "boolean", default: true },
    born: { type: "date", nullable: true, index: true },
    data: { type: "json", nullable: true },
  },
  indexes: [["age", "id"]],
});

export const postTable: Table<PostRow> = defineTable<PostRow>({
  name: "post",
  columns: {
    personId: { type: "string", references: { table: "person", column: "id" } },
    editorId: { type: "string", nullable: true, references: { table: "person", column: "id", onDelete: "set null" } },
    slot: { type: "string" },
    title: { type: "text" },
  },
  uniques: [["personId", "slot"]],
});

/** A person with a badge can't be deleted. */
export const badgeTable: Table<BadgeRow> = defineTable<BadgeRow>({
  name: "badge",
  columns: {
    holderId: { type: "string", references: { table: "person", column: "id", onDelete: "restrict" } },
    level: { type: "number", nullable: true },
  },
});

/** The tables that the conformance suite uses, for apps that create them themselves. */
export const conformanceSchema: Schema = mergeSchema([personTable, postTable, badgeTable]);

/** Creates a person with this id and default values. */
export function person(id: string, overrides: Partial<PersonRow> = {}): PersonRow {
  return {
    id,
    email: `${id}@example.com`,
    nick: null,
    bio: null,
    age: 0,
    active: true,
    born: null,
    data: null,
    ...overrides,
  };
}

export function post(id: string, personId: string, overrides: Partial<PostRow> = {}): PostRow {
  return { id, personId, editorId: null, slot: id, title: `Post ${id}`, ...overrides };
}
