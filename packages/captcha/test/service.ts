/** A CAPTCHA service, as a real server on this machine. It knows which responses were solved, and accepts each once. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The contents of a verification request. */
export interface Asked {
  readonly host: string;
  readonly path: string;
  readonly contentType: string;
  readonly form: Readonly<Record<string, string>>;
}

export interface CaptchaService {
  readonly asked: Asked[];
  /** Solved responses, with what the service says about each. Each works once. */
  readonly solved: Map<string, object>;
  /** Replaces the regular response. */
  fail: ((response: ServerResponse) => void) | null;
  /** A `fetch` that sends all https requests to this server. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

export const secretKey = "0x4AAAAAAA-the-secret-half";

export async function startService(): Promise<CaptchaService> {
  const spent = new Set<string>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const form = Object.fromEntries(new URLSearchParams(body));
    const { "x-host": host, "content-type": contentType } = request.headers;
    service.asked.push({ host: String(host), path: request.url ?? "", contentType: String(contentType), form });
    if (service.fail) return service.fail(response);
    return json(response, judge(form));
  });

  const judge = ({ secret, response = "" }: Record<string, string>): object => {
    if (secret !== secretKey) return { success: false, "error-codes": ["invalid-input-secret"] };
    const told = service.solved.get(response);
    if (!told) return { success: false, "error-codes": ["invalid-input-response"] };
    if (spent.has(response)) return { success: false, "error-codes": ["timeout-or-duplicate"] };
    spent.add(response);
    return { success: true, challenge_ts: "2026-01-01T00:00:00Z", hostname: "app.test", "error-codes": [], ...told };
  };

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: CaptchaService = {
    asked: [],
    solved: new Map(),
    fail: null,
    fetch: (input, init) => {
      const { protocol, host, pathname } = new URL(String(input));
      if (protocol !== "https:") throw new Error(`Asked ${String(input)}, which is not https.`);
      const headers = new Headers(init?.headers);
      headers.set("x-host", host);
      return fetch(`${origin}${pathname}`, { ...init, headers });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
