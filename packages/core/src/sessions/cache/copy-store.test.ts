import { quickDatabases, type TestDatabaseKind } from "@latchkey/test-kit/databases";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  type CopiesApp,
  openCopies,
  organizations,
  sessionRow,
  sessions,
  userRow,
  users,
} from "../../../test/copies-app.ts";
import type { SecondaryStorage } from "../../database/secondary-storage.ts";
import { createCopyStore } from "./copy-store.ts";

const memory = quickDatabases.find(({ name }) => name === "memory") as TestDatabaseKind;
const token = "token-a";
const key = `session:${token}`;

/** One user with one session. The storage fails while `isDown` is set. */
async function open(kind: TestDatabaseKind = memory) {
  const state = { isDown: false, sets: 0 };
  const down = async (): Promise<never> => {
    throw new Error("down");
  };
  const wrap = (inner: SecondaryStorage): SecondaryStorage => ({
    ...inner,
    get: (...given) => (state.isDown ? down() : inner.get(...given)),
    add: (...given) => (state.isDown ? down() : inner.add(...given)),
    set: (...given) => {
      state.sets++;
      return state.isDown ? down() : inner.set(...given);
    },
  });
  const app = await openCopies(kind, wrap);
  onTestFinished(() => app.close());
  await app.nodes[0].db.insert(users, userRow("ann"));
  await app.nodes[0].db.insert(sessions, sessionRow("a", "ann"));
  const rename = (name: string, node: 0 | 1 = 0) =>
    app.nodes[node].db.update(users, { where: { id: "ann" }, set: { name } });
  return { ...app, state, rename };
}

const nameIn = async (app: CopiesApp, node: 0 | 1): Promise<unknown> => (await app.nodes[node].read(token))?.user.name;

afterEach(() => vi.useRealTimers());

describe("a copy of a session", () => {
  test("is created by the first read, in any process, and serves later reads without a query", async () => {
    const app = await open();
    expect(await nameIn(app, 0)).toBe("0");
    app.statements.length = 0;
    expect([await nameIn(app, 0), await nameIn(app, 1)]).toEqual(["0", "0"]);
    expect(app.statements).toEqual([]);
  });

  test("is invalidated by a change before the response is sent, and created again afterward", async () => {
    const app = await open();
    await nameIn(app, 0);
    await app.rename("1", 1);
    expect([await nameIn(app, 0), await nameIn(app, 1)]).toEqual(["1", "1"]);
    expect(await app.storage.get(key)).toBe("changed");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_001 });
    expect(await nameIn(app, 0)).toBe("1");
    expect(await app.storage.get(key)).toContain('"name":"1"');
  });

  test.each([
    { maxAge: 10, lasts: 60 },
    { maxAge: 600, lasts: 600 },
  ])("with a maximum age of $maxAge s, its tombstone lasts $lasts s", async ({ maxAge, lasts }) => {
    const { nodes, storage } = await open();
    const log = { error: () => {} } as never;
    const copies = createCopyStore(storage, nodes[0].db, { maxAge, log });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await copies.invalidate({ tokens: new Set([token]), userIds: new Set() });
    vi.setSystemTime(Date.now() + lasts * 1000 - 1);
    expect(await storage.get(key)).toBe("changed");
    vi.setSystemTime(Date.now() + 1);
    expect(await storage.get(key)).toBeNull();
  });

  test("isn't created from a row that was read before a change", async () => {
    const app = await open();
    const stale = await app.nodes[0].read(token, async () => {
      await app.rename("1", 1);
    });
    expect(stale?.user.name).toBe("0");
    expect(await nameIn(app, 0)).toBe("1");
  });

  test("isn't created from a row that took too long to read, even if the tombstone is gone", async () => {
    const app = await open();
    const { read, copies, db } = app.nodes[0];
    vi.useFakeTimers({ toFake: ["performance"] });
    await read(token, async () => void vi.advanceTimersByTime(5001));
    expect(await app.storage.get(key)).toBeNull();
    await read(token, async () => void vi.advanceTimersByTime(4999));
    expect(await app.storage.get(key)).not.toBeNull();
    // The copy's age is measured from when its row was read.
    const set = vi.fn(async () => {});
    const row = await db.findOne(sessions, { where: { token } });
    const { startedAt } = (await copies.read("other")) as { startedAt: number };
    vi.advanceTimersByTime(1000);
    app.storage.add = set;
    await copies.fill(row as never, "text", startedAt);
    expect(set.mock.calls).toEqual([[key, "text", 59_000]]);
  });

  test("isn't served again after a failed invalidation until the invalidation succeeds", async () => {
    const app = await open();
    await nameIn(app, 1);
    app.state.isDown = true;
    await app.rename("1");
    await app.nodes[0].db.update(sessions, { where: { token }, set: { ipAddress: "1" } });
    expect(app.logged).toEqual(["Copies of sessions are stale in other processes until they expire"]);
    expect(await nameIn(app, 0)).toBe("1");
    app.state.isDown = false;
    // The other process can't know this. It serves the copy until the copy expires.
    expect(await nameIn(app, 1)).toBe("0");
    expect(await nameIn(app, 0)).toBe("1");
    expect(await nameIn(app, 1)).toBe("1");
    const { sets } = app.state;
    await nameIn(app, 0);
    expect(app.state.sets).toBe(sets);
  });

  test("isn't created while a change is pending", async () => {
    const app = await open();
    await app.nodes[0].read(token, async () => {
      app.state.isDown = true;
      await app.rename("1");
      app.state.isDown = false;
    });
    expect(await app.storage.get(key)).toBeNull();
    expect(await nameIn(app, 0)).toBe("1");
  });

  test("a pending change ends once every earlier copy has expired", async () => {
    const app = await open();
    vi.useFakeTimers({ toFake: ["performance"] });
    app.state.isDown = true;
    await app.rename("1");
    await nameIn(app, 0);
    const { sets } = app.state;
    vi.advanceTimersByTime(60_001);
    await nameIn(app, 0);
    expect(app.state.sets).toBe(sets);
  });

  test("isn't read while there are more pending changes than are tracked, until those have expired", async () => {
    const app = await open();
    vi.useFakeTimers({ toFake: ["performance"] });
    await nameIn(app, 0);
    app.state.isDown = true;
    const tokens = new Set(Array.from({ length: 10_001 }, (_, at) => `t${at}`));
    await app.nodes[0].copies.invalidate({ tokens, userIds: new Set() });
    app.state.isDown = false;
    await expect(app.nodes[0].copies.read(token)).rejects.toThrow("Too many");
    vi.advanceTimersByTime(60_001);
    expect((await app.nodes[0].copies.read(token)).text).not.toBeNull();
  });

  test("a change whose sessions couldn't be looked up after the commit is pending too", async () => {
    const app = await open();
    await nameIn(app, 0);
    const { storage, nodes } = app;
    let isDown = true;
    const db = {
      ...nodes[0].db,
      findMany: (...given: Parameters<(typeof nodes)[0]["db"]["findMany"]>) =>
        isDown ? Promise.reject(new Error("down")) : nodes[0].db.findMany(...given),
    };
    const log = { error: () => {} } as never;
    const copies = createCopyStore(storage, db as never, { maxAge: 60, log });
    await copies.invalidate({ tokens: new Set(), userIds: new Set(["ann"]) });
    await expect(copies.read(token)).rejects.toThrow("down");
    isDown = false;
    expect((await copies.read(token)).text).toBeNull();
  });
});

