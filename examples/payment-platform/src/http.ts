/** Requests and answers, and the table that leads the one to the other. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "./refusal.ts";

/** Most bytes of a body. */
const bodyLimit = 262_144;

/** A request, read. */
export interface PlatformRequest {
  /** What the groups of the route's pattern caught, decoded. */
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  /** Fields of the JSON object or form that was sent. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Sent by a form of a page: answered with a page, not with JSON. */
  readonly isForm: boolean;
}

/** An answer: JSON, a page, or another place to go to. */
export type Reply =
  | { readonly status?: number; readonly json: unknown }
  | { readonly status?: number; readonly page: string }
  | { readonly status?: number; readonly image: string }
  | { readonly location: string };

export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Of the whole path. */
  readonly path: RegExp;
  readonly answer: (request: PlatformRequest) => Reply;
}

/** @throws {Refusal} 404: nothing is there; 403: a page of another site sent it; 413, 422: its body does not do */
export async function answer(routes: readonly Route[], incoming: IncomingMessage): Promise<Reply> {
  const { pathname, searchParams: query } = new URL(incoming.url ?? "/", "http://platform.invalid");
  const route = routes.find(({ method, path }) => method === incoming.method && path.test(pathname));
  if (!route) throw new Refusal(404, "Not found");
  if (incoming.method !== "GET") refuseForeignPage(incoming);
  const isForm = incoming.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  const text = await readText(incoming);
  const params = (route.path.exec(pathname) ?? []).slice(1).map(decoded);
  return route.answer({ params, query, body: isForm ? fieldsOf(text) : objectOf(text), isForm });
}

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  // Addresses of the pages are keys to them.
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

/** A text field; `null` where it is absent or empty. */
export function textOf(body: PlatformRequest["body"], name: string): string | null {
  const value = body[name];
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string") throw new Refusal(422, "Input should be a valid string", name);
  return value;
}

/** A field that is an object; empty where it is absent. */
export function recordOf(body: PlatformRequest["body"], name: string): Record<string, unknown> {
  const value = body[name] ?? {};
  if (typeof value !== "object" || Array.isArray(value)) throw new Refusal(422, "Input should be an object", name);
  return value as Record<string, unknown>;
}

/** Browsers say where a POST comes from; programs say nothing. */
function refuseForeignPage({ headers }: IncomingMessage): void {
  const { origin, host } = headers;
  if (origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new Refusal(403, "Sent by another site");
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > bodyLimit) throw new Refusal(413, "Too much");
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
    // Told below.
  }
  throw new Refusal(422, "Give a JSON object", "body");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal(404, "Not found");
  }
}
