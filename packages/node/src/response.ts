/** Sends responses through Node's response. */

import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { HttpResponse } from "@latchkey/core";

/** Writes the status, the headers (one line per cookie), and the body, and ends the response. */
export async function sendReply(
  reply: HttpResponse,
  outgoing: ServerResponse,
  closeConnection: boolean,
): Promise<void> {
  // With text, headers and body are sent in one piece.
  const body = reply.body instanceof Response ? await bufferedBody(reply.body) : reply.body;
  const { status, cookies } = reply;
  const headers: Record<string, string | string[]> = { ...reply.headers };
  if (cookies.length > 0) headers["set-cookie"] = [...existingCookies(outgoing), ...cookies];
  // Without a length, Node would use chunked encoding.
  if (typeof body === "string") headers["content-length"] = String(Buffer.byteLength(body));
  if (closeConnection) headers.connection = "close";
  outgoing.writeHead(status, headers);
  if (body === null || typeof body === "string") {
    outgoing.end(body ?? undefined);
    return;
  }
  await pipeline(Readable.fromWeb(body), outgoing).catch((error: NodeJS.ErrnoException) => {
    // The client disconnected midway, so there's no one left to tell.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}

/** Sends a web-standard response. */
export function sendResponse(response: Response, outgoing: ServerResponse, closeConnection: boolean): Promise<void> {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) if (name !== "set-cookie") headers[name] = value;
  const reply = { status: response.status, headers, cookies: response.headers.getSetCookie(), body: response };
  return sendReply(reply, outgoing, closeConnection);
}

/** Sends an error of the adapter itself. */
export function sendError(outgoing: ServerResponse, status: number, code: string, message: string): void {
  outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ code, message }));
}

/** The library's own responses are small and complete, so they're read and sent at once. Others stay a stream. */
async function bufferedBody(response: Response): Promise<string | ReadableStream | null> {
  const type = response.headers.get("content-type") ?? "";
  const isBuffered = /^(?:application\/json|text\/html; charset=utf-8)(?:;|$)/i.test(type);
  return isBuffered ? response.text() : (response.body as ReadableStream | null);
}

function existingCookies(outgoing: ServerResponse): string[] {
  const before = outgoing.getHeader("set-cookie");
  if (before === undefined) return [];
  return Array.isArray(before) ? before : [String(before)];
}
