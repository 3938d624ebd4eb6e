/** A real HTTP server on loopback that responds with `responses`, and counts requests. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";

export interface TestServer {
  readonly baseURL: string;
  /** Responses by path, without the base path. Other paths respond with `null`. */
  readonly responses: Map<string, unknown>;
  /** The requested paths, in order. */
  readonly requests: string[];
}

/** Starts before a file's tests, and resets before each test. */
export function startTestServer(): TestServer {
  const responses = new Map<string, unknown>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace("/api/auth", "").replace(/\?.*/, "");
    requests.push(path);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(responses.get(path) ?? null));
  });
  let baseURL = "";
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    responses.clear();
    requests.length = 0;
  });
  afterAll(() => void server.close());
  return {
    get baseURL() {
      return baseURL;
    },
    responses,
    requests,
  };
}

/** Returns a session in the format that the server sends. */
export function sessionOf(name: string): { session: object; user: object } {
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
