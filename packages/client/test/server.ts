/** A real HTTP server on loopback. Tests set its responses, and it records the requests. */

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";

export interface Asked {
  readonly method: string;
  /** The requested path, without the base path. */
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly text?: string;
  /** Delay in milliseconds. */
  readonly delay?: number;
}

export interface TestServer {
  readonly baseURL: string;
  readonly asked: Asked[];
  /** Returns the number of requests for a path. */
  count(path: string): number;
  /** Sets a path's response. Other paths respond with `null`. */
  on(path: string, reply: Reply | ((asked: Asked) => Reply)): void;
}

/** Starts before a file's tests, and resets before each test. */
export function startTestServer(): TestServer {
  const asked: Asked[] = [];
  const replies = new Map<string, Reply | ((asked: Asked) => Reply)>();
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = pathname.replace("/api/auth", "");
    const question = {
      method: request.method ?? "",
      path,
      query: search,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    asked.push(question);
    const reply = replies.get(path) ?? { json: null };
    const { status = 200, json, text, delay = 0 } = typeof reply === "function" ? reply(question) : reply;
    await new Promise((done) => setTimeout(done, delay));
    response.writeHead(status, { "content-type": "application/json" });
    response.end(text ?? (json === undefined ? "" : JSON.stringify(json)));
  });
  let baseURL = "";
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    asked.length = 0;
    replies.clear();
  });
  afterAll(() => void server.close());
  return {
    get baseURL() {
      return baseURL;
    },
    asked,
    count: (path) => asked.filter((one) => one.path === path).length,
    on: (path, reply) => void replies.set(path, reply),
  };
}

/** Returns a session in the format that the server sends. */
export function sessionOf(
  name: string,
  more: object = {},
): { session: Record<string, unknown>; user: Record<string, unknown> } {
  const at = "2026-11-20T10:00:00.000Z";
  return {
    session: {
      id: `s-${name}`,
      userId: name,
      token: `handle-${name}`,
      expiresAt: at,
      createdAt: at,
      updatedAt: at,
      ipAddress: null,
      userAgent: null,
      ...more,
    },
    user: {
      id: name,
      name,
      email: `${name}@example.com`,
      emailVerified: true,
      image: null,
      createdAt: at,
      updatedAt: at,
    },
  };
}

/** Waits in real time. */
export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Waits until a check passes. It's repeated every 2 ms, because the default of 50 ms would be most of a test's time. */
export function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 10_000, interval: 2 });
}
