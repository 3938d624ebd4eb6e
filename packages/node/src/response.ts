/** A web-standard Response onto Node's answer. */

import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Writes status, headers (each cookie on a line of its own) and body, and ends the answer. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", [...setBefore(outgoing), ...cookies]);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  if (isSmall(response)) {
    outgoing.end(Buffer.from(await response.arrayBuffer()));
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
  return type.startsWith("application/json") || type.startsWith("text/html");
}

function setBefore(outgoing: ServerResponse): string[] {
  const before = outgoing.getHeader("set-cookie");
  if (before === undefined) return [];
  return Array.isArray(before) ? before : [String(before)];
}
