/** Tests bodies over a real socket that are too long, aborted, slow, or already read by other code. */

import { Agent, type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { startAuth } from "@latchkey/test-kit";
import express from "express";
import fastify from "fastify";
import { describe, expect, test } from "vitest";
import { ann, type Mount, post, raw, start, useServers } from "../test/servers.ts";
import { toNodeHandler, type WebHandler } from "./handler.ts";

useServers();

describe("a body on a socket", () => {
  const head = (url: string, length: string): string =>
    `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: app.test\r\nOrigin: ${url}\r\n` +
    `Content-Type: application/json\r\n${length}\r\n\r\n`;

  test("a client that disconnects halfway affects no one else", async () => {
    const { port, url } = await start(toNodeHandler);
    for (let time = 0; time < 5; time++) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(`${head(url, "Content-Length: 1000")}{"email":`);
      await sleep(20);
      if (time % 2) socket.resetAndDestroy();
      else socket.destroy();
    }
    await sleep(50);
    expect((await fetch(`${url}/api/auth/get-session`)).status).toBe(200);
  });

  test("a body that's declared too large is rejected before it arrives", async () => {
    const { port, url } = await start(toNodeHandler);
    expect((await raw(port, head(url, "Content-Length: 99999999"), { halfOpen: true })).status).toBe(413);
    expect((await fetch(`${url}/api/auth/get-session`)).status).toBe(200);
  });

  test("a body that's sent in chunks is rejected as soon as it's too large", async () => {
    const { port, url } = await start(toNodeHandler);
    const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;
    const sent = head(url, "Transfer-Encoding: chunked") + chunk.repeat(20);
    expect((await raw(port, sent, { halfOpen: true })).status).toBe(413);
    expect((await fetch(`${url}/api/auth/get-session`)).status).toBe(200);
  });

  const other = "https://other.example";
  const ways: readonly (readonly [string, Mount])[] = [
    [
      "trustedOrigins is a function, which gets a Request",
      async () => toNodeHandler((await startAuth({ trustedOrigins: () => [other] })).auth),
    ],
    [
      "a function of the app calls the handler",
      async () => {
        const { auth } = await startAuth({ trustedOrigins: [other] });
        return toNodeHandler({ handler: (request, info) => auth.handler(request, info) });
      },
    ],
    [
      "something else listens to it as well",
      async () => {
        const handler = toNodeHandler((await startAuth({ trustedOrigins: [other] })).auth);
        return (incoming, outgoing) => {
          incoming.on("data", () => {});
          void handler(incoming, outgoing);
        };
      },
    ],
  ];
  test.each(ways)("a body that grows too large is rejected, even if %s", async (_, mount) => {
    const { port, url } = await start(mount);
    const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;
    const sent = head(other, "Transfer-Encoding: chunked") + chunk.repeat(20);
    const reply = await raw(port, sent, { halfOpen: true });
    expect([reply.status, reply.text]).toEqual([413, expect.stringMatching(/connection: close/i)]);
    expect((await fetch(`${url}/api/auth/get-session`)).status).toBe(200);
  });

  test("a body that another listener also reads arrives completely at both", async () => {
    const heard: string[] = [];
    const { url } = await start((auth) => {
      const handler = toNodeHandler(auth);
      return (incoming, outgoing) => {
        incoming.on("data", (chunk: Buffer) => heard.push(chunk.toString()));
        void handler(incoming, outgoing);
      };
    });
    expect((await post(`${url}/api/auth/sign-up/email`, url, ann)).status).toBe(200);
    expect(JSON.parse(heard.join(""))).toEqual(ann);
  });

  test("a body that's rejected without being read doesn't block the connection for the next request", async () => {
    const { port, url } = await start(toNodeHandler);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    const send = (method: string, path: string, body = "", headers: OutgoingHttpHeaders = {}): Promise<number> =>
      new Promise((resolve, reject) => {
        const options = { agent, port, method, path, timeout: 10_000, headers: { ...headers, origin: url } };
        const sent = request({ ...options, host: "127.0.0.1" }, (reply) => {
          reply.resume().on("end", () => resolve(reply.statusCode ?? 0));
        });
        sent.on("socket", (socket) => sockets.add(socket));
        sent.on("timeout", () => sent.destroy(new Error(`No answer to ${method} ${path}`)));
        sent.on("error", reject).end(body);
      });
    const large = "a".repeat(4_000_000);
    const json = { "content-type": "application/json", "content-length": large.length };
    expect(await send("POST", "/api/auth/sign-in/email", large, json)).toBe(413);
    expect(await send("GET", "/api/auth/ok")).toBe(200);
    expect(await send("POST", "/api/auth/no-such-path", large, json)).toBe(404);
    expect(await send("GET", "/api/auth/ok")).toBe(200);
    expect(sockets.size).toBe(1);
    agent.destroy();
  });

  test("a body that never ends doesn't block other requests", async () => {
    const { port, url } = await start(toNodeHandler);
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`${head(url, "Content-Length: 1000")}{`);
    expect((await post(`${url}/api/auth/sign-up/email`, url, ann)).status).toBe(200);
    socket.destroy();
  });
});

describe("a body that was read before the handler", () => {
  const echo: WebHandler = {
    handler: async (request) =>
      new Response(JSON.stringify({ type: request.headers.get("content-type"), text: await request.text() })),
  };

  test("a parsed form is read as a form, such as a provider's posted response", async () => {
    const app = express();
    app.use(express.urlencoded({ extended: true }));
    app.all("/api/auth/*splat", toNodeHandler(echo));
    const { url } = await start(() => app);
    const body = new URLSearchParams({ code: "a b&c", state: "ü" });
    const reply = await fetch(`${url}/api/auth/callback/apple`, { method: "POST", body });
    const { type, text } = (await reply.json()) as { type: string; text: string };
    expect(type).toMatch("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(text))).toEqual({ code: "a b&c", state: "ü" });
  });

  test("that isn't stored anywhere is reported, instead of seeming empty", async () => {
    const { url } = await start(async (auth) => {
      const app = fastify();
      const handler = toNodeHandler(auth);
      // A common first attempt: Fastify has already read the body, so the raw request has none.
      app.all("/api/auth/*", async (request, reply) => {
        reply.hijack();
        await handler(request.raw, reply.raw);
      });
      await app.ready();
      return (incoming, outgoing) => app.routing(incoming, outgoing);
    });
    const reply = await post(`${url}/api/auth/sign-up/email`, url, ann);
    expect(reply.status).toBe(500);
    expect(await reply.json()).toMatchObject({
      code: "BODY_ALREADY_READ",
      message: expect.stringContaining("before body parsers"),
    });
    expect((await fetch(`${url}/api/auth/get-session`)).status).toBe(200);
  });
});
