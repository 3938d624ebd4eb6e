/** Reads a request's body: bounded, by declared media type, never half. */

import { fail, httpErrors } from "./errors.ts";
import { readParameters } from "./parameters.ts";

/** 1 MiB. */
export const defaultBodyLimit = 1_048_576;

export interface BodyRules {
  /** Most bytes that are read. */
  readonly limit: number;
  /** Also take `application/x-www-form-urlencoded`. */
  readonly form: boolean;
}

/**
 * The body as a plain object; `{}` where there is none.
 *
 * @throws {AuthError} `UNSUPPORTED_MEDIA_TYPE` (415) neither JSON nor a form where forms are taken,
 *   `PAYLOAD_TOO_LARGE` (413), `BAD_REQUEST` (400) broken or aborted, `VALIDATION_ERROR` (400) not an object
 */
export async function readBody(request: Request, rules: BodyRules): Promise<Record<string, unknown>> {
  if (request.body === null) return {};
  const kind = mediaType(request.headers.get("content-type"));
  if (kind === null && request.headers.get("content-length") === "0") return {};
  if (kind !== json && !(rules.form && kind === form)) {
    // A body without a type is refused too, unless it turns out to be empty: fetch streams even an empty one.
    if (kind === null && (await readText(request, rules.limit)) === "") return {};
    fail(httpErrors, "UNSUPPORTED_MEDIA_TYPE");
  }
  const text = await readText(request, rules.limit);
  if (text.trim() === "") return {};
  const value = kind === form ? readParameters(text) : parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) fail(httpErrors, "VALIDATION_ERROR");
  return value as Record<string, unknown>;
}

/**
 * The raw bytes, for signatures. Never more than `limit` of them are held.
 *
 * @param limit most bytes that are read
 * @param withinMs most milliseconds that reading may take; default: as long as the server lets it
 * @throws {AuthError} `PAYLOAD_TOO_LARGE` (413), `BAD_REQUEST` (400) aborted, or too slow
 */
export async function readBytes(request: Request, limit: number, withinMs?: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limit) fail(httpErrors, "PAYLOAD_TOO_LARGE");
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  let isLate = false;
  const stop = (): void => {
    isLate = true;
    void reader.cancel().catch(() => {});
  };
  const timer = withinMs === undefined ? undefined : setTimeout(stop, withinMs);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength;
      if (size > limit) {
        void reader.cancel().catch(() => {});
        fail(httpErrors, "PAYLOAD_TOO_LARGE");
      }
      chunks.push(next.value);
    }
  } catch (cause) {
    if (cause instanceof Error && cause.name === "AuthError") throw cause;
    fail(httpErrors, "BAD_REQUEST", { message: "The request body could not be read", cause });
  } finally {
    clearTimeout(timer);
  }
  if (isLate) fail(httpErrors, "BAD_REQUEST", { message: "The request body did not come in time" });
  return join(chunks, size);
}

const json = "application/json";
const form = "application/x-www-form-urlencoded";
const strictUtf8: TextDecoder = new TextDecoder("utf-8", { fatal: true });

/** Whether a request says that its body is JSON. */
export function isJson(request: Request): boolean {
  return mediaType(request.headers.get("content-type")) === json;
}

function mediaType(header: string | null): string | null {
  return header === null ? null : (header.split(";", 1)[0] as string).trim().toLowerCase();
}

async function readText(request: Request, limit: number): Promise<string> {
  return bodyText(await readBytes(request, limit));
}

/** The bytes of a body as text. @throws {AuthError} `BAD_REQUEST` (400) they are not UTF-8 */
export function bodyText(bytes: Uint8Array): string {
  try {
    return strictUtf8.decode(bytes);
  } catch (cause) {
    fail(httpErrors, "BAD_REQUEST", { message: "The request body is not valid UTF-8", cause });
  }
}

/**
 * The bytes of a body as a JSON value, without keys that would become a prototype.
 * @throws {AuthError} `BAD_REQUEST` (400) neither UTF-8 nor JSON
 */
export function parseBytes(bytes: Uint8Array): unknown {
  return parseJson(bodyText(bytes));
}

/**
 * The text of a body as a JSON value, without keys that would become a prototype.
 * @throws {AuthError} `BAD_REQUEST` (400) it is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    // An own key "__proto__" is dropped at any depth; looking for it first spares everybody else the slower parse.
    return text.includes("__proto__") || text.includes("\\u") ? JSON.parse(text, withoutProto) : JSON.parse(text);
  } catch (cause) {
    fail(httpErrors, "BAD_REQUEST", { cause });
  }
}

function withoutProto(this: unknown, key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