describe.each(quickDatabases.map((kind) => ({ kind, name: kind.name })))("copies under races, $name", ({ kind }) => {
  test("SESS-05, SESS-07: later reads are never older than a completed write, and never return ended sessions", async () => {
    const app = await openCopies(kind);
    onTestFinished(() => app.close());
    const { nodes } = app;
    const db = nodes[0].db;
    await db.insertMany(organizations, [{ id: "chess", name: "Chess" }]);
    for (let round = 0; round < 6; round++) {
      await db.insert(users, userRow(`u${round}`));
      await runRound(`u${round}`);
    }
    /** Writers and readers of one user's sessions, until the user is deleted. */
    async function runRound(userId: string): Promise<void> {
      const pick = (n: number): number => Math.floor(Math.random() * n);
      /** The oldest version of the user that a reader can get, and the tokens of ended sessions. */
      let answered = 0;
      const ended = new Set<string>();
      const live: string[] = [];
      let made = 0;
      let isOver = false;
      const violations: string[] = [];
      const add = async (): Promise<void> => {
        const id = `${userId}-${made++}`;
        await nodes[pick(2)]?.db.insert(sessions, sessionRow(id, userId));
        live.push(`token-${id}`);
      };
      await add();
      await add();
      const reader = async (): Promise<void> => {
        while (!isOver) {
          const wanted = [...live, ...ended].at(-1 - pick(4)) ?? "";
          const [least, wasEnded] = [answered, ended.has(wanted)];
          const found = await nodes[pick(2) as 0 | 1].read(wanted, async () => {
            for (let turns = pick(4); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
          });
          if (found && wasEnded) violations.push(`${wanted} was read after its end`);
          if (found && Number(found.user.name) < least) violations.push(`${wanted}: ${found.user.name} < ${least}`);
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const writers = async (): Promise<void> => {
        for (let step = 1; step <= 12; step++) {
          const on = nodes[pick(2) as 0 | 1].db;
          const name = String(step);
          const rotated = live[pick(live.length)] as string;
          const next = `${rotated}-${step}`;
          const email = `${userId}@example.com`;
          // A session gets another token while its user is changed, or all sessions end.
          const rotation = async (): Promise<void> => {
            const changed = await on.update(sessions, { where: { token: rotated }, set: { token: next } });
            if (changed > 0) live.splice(live.indexOf(rotated), 1, next);
            ended.add(rotated);
          };
          const rename = async (): Promise<void> => {
            await on.update(users, { where: pick(2) ? { id: userId } : { email }, set: { name } });
            answered = step;
          };
          if (step % 4 !== 0) await Promise.all([rename(), rotation(), add()]);
          else {
            await Promise.all([
              on.transaction(async (tx) => {
                await tx.lock(users, userId);
                await tx.remove(sessions, { where: { userId } });
              }),
              rotation(),
            ]);
            const rest = await on.findMany(sessions, { where: { userId }, limit: 100 });
            const left = new Set(rest.map((row) => String(row.token)));
            for (const one of [...live, next]) if (!left.has(one)) ended.add(one);
            live.splice(0, live.length, ...left);
            await add();
          }
        }
        isOver = true;
      };
      await Promise.all([writers(), reader(), reader(), reader(), reader()]);
      const deleted = nodes[1].db.remove(users, { where: { id: userId } });
      await Promise.all([deleted, ...live.map((one) => nodes[0].read(one))]);
      for (const one of [...live, ...ended]) {
        if (await nodes[0].read(one)) violations.push(`${one} was read after its user was deleted`);
      }
      expect(violations).toEqual([]);
    }
  }, 60_000);
});
