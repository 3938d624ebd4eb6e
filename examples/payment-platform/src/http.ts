/** Parses requests, routes them to handlers, and sends responses. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpError } from "./http-error.ts";

/** Maximum size of a body in bytes. */
const bodyLimit = 262_144;

/** A parsed request. */
export interface PlatformRequest {
  /** The decoded groups of the route's pattern. */
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  /** Fields of the JSON object or form. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether a page's form sent it. If so, the response is a page instead of JSON. */
  readonly isForm: boolean;
}

/** A response: JSON, a page, an image, or a redirect. */
export type Reply =
  | { readonly status?: number; readonly json: unknown }
  | { readonly status?: number; readonly page: string }
  | { readonly status?: number; readonly image: string }
  | { readonly location: string };

export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Matches the whole path. */
  readonly path: RegExp;
  readonly handle: (request: PlatformRequest) => Reply;
}

/**
 * @throws {HttpError} 404 if there's no route, 403 if a page on another site sent it, 413 or 422 if its body is invalid
 */
export async function dispatch(routes: readonly Route[], incoming: IncomingMessage): Promise<Reply> {
  const { pathname, searchParams: query } = new URL(incoming.url ?? "/", "http://platform.invalid");
  const route = routes.find(({ method, path }) => method === incoming.method && path.test(pathname));
  if (!route) throw new HttpError(404, "Not found");
  if (incoming.method !== "GET") rejectCrossOrigin(incoming);
  const isForm = incoming.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  const text = await readText(incoming);
  const params = (route.path.exec(pathname) ?? []).slice(1).map(decoded);
  return route.handle({ params, query, body: isForm ? fieldsOf(text) : objectOf(text), isForm });
}

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  // The URLs of the pages grant access to them, so they must not leak to other sites.
  "referrer-policy": "same-origin",
};

export function send(response: ServerResponse, reply: Reply): void {
  response.setHeader("cache-control", "no-store");
  if ("location" in reply) response.writeHead(303, { location: reply.location }).end();
  else if ("page" in reply) response.writeHead(reply.status ?? 200, pageHeaders).end(reply.page);
  else if ("image" in reply) response.writeHead(200, { "content-type": "image/svg+xml" }).end(reply.image);
  else {
    const headers = { "content-type": "application/json", ...(reply.status === 503 ? { "retry-after": "5" } : {}) };
    response.writeHead(reply.status ?? 200, headers).end(JSON.stringify(reply.json));
  }
}

/** A text field, or `null` if it's missing or empty. */
export function textOf(body: PlatformRequest["body"], name: string): string | null {
  const value = body[name];
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string") throw new HttpError(422, "Input should be a valid string", name);
  return value;
}

/** A number field, or `null` if it's missing. */
export function numberOf(body: PlatformRequest["body"], name: string): number | null {
  const value = body[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "number") throw new HttpError(422, "Input should be a valid number", name);
  return value;
}

/** An object field, or an empty object if it's missing. */
export function recordOf(body: PlatformRequest["body"], name: string): Record<string, unknown> {
  const value = body[name] ?? {};
  if (typeof value !== "object" || Array.isArray(value)) throw new HttpError(422, "Input should be an object", name);
  return value as Record<string, unknown>;
}

/** Rejects forms from other sites. Browsers send an `Origin` header with every POST. Other clients usually don't. */
function rejectCrossOrigin({ headers }: IncomingMessage): void {
  const { origin, host } = headers;
  if (origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new HttpError(403, "Sent by another site");
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > bodyLimit) throw new HttpError(413, "Too much");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

function fieldsOf(text: string): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(text));
}

function objectOf(text: string): Record<string, unknown> {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the error below.
  }
  throw new HttpError(422, "Send a JSON object", "body");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new HttpError(404, "Not found");
  }
}
