/** Reads the body of Node's incoming message. */

import type { IncomingMessage } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";

/** Properties that Express, Fastify, and HTTP/2 add to a request. */
export interface FrameworkRequest extends IncomingMessage {
  /** The path before a router removed its mount point. */
  readonly originalUrl?: string;
  /** The body as a body parser parsed it. */
  readonly body?: unknown;
  /** Only HTTP/2 requests have one. */
  readonly stream?: { readonly endAfterHeaders: boolean };
}

/** Whether the request has a body that isn't empty. */
export function hasBody(incoming: FrameworkRequest): boolean {
  const { method, headers, stream } = incoming;
  if (method === "GET" || method === "HEAD") return false;
  const length = headers["content-length"];
  // HTTP/2 needs neither header.
  if (length === undefined && stream) return !stream.endAfterHeaders;
  return length === undefined ? headers["transfer-encoding"] !== undefined : length !== "0";
}

/** Whether something read the body before the handler without leaving it on the request. */
export function isBodyConsumed(incoming: FrameworkRequest): boolean {
  return incoming.readableEnded && incoming.body === undefined && hasBody(incoming);
}

/** Returns the body that a body parser left, serialized again if it's an object. `null` if the body wasn't parsed. */
export function parsedBody({ body, headers, readableEnded }: FrameworkRequest): string | Uint8Array | null {
  if (body === undefined || !readableEnded) return null;
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  if (!headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) return JSON.stringify(body);
  const values = Object.entries(body as object).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  );
  return new URLSearchParams(values).toString();
}

/**
 * Returns the body as a web-standard stream.
 *
 * Starts reading only when the stream is read. If it never is, for example because the body is too long, Node discards
 * the body, so that the connection's next request isn't stuck behind it. If something else already listens, such as a
 * body logger, the stream starts immediately so that it doesn't miss data.
 *
 * Canceling the stream leaves the incoming message alone: destroying it would close the connection before the response
 * is sent.
 */
export function streamOf(incoming: IncomingMessage): ReadableStream {
  if (!incoming.readableFlowing) return ReadableStream.from(chunksOf(incoming));
  const copy = incoming.pipe(new PassThrough());
  incoming.once("error", (error) => copy.destroy(error));
  return Readable.toWeb(copy);
}

/** The body's chunks. The message stays open if the caller doesn't want all of them. */
export function chunksOf(incoming: IncomingMessage): AsyncIterable<Uint8Array | string> {
  return incoming.iterator({ destroyOnReturn: false });
}

/** Reads all chunks. Returns `null` once they exceed `limit` bytes. */
export async function readChunks(
  chunks: AsyncIterable<Uint8Array | string>,
  limit: number,
): Promise<Uint8Array | null> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.byteLength;
    if (size > limit) return null;
    read.push(bytes);
  }
  return read.length === 1 ? (read[0] as Uint8Array) : Buffer.concat(read, size);
}
