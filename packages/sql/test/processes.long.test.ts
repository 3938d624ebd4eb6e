/** Several processes on one database, like an app with many users. */

import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPassword } from "@latchkey/test-kit";
import { servers } from "@latchkey/test-kit/databases";
import { afterEach, describe, expect, test } from "vitest";
import { type RunningNode, startNode } from "./nodes.ts";

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(...args: Parameters<typeof startNode>): Promise<RunningNode> {
  const node = await startNode(...args);
  closing.push(() => node.kill());
  return node;
}

test.skipIf(!servers.postgres)(
  "RATE-06: with a limit of 10, exactly 10 of 200 concurrent requests to four processes on one PostgreSQL database succeed",
  async () => {
    const opened = await servers.postgres?.open();
    if (!opened) throw new Error("unreachable");
    closing.push(() => opened.close());
    const nodes = await Promise.all(Array.from({ length: 4 }, () => start(opened.url, { most: 10 })));
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) => (nodes[at % 4] as RunningNode).send("/ok")),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(190);
  },
);

interface Place {
  readonly name: string;
  /** The database's location, for a new process. */
  open(): Promise<string>;
}

const places: readonly Place[] = [
  {
    name: "a SQLite file",
    async open() {
      const file = temporary("db");
      for (const end of ["-wal", "-shm"]) closing.push(() => rmSync(file + end, { force: true }));
      return file;
    },
  },
  ...(servers.postgres ? [onServer(servers.postgres)] : []),
];

function onServer(server: NonNullable<typeof servers.postgres>): Place {
  return {
    name: server.name,
    async open() {
      const opened = await server.open();
      closing.push(() => opened.close());
      return opened.url;
    },
  };
}

function temporary(ending: string): string {
  const file = join(tmpdir(), `latchkey-processes-${crypto.randomUUID()}.${ending}`);
  closing.push(() => rmSync(file, { force: true }));
  return file;
}

describe.each(places)("on $name", ({ open }) => {
  test("FAULT-06: everything that was confirmed is on disk, no matter when the process is killed afterward", async () => {
    const database = await open();
    const mails = temporary("mails");
    // Its clock is a little further ahead at each start, so that the leases of a killed process have expired.
    let ahead = 0;
    let node = await start(database, { mails });
    const killed = async () => {
      await node.kill();
      ahead += 61;
      node = await start(database, { mails, ahead });
    };
    const signIn = (password: string) => node.send("/sign-in/email", { email: "ann@example.com", password });
    const session = async (cookie: string) => (await node.send("/get-session", undefined, { cookie })).json();

    const signedUp = await node.send("/sign-up/email", {
      name: "Ann",
      email: "ann@example.com",
      password: testPassword,
    });
    await killed();
    const first = cookieOf(signedUp);
    expect(await session(first)).toMatchObject({ user: { email: "ann@example.com" } });

    const left = cookieOf(await signIn(testPassword));
    expect((await node.send("/sign-out", {}, { cookie: left })).status).toBe(200);
    const body = { currentPassword: testPassword, newPassword: "another good password", revokeOtherSessions: true };
    const changed = await node.send("/change-password", body, { cookie: first });
    expect(changed.status).toBe(200);
    await killed();
    expect([await session(left), await session(first)]).toEqual([null, null]);
    expect(await session(cookieOf(changed))).toMatchObject({ user: { email: "ann@example.com" } });
    expect([(await signIn(testPassword)).status, (await signIn("another good password")).status]).toEqual([401, 200]);

    // The sign-up's email was already sent, or is sent together with the next sign-up's.
    await node.send("/sign-up/email", { name: "Bob", email: "bob@example.com", password: testPassword });
    await expect.poll(() => recipients(mails), { timeout: 10_000 }).toEqual(["ann@example.com", "bob@example.com"]);
  });
});

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

/** Everyone who received an email. */
function recipients(file: string): string[] {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return [...new Set(lines.map((line) => (JSON.parse(line) as { to: string }).to))].sort();
}
