/** Sends responses through Node's response. */

import type { ServerResponse } from "node:http";
import { constants, type ServerHttp2Stream } from "node:http2";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { HttpResponse } from "@latchkey/core";

/**
 * Writes the status, the headers (one line per cookie), and the body, and ends the response.
 * @param isPartlyRead whether the client may still be sending the request's body
 */
export async function sendReply(reply: HttpResponse, outgoing: ServerResponse, isPartlyRead: boolean): Promise<void> {
  // With text, headers and body are sent in one piece.
  const body = reply.body instanceof Response ? await bufferedBody(reply.body) : reply.body;
  const { status, cookies } = reply;
  const headers: Record<string, string | string[]> = { ...reply.headers };
  if (cookies.length > 0) headers["set-cookie"] = [...existingCookies(outgoing), ...cookies];
  // Without a length, Node would use chunked encoding.
  if (typeof body === "string") headers["content-length"] = String(Buffer.byteLength(body));
  if (isPartlyRead) closeAfter(outgoing, headers);
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

/** Ends the connection after the response, or only the stream over HTTP/2, which has no `connection` header. */
function closeAfter(outgoing: ServerResponse, headers: Record<string, string | string[]>): void {
  const { stream } = outgoing as { readonly stream?: ServerHttp2Stream };
  // Node doesn't send a reset with `NO_ERROR` while the client can still write.
  if (stream) stream.once("finish", () => stream.close(constants.NGHTTP2_CANCEL));
  else headers.connection = "close";
}

/** Sends a web-standard response. */
export function sendResponse(response: Response, outgoing: ServerResponse, isPartlyRead: boolean): Promise<void> {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) if (name !== "set-cookie") headers[name] = value;
  const reply = { status: response.status, headers, cookies: response.headers.getSetCookie(), body: response };
  return sendReply(reply, outgoing, isPartlyRead);
}

/** Sends one of the adapter's own errors. */
export function sendError(outgoing: ServerResponse, status: number, code: string, message: string): void {
  outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ code, message }));
}

/** The library's own responses are small and complete, so they're read and sent whole. Others remain streams. */
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
