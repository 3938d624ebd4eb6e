/** A web-standard Response onto Node's answer. */

import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { textOf } from "./text-response.ts";

/** Writes status, headers (each cookie on a line of its own) and body, and ends the answer. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  // As text, head and body leave in one piece.
  const whole = textOf(response) ?? (isSmall(response) ? await response.text() : null);
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of response.headers) if (name !== "set-cookie") headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = [...setBefore(outgoing), ...cookies];
  // Without its length Node would send it in chunks, each of them with a head of its own.
  if (whole !== null) headers["content-length"] = String(Buffer.byteLength(whole));
  outgoing.writeHead(response.status, headers);
  if (whole !== null || response.body === null) {
    outgoing.end(whole ?? undefined);
    return;
  }
  await pipeline(Readable.fromWeb(response.body as never), outgoing).catch((error: NodeJS.ErrnoException) => {
    // The client went away half-way: nobody is left to tell.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}

/** Answers of the library are small and whole; they are written at once. */
function isSmall(response: Response): boolean {
  const type = response.headers.get("content-type") ?? "";
  return /^(?:application\/json|text\/html; charset=utf-8)(?:;|$)/i.test(type);
}

function setBefore(outgoing: ServerResponse): string[] {
  const before = outgoing.getHeader("set-cookie");
  if (before === undefined) return [];
  return Array.isArray(before) ? before : [String(before)];
}
