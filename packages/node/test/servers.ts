/** Servers that mount an app, and requests to them. */

import { createServer, type OutgoingHttpHeaders, type RequestListener, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Auth } from "@latchkey/core";
import { startAuth } from "@latchkey/test-kit";
import express from "express";
import fastify from "fastify";
import { afterEach } from "vitest";
import { toNodeHandler } from "../src/handler.ts";

export const closing: (() => Promise<unknown>)[] = [];

/** Stops a test file's servers after each test. Call this at the top of the file. */
export function useServers(): void {
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
}

export interface Running {
  readonly url: string;
  readonly port: number;
  readonly auth: Auth;
}

export type Mount = (auth: Auth) => RequestListener | Promise<RequestListener>;

export const mounts: readonly { readonly name: string; readonly basePath: string; readonly mount: Mount }[] = [
  { name: "plain http", basePath: "/api/auth", mount: toNodeHandler },
  { name: "Express, before any parser", basePath: "/api/auth", mount: (auth) => onExpress(auth, "/api/auth/*splat") },
  { name: "Express, behind a JSON parser", basePath: "/api/auth", mount: (auth) => onExpress(auth, "parsed") },
  { name: "Express, mounted under a sub-path", basePath: "/site/auth", mount: (auth) => onExpress(auth, "router") },
  { name: "Fastify, before any parser", basePath: "/api/auth", mount: (auth) => onFastify(auth, false) },
  { name: "Fastify, behind its JSON parser", basePath: "/api/auth", mount: (auth) => onFastify(auth, true) },
];

export const ann = { email: "ann@example.com", password: "correct horse battery", name: "Ann" };

/** Starts an app on a server, with the server's URL as its origin. */
export async function start(mount: Mount, basePath = "/api/auth"): Promise<Running> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closing.push(() => close(server));
  const port = portOf(server);
  const url = `http://127.0.0.1:${port}`;
  const { auth } = await startAuth({ baseURL: url, basePath });
  server.on("request", await mount(auth));
  return { url, port, auth };
}

export function onExpress(auth: Auth, how: string): RequestListener {
  const app = express();
  const handler = toNodeHandler(auth);
  if (how === "parsed") app.use(express.json());
  if (how === "router") app.use("/site", express.Router().use("/auth", handler));
  else app.all("/api/auth/*splat", handler);
  return app;
}

export async function onFastify(auth: Auth, parsed: boolean): Promise<RequestListener> {
  const app = fastify();
  const handler = toNodeHandler(auth);
  if (!parsed) {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  }
  app.all("/api/auth/*", async (request, reply) => {
    reply.hijack();
    await handler(parsed ? Object.assign(request.raw, { body: request.body }) : request.raw, reply.raw);
  });
  await app.ready();
  return (incoming, outgoing) => app.routing(incoming, outgoing);
}

export function post(
  url: string,
  origin: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { origin, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

export function signIn(target: string, origin: string): string {
  const body = JSON.stringify({ email: ann.email, password: ann.password });
  return (
    `POST ${target} HTTP/1.1\r\nHost: app.test\r\nOrigin: ${origin}\r\nConnection: close\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}

export interface RawReply {
  readonly status: number;
  readonly text: string;
}

/**
 * Returns the server's response to these bytes. With `halfOpen`, it only waits for the response's head, not until the
 * server closes the connection.
 */
export function raw(port: number, bytes: string, { halfOpen = false } = {}): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const settle = (): void => {
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    };
    socket.setTimeout(5000, () => socket.destroy(new Error(`No answer to ${bytes.slice(0, 80)}`)));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (halfOpen && text.includes("\r\n\r\n")) settle();
    });
    socket.on("end", settle);
    socket.on("error", (error) => (text === "" ? reject(error) : settle()));
    socket.write(Buffer.from(bytes, "latin1"));
  });
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

export function close(server: Server): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(resolve));
}

/** Sends a request with Node's own client, which needs no web-standard objects. */
export function sendRaw(
  port: number,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
  body?: string,
): Promise<{ status: number; cookies: readonly string[]; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: false }, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      reply.on("end", () =>
        resolve({ status: reply.statusCode ?? 0, cookies: reply.headers["set-cookie"] ?? [], text }),
      );
    });
    sent.on("error", reject).end(body);
  });
}
