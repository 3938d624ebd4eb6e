/** Tests clients that disconnect at every stage of a request, over a real socket. */

import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Exchange, Handler } from "@latchkey/core";
import { accountTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { createMailbox, mailOptions, startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { afterEach, describe, expect, test } from "vitest";
import { toNodeHandler } from "./handler.ts";

const closing: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** How much of a request is sent, and when the socket is cut. */
const moments: readonly {
  readonly name: string;
  readonly part: (whole: string) => string;
  readonly waits: number | "answer";
}[] = [
  { name: "within the request line", part: (whole) => whole.slice(0, 9), waits: 5 },
  { name: "within the headers", part: (whole) => whole.slice(0, whole.indexOf("\r\n\r\n") - 3), waits: 5 },
  { name: "before the body", part: (whole) => whole.slice(0, whole.indexOf("\r\n\r\n") + 4), waits: 5 },
  { name: "within the body", part: (whole) => whole.slice(0, -7), waits: 5 },
  { name: "with the last byte", part: (whole) => whole, waits: 0 },
  { name: "while it is looked at", part: (whole) => whole, waits: 1 },
  { name: "while a password is hashed", part: (whole) => whole, waits: 15 },
  { name: "while it is stored", part: (whole) => whole, waits: 60 },
  { name: "with the first byte of the answer", part: (whole) => whole, waits: "answer" },
];

type Way = "directly" | "by a Request";

async function start(open: (typeof quickDatabases)[number]["open"], way: Way) {
  const { database, close } = await open();
  closing.push(close);
  const box = createMailbox();
  const mails = mailOptions(box);
  const errors: string[] = [];
  const { auth } = await startAuth({
    ...mails,
    database,
    logger: { level: "error", log: (_level: unknown, message: string) => void errors.push(message) },
  } as never);
  const calls: Promise<unknown>[] = [];
  const noted = <T>(call: Promise<T>): Promise<T> => {
    calls.push(call);
    return call;
  };
  const handler: typeof auth.handler = (request, info) => noted(auth.handler(request, info));
  const exchange: Exchange = (request) => noted((auth.handler as Handler).exchange(request));
  const mounted = way === "directly" ? Object.assign(handler, { exchange }) : handler;
  const server = createServer(toNodeHandler({ handler: mounted }));
  const gone = new Map<number | undefined, Promise<unknown>>();
  server.on("connection", (socket) =>
    gone.set(socket.remotePort, new Promise((resolve) => socket.once("close", resolve))),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/auth`;
  const headers = { "content-type": "application/json", origin: "http://app.test" };
  const post = (path: string, body: object, more: Record<string, string> = {}) =>
    fetch(url + path, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) });
  /** Resolves once the server has noticed the disconnect and finished what it had started. */
  const hangUp = async (path: string, body: object, moment: (typeof moments)[number], cookie = "") => {
    const text = JSON.stringify(body);
    const lines = [`POST /api/auth${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, `content-length: ${text.length}`];
    const more = Object.entries({ ...headers, ...(cookie ? { cookie } : {}) }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const from = await cut(port, moment.part(`${[...lines, ...more].join("\r\n")}\r\n\r\n${text}`), moment.waits);
    await expect.poll(() => gone.has(from), { timeout: 10_000 }).toBe(true);
    await gone.get(from);
    await Promise.allSettled(calls.splice(0));
  };
  return { auth, url, post, hangUp, errors, box };
}

/**
 * Sends the text, and resets the connection after some milliseconds or at the first byte of the response.
 *
 * @returns the client's port
 */
function cut(port: number, text: string, waits: number | "answer"): Promise<number | undefined> {
  return new Promise((resolve) => {
    let from: number | undefined;
    const socket = connect(port, "127.0.0.1", () => {
      from = socket.localPort;
      socket.write(text, () => {
        if (waits !== "answer") setTimeout(() => socket.resetAndDestroy(), waits);
      });
    });
    socket.once("data", () => socket.resetAndDestroy());
    socket.on("error", () => {});
    socket.once("close", () => resolve(from));
  });
}

// A synchronous database, and one that's queried over a connection.
const kinds = quickDatabases.filter(({ name }) => ["sqlite", "postgres"].includes(name));

const ways: readonly Way[] = ["directly", "by a Request"];

describe.each(kinds.flatMap(({ name, open }) => ways.map((way) => ({ name, open, way }))))("$way on $name", (how) => {
  test("FAULT-14: a sign-up or change whose client hangs up happens completely or not at all", async () => {
    const { auth, url, post, hangUp, errors } = await start(how.open, how.way);
    const { db } = auth.$context;
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    closing.push(() => void process.off("unhandledRejection", note));

    for (const [at, moment] of moments.entries()) {
      const email = `p${at}@example.com`;
      await hangUp("/sign-up/email", { name: "P", email, password: testPassword }, moment);
      expect((await fetch(`${url}/ok`)).status).toBe(200);
      const user = await db.findOne(userTable, { where: { email } });
      const owned = user ? { where: { userId: user.id } } : null;
      if (owned)
        expect([moment.name, await db.count(accountTable, owned), await db.count(sessionTable, owned)]).toEqual([
          moment.name,
          1,
          1,
        ]);
      if (at < 4) expect([moment.name, user]).toEqual([moment.name, null]);
      // Trying again works as usual, and the user can sign in.
      const again = await post("/sign-up/email", { name: "P", email, password: testPassword });
      expect([moment.name, again.status]).toEqual([moment.name, user ? 422 : 200]);
      const signedIn = await post("/sign-in/email", { email, password: testPassword });
      expect(signedIn.status).toBe(200);

      const cookie = signedIn.headers
        .getSetCookie()
        .map((line) => line.split(";", 1)[0])
        .join("; ");
      const change = { currentPassword: testPassword, newPassword: "another good password" };
      await hangUp("/change-password", change, moment, cookie);
      const works = await Promise.all(
        [testPassword, change.newPassword].map(
          async (password) => (await post("/sign-in/email", { email, password })).status,
        ),
      );
      expect([moment.name, [...works].sort()]).toEqual([moment.name, [200, 401]]);
    }
    const orphans = await db.count(accountTable, {});
    expect(orphans).toBe(await db.count(userTable, {}));
    expect(unhandled).toEqual([]);
    expect(errors).toEqual([]);
  }, 60_000);
});
