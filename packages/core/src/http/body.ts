/** Reads request bodies with a size limit and a check of the media type. */

import { fail, httpErrors } from "./errors.ts";
import type { HttpRequest } from "./exchange.ts";
import { readParameters } from "./parameters.ts";
import { readStream } from "./stream.ts";

/** 1 MiB. */
export const defaultBodyLimit = 1_048_576;

export interface BodyOptions {
  /** Maximum size in bytes. */
  readonly limit: number;
  /** Whether to also accept `application/x-www-form-urlencoded`. `only`: nothing else is accepted. */
  readonly acceptsForm: boolean | "only";
}

/**
 * Reads the body as a plain object. Returns `{}` if there is no body.
 *
 * @throws {AuthError} `UNSUPPORTED_MEDIA_TYPE` (415) if it's not JSON, or a form if forms are accepted;
 *   `PAYLOAD_TOO_LARGE` (413); `BAD_REQUEST` (400) if it's malformed or aborted; `VALIDATION_ERROR` (400) if it's not
 *   an object
 */
export async function readBody(request: HttpRequest, rules: BodyOptions): Promise<Record<string, unknown>> {
  if (!request.hasBody) return {};
  const kind = mediaType(request.header("content-type"));
  if (kind === null && request.header("content-length") === "0") return {};
  if (!(kind === json && rules.acceptsForm !== "only") && !(rules.acceptsForm && kind === form)) {
    // A body without a content type is rejected unless it's empty. fetch streams even an empty body.
    if (kind === null && (await readText(request, rules.limit)) === "") return {};
    const message = `Content-Type must be ${rules.acceptsForm === "only" ? form : json}`;
    fail(httpErrors, "UNSUPPORTED_MEDIA_TYPE", { message });
  }
  const text = await readText(request, rules.limit);
  if (text.trim() === "") return {};
  const value = kind === form ? readParameters(text) : parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) fail(httpErrors, "VALIDATION_ERROR");
  return value as Record<string, unknown>;
}

/**
 * Reads the raw bytes, for signatures. Stops reading once there are more than `limit` bytes.
 *
 * @param limit maximum size in bytes
 * @param timeoutMs timeout in milliseconds; default: no timeout except the server's own
 * @throws {AuthError} `PAYLOAD_TOO_LARGE` (413), or `BAD_REQUEST` (400) if the request is aborted or too slow
 */
export async function readBytes(request: Request, limit: number, timeoutMs?: number): Promise<Uint8Array> {
  checkLength(request.headers.get("content-length"), limit);
  if (request.body === null) return new Uint8Array();
  const bytes = await readStream(request.body, limit, timeoutMs).catch(failUnreadable);
  if (bytes === "tooLarge") fail(httpErrors, "PAYLOAD_TOO_LARGE");
  if (bytes === "timedOut") fail(httpErrors, "BAD_REQUEST", { message: "The request body took too long to arrive" });
  return bytes;
}

async function readText(request: HttpRequest, limit: number): Promise<string> {
  checkLength(request.header("content-length"), limit);
  const bytes = await request.readBody(limit).catch(failUnreadable);
  return decodeBody(bytes ?? fail(httpErrors, "PAYLOAD_TOO_LARGE"));
}

/** Rejects a body that's declared too large, before it's read. */
function checkLength(declared: string | null, limit: number): void {
  if (Number(declared ?? 0) > limit) fail(httpErrors, "PAYLOAD_TOO_LARGE");
}

function failUnreadable(cause: unknown): never {
  fail(httpErrors, "BAD_REQUEST", { message: "The request body couldn't be read", cause });
}

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const strictUtf8: TextDecoder = new TextDecoder("utf-8", { fatal: true });

/** Whether the request's content type is JSON. */
export function isJson(request: Request): boolean {
  return mediaType(request.headers.get("content-type")) === json;
}

function mediaType(header: string | null): string | null {
  return header === null ? null : (header.split(";", 1)[0] as string).trim().toLowerCase();
}

/** Decodes a body as text. @throws {AuthError} `BAD_REQUEST` (400) if it isn't valid UTF-8 */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch (cause) {
    fail(httpErrors, "BAD_REQUEST", { message: "The request body isn't valid UTF-8", cause });
  }
}

/**
 * Parses a body as JSON and drops keys that could set a prototype.
 * @throws {AuthError} `BAD_REQUEST` (400) if it isn't valid UTF-8 or JSON
 */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  return parseJson(decodeBody(bytes));
}

/**
 * Parses text as JSON and drops keys that could set a prototype.
 * @throws {AuthError} `BAD_REQUEST` (400) if it isn't valid JSON
 */
export function parseJson(text: string): unknown {
  try {
    // Drops the own key "__proto__" at any depth. Searching the text first avoids the slower parse for all other
    // requests.
    return text.includes("__proto__") || text.includes("\\u") ? JSON.parse(text, withoutProto) : JSON.parse(text);
  } catch (cause) {
    fail(httpErrors, "BAD_REQUEST", { cause });
  }
}

function withoutProto(this: unknown, key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}
