/** Rows that guards read with the session. */

import { defineTable, type Join, type Table } from "@latchkey/core/database";
import {
  defineGuard,
  definePlugin,
  defineUntypedEndpoint,
  type Plugin,
  readJoinedSession,
  readSession,
  requireSession,
} from "@latchkey/core/plugin";
import { startAuth } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";

interface SeatRow {
  readonly id: string;
  readonly userId: string;
}

const seatTable: Table<SeatRow> = defineTable<SeatRow>({
  name: "seat",
  columns: { userId: { type: "string", unique: true, references: { table: "user", column: "id" } } },
});
const seatJoin = { seat: { table: seatTable, on: { userId: "userId" } } } as const;

const readSeat = defineGuard({
  name: "readSeat",
  sessionJoins: seatJoin,
  check: async (context) => ({ seat: (await readJoinedSession(context, seatJoin))?.joined.seat ?? null }),
});

function seats(extra: Plugin["endpoints"] = {}): Plugin {
  return definePlugin<Plugin>({
    id: "seats",
    tables: [seatTable],
    endpoints: {
      showSeat: defineUntypedEndpoint({
        method: "GET",
        path: "/seat",
        guards: [requireSession, readSeat],
        handle: (_, { seat }) => ({ seat }),
      }),
      plain: defineUntypedEndpoint({
        method: "GET",
        path: "/plain",
        guards: [requireSession],
        handle: (_, { user }) => ({ user: user.email }),
      }),
      undeclared: defineUntypedEndpoint({
        method: "GET",
        path: "/undeclared",
        handle: async (_, context) => {
          await readSession(context);
          return { seat: (await readJoinedSession(context, seatJoin))?.joined.seat ?? null };
        },
      }),
      ...extra,
    },
  });
}

describe.each(quickDatabases)("session joins on $name", ({ open }) => {
  test("only endpoints whose guards declare a join read its rows, in the same query as the session", async () => {
    const { database, statements } = await open();
    const { auth, browser } = await startAuth({ database, plugins: [seats()] });
    const ann = browser();
    const { user } = (await ann.signUp("ann@example.com")).body as { user: { id: string } };
    await auth.$context.db.insert(seatTable, { id: "seat-1", userId: user.id });
    const textsOf = async (path: string): Promise<[unknown, string[]]> => {
      statements.length = 0;
      const { body } = await ann.get(path);
      return [body, statements.map(({ text }) => text)];
    };

    const [shown, withSeat] = await textsOf("/seat");
    expect(shown).toEqual({ seat: { id: "seat-1", userId: user.id } });
    expect(withSeat).toHaveLength(1);

    for (const path of ["/plain", "/get-session"]) {
      const [body, texts] = await textsOf(path);
      expect(body).not.toBeNull();
      expect(texts).toHaveLength(1);
      expect(texts.join()).not.toContain("seat");
    }

    const [late, twice] = await textsOf("/undeclared");
    expect(late).toEqual(shown);
    expect(twice).toHaveLength(2);
  });

  test("the join is null without a matching row, and can't sign anyone in without a session", async () => {
    const { database } = await open();
    const { browser } = await startAuth({ database, plugins: [seats()] });
    const ann = browser();
    await ann.signUp("ann@example.com");
    expect((await ann.get("/seat")).body).toEqual({ seat: null });
    expect((await browser().get("/undeclared")).body).toEqual({ seat: null });
  });
});

describe("createAuth rejects", () => {
  const withJoin = (sessionJoins: Readonly<Record<string, Join>>) =>
    seats({
      other: defineUntypedEndpoint({
        method: "GET",
        path: "/other",
        guards: [readSeat, defineGuard({ name: "clashing", sessionJoins, check: () => undefined })],
        handle: () => ({}),
      }),
    });

  test.each([
    ["another join with the same name", { seat: { table: seatTable, on: { id: "userId" } } }, /"clashing".*"seat"/],
    ["the name of core's own join", { user: { table: seatTable, on: { userId: "userId" } } }, /"clashing".*"user"/],
    [
      "a table that no plugin has",
      { hat: { table: { ...seatTable, name: "hat" }, on: { id: "id" } } },
      /"other".*"hat"/,
    ],
    ["a column that sessions don't have", { hat: { table: seatTable, on: { userId: "nobody" } } }, /"other".*"nobody"/],
    ["the name of a session column", { token: { table: seatTable, on: { userId: "userId" } } }, /"other".*"token"/],
  ])("%s", async (_, joins, message) => {
    await expect(startAuth({ plugins: [withJoin(joins)] })).rejects.toThrow(message);
  });
});
