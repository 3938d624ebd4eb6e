import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Adapter, DatabaseUnavailable } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { account, accounts, accountSchema as schema } from "@latchkey/test-kit";
import { servers } from "@latchkey/test-kit/databases";
import { createPool } from "mysql2/promise";
import pg from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A proxy to a server, whose connections can be cut. */
async function line(
  url: string,
  port: number,
): Promise<{ readonly url: string; cut(): void; close(): void; open(): Promise<void> }> {
  const target = new URL(url);
  const [host, farPort] = [target.hostname, Number(target.port) || port];
  const sockets = new Set<Socket>();
  const listen = async (at: number): Promise<Server> => {
    const server = createServer((near) => {
      const far = connect(farPort, host);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    }).listen(at, "127.0.0.1");
    await once(server, "listening");
    return server;
  };
  let server = await listen(0);
  const at = (server.address() as { port: number }).port;
  target.port = String(at);
  target.hostname = "127.0.0.1";
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: target.href,
    cut,
    close() {
      server.close();
      cut();
    },
    async open() {
      server = await listen(at);
    },
  };
}

interface Reached {
  readonly db: Adapter;
  readonly wire: Awaited<ReturnType<typeof line>>;
  end(): Promise<void>;
}

async function reachPostgres(): Promise<Reached | null> {
  const opened = await servers.postgres?.open();
  if (!opened) return null;
  const wire = await line(opened.url, 5432);
  const pool = new pg.Pool({ connectionString: wire.url, max: 2 });
  closing.push(opened.close, wire.close, () => pool.end());
  return { db: sqlAdapter(pool).connect(schema), wire, end: () => pool.end() };
}

async function reachMariadb(): Promise<Reached | null> {
  const opened = await servers.mariadb?.open();
  if (!opened) return null;
  const wire = await line(opened.url, 3306);
  const pool = createPool({ uri: wire.url, connectionLimit: 2 });
  closing.push(opened.close, wire.close, () => pool.end());
  return { db: sqlAdapter(pool).connect(schema), wire, end: () => pool.end() };
}

describe.each([
  { name: "postgres", reach: reachPostgres, isThere: servers.postgres !== null },
  { name: "mariadb", reach: reachMariadb, isThere: servers.mariadb !== null },
])("FAULT-01: when the connection to $name breaks", ({ reach, isThere }) => {
  const reached = async (): Promise<Reached> => {
    const found = (await reach()) as Reached;
    await found.db.migrations?.migrate();
    return found;
  };

  test.runIf(isThere)(
    "no response: every operation reports that the database is unreachable, and works again afterward",
    async () => {
      const { db, wire } = await reached();
      await db.insert(accounts, account("1"));
      wire.close();
      const calls = [
        () => db.findOne(accounts, { where: { id: "1" } }),
        () => db.insert(accounts, account("2")),
        () => db.consume(accounts, { where: { id: "1" } }),
        () => db.increment(accounts, { where: { id: "1" }, column: "balance" }),
        () => db.transaction((tx) => tx.insert(accounts, account("3"))),
        () => db.migrations?.plan(),
        () => db.migrations?.migrate(),
      ];
      for (const call of calls) await expect(call()).rejects.toBeInstanceOf(DatabaseUnavailable);
      await wire.open();
      expect(await db.findMany(accounts, { limit: 9 })).toEqual([account("1")]);
    },
  );

  test.runIf(isThere)("a connection that breaks while idle is replaced, and the process survives", async () => {
    const { db, wire } = await reached();
    await db.insert(accounts, account("1"));
    wire.cut();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await db.count(accounts, {}).catch((error: unknown) => expect(error).toBeInstanceOf(DatabaseUnavailable));
    expect(await db.count(accounts, {})).toBe(1);
  });

  test.runIf(isThere)("a connection that breaks in a transaction leaves nothing behind, and isn't reused", async () => {
    const { db, wire } = await reached();
    for (let round = 0; round < 3; round++) {
      const broken = db.transaction(async (tx) => {
        await tx.insert(accounts, account("1"));
        wire.cut();
        await new Promise((resolve) => setTimeout(resolve, 20));
        await tx.insert(accounts, account("2"));
      });
      await expect(broken).rejects.toBeInstanceOf(DatabaseUnavailable);
    }
    const atCommit = db.transaction(async (tx) => {
      await tx.insert(accounts, account("1"));
      wire.cut();
    });
    await expect(atCommit).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await db.count(accounts, {})).toBe(0);
    await db.transaction((tx) => tx.insert(accounts, account("1")));
    expect(await db.count(accounts, {})).toBe(1);
  });

  test.runIf(isThere)("a closed pool counts as unreachable", async () => {
    const { db, end } = await reached();
    await end();
    closing.pop();
    await expect(db.count(accounts, {})).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(db.transaction((tx) => tx.count(accounts, {}))).rejects.toBeInstanceOf(DatabaseUnavailable);
  });
});

