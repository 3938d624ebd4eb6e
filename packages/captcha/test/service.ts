/** A captcha service on a real server of this machine: knows which answers were solved, and forgets them once asked. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a request for a check said. */
export interface Asked {
  readonly host: string;
  readonly path: string;
  readonly contentType: string;
  readonly form: Readonly<Record<string, string>>;
}

export interface CaptchaService {
  readonly asked: Asked[];
  /** Answers that were solved, with what the service tells of each. Each is good once. */
  readonly solved: Map<string, object>;
  /** In place of the honest answer. */
  fail: ((response: ServerResponse) => void) | null;
  /** `fetch` under which every https host is this server. */
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
