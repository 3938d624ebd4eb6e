/** Tests for migrations: of an empty database, of older tables, and by several processes concurrently. */

import {
  type Adapter,
  type DatabaseAdapter,
  defineTable,
  ForeignKeyViolation,
  mergeSchema,
  type Table,
  UniqueViolation,
} from "@latchkey/core/database";
import { expect, test } from "vitest";
import { person, personTable } from "./tables.ts";

interface OldTeam {
  readonly id: string;
  readonly name: string;
}

interface Team extends OldTeam {
  readonly slug: string | null;
  readonly size: number;
  readonly isOpen: boolean;
  readonly kind: string;
  readonly note: string | null;
  readonly ownerId: string | null;
}

const oldTeam = (name: string): Table<OldTeam> => defineTable<OldTeam>({ name, columns: { name: { type: "string" } } });

const newTeam = (name: string): Table<Team> =>
  defineTable<Team>({
    name,
    columns: {
      name: { type: "string", index: true },
      slug: { type: "string", nullable: true, unique: true },
      size: { type: "number", default: 3 },
      isOpen: { type: "boolean", default: true },
      kind: { type: "string", default: "it's \\ plain" },
      note: { type: "text", nullable: true },
      ownerId: { type: "string", nullable: true, references: { table: "person", column: "id" } },
    },
    uniques: [["name", "ownerId"]],
  });

export function migrationTests(get: () => Adapter, again: () => DatabaseAdapter): void {
  test("a migrated database lacks nothing, and migrating again does nothing", async () => {
    const { migrations } = get();
    if (!migrations) return;
    expect(await migrations.plan()).toEqual({ statements: [], problems: [] });
    expect(await migrations.migrate()).toEqual({ statements: [], problems: [] });
  });

  test("an older table gets new columns, and its rows the defaults", async () => {
    const before = again().connect(mergeSchema([personTable, oldTeam("team")]));
    await before.migrations?.migrate();
    await before.insertMany(oldTeam("team"), [
      { id: "1", name: "A" },
      { id: "2", name: "B" },
    ]);
    const after = again().connect(mergeSchema([personTable, newTeam("team")]));
    if (after.migrations) {
      const plan = await after.migrations.plan();
      expect(plan.problems).toEqual([]);
      expect(plan.statements.length).toBeGreaterThan(6);
      expect(await after.migrations.migrate()).toEqual(plan);
      expect(await after.migrations.plan()).toEqual({ statements: [], problems: [] });
    }
    const added = { slug: null, size: 3, isOpen: true, kind: "it's \\ plain", note: null, ownerId: null };
    expect(await after.findOne(newTeam("team"), { where: { id: "1" } })).toEqual({ id: "1", name: "A", ...added });
    await after.update(newTeam("team"), { where: { id: "1" }, set: { slug: "a" } });
    const taken = after.update(newTeam("team"), { where: { id: "2" }, set: { slug: "a" } });
    await expect(taken).rejects.toMatchObject({ table: "team", columns: ["slug"] });
    const orphan = after.update(newTeam("team"), { where: { id: "2" }, set: { ownerId: "nobody" } });
    await expect(orphan).rejects.toBeInstanceOf(ForeignKeyViolation);
    await after.insert(personTable, person("1"));
    await after.update(newTeam("team"), { where: {}, set: { ownerId: "1" } });
    await after.remove(personTable, { where: { id: "1" } });
    expect(await after.count(newTeam("team"), {})).toBe(0);
    await before.insert(oldTeam("team"), { id: "3", name: "the older process still writes" });
  });

  test("rows that violate a new constraint are reported, and everything else is done", async () => {
    const before = again().connect(mergeSchema([oldTeam("club")]));
    if (!before.migrations) return;
    await before.migrations.migrate();
    await before.insertMany(oldTeam("club"), [
      { id: "1", name: "A" },
      { id: "2", name: "A" },
    ]);
    const strict = defineTable<OldTeam & { seats: number }>({
      name: "club",
      columns: { name: { type: "string", unique: true }, seats: { type: "number", default: 1 } },
    });
    const after = again().connect(mergeSchema([strict]));
    const plan = await after.migrations?.migrate();
    expect(plan?.problems).toEqual([expect.stringContaining("club(name) must be unique")]);
    expect(await after.findOne(strict, { where: { id: "1" } })).toMatchObject({ seats: 1 });
    await after.remove(strict, { where: { id: "2" } });
    expect((await after.migrations?.migrate())?.problems).toEqual([]);
    await expect(after.insert(strict, { id: "3", name: "A", seats: 1 })).rejects.toBeInstanceOf(UniqueViolation);
  });

  test("a column that can't be added is named", async () => {
    const before = again().connect(mergeSchema([oldTeam("guild")]));
    if (!before.migrations) return;
    await before.migrations.migrate();
    const more = defineTable<OldTeam & { motto: string }>({
      name: "guild",
      columns: { name: { type: "string" }, motto: { type: "string" } },
    });
    const plan = await again()
      .connect(mergeSchema([more]))
      .migrations?.plan();
    expect(plan).toEqual({ statements: [], problems: [expect.stringContaining("guild.motto is missing")] });
  });

  test("if several processes migrate concurrently, one does the work, and all succeed", async () => {
    const schema = mergeSchema([personTable, newTeam("crew")]);
    const all = Array.from({ length: 5 }, () => again().connect(schema));
    if (!all[0]?.migrations) return;
    const plans = await Promise.all(all.map((one) => one.migrations?.migrate()));
    expect(plans.filter((plan) => plan && plan.statements.length > 0)).toHaveLength(1);
    expect(await all[0].migrations.plan()).toEqual({ statements: [], problems: [] });
  });

  test("names too long for a database are shortened, and mapped back in errors", async () => {
    interface Long {
      readonly id: string;
      readonly aColumnWithAnUnusuallyLongNameForAColumn: string;
      readonly anotherColumnWithAnUnusuallyLongName: string;
    }
    const columns = {
      aColumnWithAnUnusuallyLongNameForAColumn: { type: "string" },
      anotherColumnWithAnUnusuallyLongName: { type: "string" },
    } as const;
    const both = ["aColumnWithAnUnusuallyLongNameForAColumn", "anotherColumnWithAnUnusuallyLongName"] as const;
    const table = defineTable<Long>({
      name: "aTableWithAnUnusuallyLongName",
      columns,
      uniques: [both],
      indexes: [[both[1], both[0]]],
    });
    const db = again().connect(mergeSchema([table]));
    await db.migrations?.migrate();
    const row = (id: string): Long => ({
      id,
      aColumnWithAnUnusuallyLongNameForAColumn: "x",
      anotherColumnWithAnUnusuallyLongName: "y",
    });
    await db.insert(table, row("1"));
    await expect(db.insert(table, row("2"))).rejects.toMatchObject({ table: table.name, columns: both });
    if (db.migrations) expect(await db.migrations.plan()).toEqual({ statements: [], problems: [] });
  });
}
