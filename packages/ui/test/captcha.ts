/** A CAPTCHA service as a real server on this machine. It knows which responses are valid, and accepts each once. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface CaptchaService {
  /** The responses that it was asked to verify, in order. */
  readonly asked: (string | null)[];
  readonly solved: Set<string>;
  /** A `fetch` that sends all requests to this server. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

export async function startService(): Promise<CaptchaService> {
  const [asked, solved]: [(string | null)[], Set<string>] = [[], new Set()];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const answer = new URLSearchParams(body).get("response");
    asked.push(answer);
    const success = answer !== null && solved.delete(answer);
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ success, hostname: "app.test" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    asked,
    solved,
    fetch: (input, init) => fetch(origin + new URL(String(input)).pathname, init),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
