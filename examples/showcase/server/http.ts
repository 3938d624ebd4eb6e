/** Helpers that the showcase's own endpoints share. */

import type { IncomingMessage, ServerResponse } from "node:http";

/** A request that is rejected, with the status of the response. */
export class RefusedRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

/** Runs an endpoint and turns its errors into responses. */
export function answer(response: ServerResponse, work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    if (!(error instanceof RefusedRequest)) console.error(error);
    const status = error instanceof RefusedRequest ? error.status : 500;
    // The rest of a body that is too large isn't read.
    response.setHeader("connection", "close");
    sendJson(response, { message: error instanceof Error ? error.message : "Something went wrong." }, status);
  });
}

/**
 * @throws {RefusedRequest} if the body is larger than the limit, in bytes
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new RefusedRequest(413, `Send at most ${limit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Rejects requests from other sites' pages, and for hosts that only pretend to be this machine (DNS rebinding).
 * @throws {RefusedRequest}
 */
export function requireOwnPage({ headers, method }: IncomingMessage, origin: string): void {
  const isOwnHost = headers.host === new URL(origin).host;
  const site = headers["sec-fetch-site"];
  const isOwnPage = site === undefined || site === "same-origin" || (site === "none" && method === "GET");
  const isOwnOrigin = method === "GET" || headers.origin === origin;
  if (!isOwnHost || !isOwnPage || !isOwnOrigin) throw new RefusedRequest(403, `Only pages of ${origin} can do this.`);
}