describe("a SQLite file", () => {
  const open = async (file: string): Promise<Adapter> => {
    const database = await sqlite(file);
    closing.push(() => {
      database.close();
      for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    });
    return sqlAdapter(database).connect(schema);
  };
  const fresh = (): string => join(tmpdir(), `latchkey-${crypto.randomUUID()}.db`);

  test("two adapters on one connection wait for each other's transactions", async () => {
    const database = await sqlite(":memory:");
    closing.push(() => database.close());
    const [one, other] = [sqlAdapter(database).connect(schema), sqlAdapter(database).connect(schema)];
    await one.migrations?.migrate();
    const failing = one.transaction(async (tx) => {
      await tx.insert(accounts, account("1"));
      await new Promise((resolve) => setTimeout(resolve, 10));
      throw new Error("stop");
    });
    const written = other.insert(accounts, account("2"));
    await expect(failing).rejects.toThrow("stop");
    await written;
    expect(await one.findMany(accounts, { limit: 9 })).toEqual([account("2")]);
  });

  test("FAULT-11: locked by another connection for longer than the retries last, it counts as unreachable, and works again afterward", async () => {
    const file = fresh();
    const [one, other] = [await open(file), await open(file)];
    await one.migrations?.migrate();
    let release: () => void = () => {};
    const holding = one.transaction(async (tx) => {
      await tx.insert(accounts, account("1"));
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await Promise.resolve();
    const refused = [
      other.insert(accounts, account("2")),
      other.increment(accounts, { where: { id: "1" }, column: "balance" }),
      other.transaction((tx) => tx.insert(accounts, account("3"))),
    ];
    expect(await other.count(accounts, {})).toBe(0);
    for (const result of await Promise.allSettled(refused)) {
      expect(result).toMatchObject({ status: "rejected", reason: expect.any(DatabaseUnavailable) });
    }
    release();
    await holding;
    expect(await other.increment(accounts, { where: { id: "1" }, column: "balance" })).toBe(1);
    await other.transaction((tx) => tx.insert(accounts, account("3")));
    expect(await one.count(accounts, {})).toBe(2);
  });

  test("FAULT-07: a process that's killed within a transaction leaves nothing behind, and the work can be repeated", async () => {
    const file = fresh();
    const db = await open(file);
    await db.migrations?.migrate();
    const script = `
      import Database from "libsql";
      const db = new Database(${JSON.stringify(file)});
      db.exec("begin immediate");
      db.prepare("insert into account (id, email) values (?, ?)").run("1", "1@example.com");
      console.log("written");
      setInterval(() => {}, 1000);
    `;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: import.meta.dirname });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await db.count(accounts, {})).toBe(0);
    await db.transaction((tx) => tx.insert(accounts, account("1")));
    expect(await db.count(accounts, {})).toBe(1);
  });

  test("a closed connection counts as unreachable", async () => {
    const database = await sqlite(":memory:");
    const db = sqlAdapter(database).connect(schema);
    await db.migrations?.migrate();
    await db.insert(accounts, account("1"));
    database.close();
    await expect(db.count(accounts, {})).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(db.insert(accounts, account("2"))).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  test("using the adapter within a transaction throws an error instead of blocking the app forever", async () => {
    const database = await sqlite(":memory:");
    closing.push(() => database.close());
    const db = sqlAdapter(database).connect(schema);
    await db.migrations?.migrate();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    closing.push(() => vi.useRealTimers());
    const wrong = db.transaction(() => db.count(accounts, {}));
    wrong.catch(() => {});
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(wrong).rejects.toMatchObject({ cause: { message: expect.stringContaining("use its `tx`") } });
    expect(await db.count(accounts, {})).toBe(0);
  });
});
