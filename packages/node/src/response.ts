/** Sends a web-standard `Response` through Node's response. */

import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { textOf } from "./text-response.ts";

/** Writes the status, the headers (one line per cookie), and the body, and ends the response. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  // With text, headers and body are sent in one piece.
  const text = textOf(response) ?? (isBuffered(response) ? await response.text() : null);
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of response.headers) if (name !== "set-cookie") headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = [...existingCookies(outgoing), ...cookies];
  // Without a length, Node would use chunked encoding.
  if (text !== null) headers["content-length"] = String(Buffer.byteLength(text));
  outgoing.writeHead(response.status, headers);
  if (text !== null || response.body === null) {
    outgoing.end(text ?? undefined);
    return;
  }
  await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing).catch((error: NodeJS.ErrnoException) => {
    // The client disconnected midway, so there's no one left to tell.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}

/** The library's own responses are small and complete, so they're sent at once. */
function isBuffered(response: Response): boolean {
  const type = response.headers.get("content-type") ?? "";
  return /^(?:application\/json|text\/html; charset=utf-8)(?:;|$)/i.test(type);
}

function existingCookies(outgoing: ServerResponse): string[] {
  const before = outgoing.getHeader("set-cookie");
  if (before === undefined) return [];
  return Array.isArray(before) ? before : [String(before)];
}
