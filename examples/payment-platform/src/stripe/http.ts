/** Stripe's conventions for requests: keys, form bodies, idempotency, lists, and errors. */

import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { StripeApiError } from "./errors.ts";
import { expand } from "./expand.ts";
import { type FormObject, readForm, textIn } from "./form.ts";
import { newId, type StripePlatform } from "./state.ts";

/** An API request. */
export interface ApiRequest {
  /** The path segments that match the route's parameters. */
  readonly params: readonly string[];
  /** The query of a GET, or the form. */
  readonly form: FormObject;
}

export interface ApiRoute {
  readonly method: "GET" | "POST" | "DELETE";
  /** The path after `/v1/`. A segment that starts with a colon matches any value. */
  readonly path: string;
  readonly handle: (request: ApiRequest) => unknown;
}

/** An API call, which arrives over HTTP or directly from a test. */
export interface ApiCall {
  readonly method: string;
  readonly url: string;
  readonly authorization: string;
  readonly idempotencyKey: string | null;
  /** The body. */
  readonly text: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface ApiResult {
  readonly status: number;
  readonly json: unknown;
  readonly isReplay?: boolean;
}

const bodyLimit = 262_144;

/** Handles an API call. */
export function answerCall(
  platform: StripePlatform,
  routes: readonly ApiRoute[],
  apiKey: string,
  call: ApiCall,
): ApiAnswer {
  const { status, json, isReplay = false } = tryCall(() => respond(platform, routes, apiKey, call));
  const headers = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "request-id": newId("req"),
    ...(isReplay ? { "idempotent-replayed": "true" } : {}),
  };
  return { status, headers, body: JSON.stringify(json) };
}

function respond(platform: StripePlatform, routes: readonly ApiRoute[], apiKey: string, call: ApiCall): ApiResult {
  const { method, url, authorization, idempotencyKey, text } = call;
  const { pathname, search } = new URL(url, "http://platform.invalid");
  if (!isSame(authorization, `Bearer ${apiKey}`)) throw new StripeApiError(401, "Invalid API Key provided.");
  const form = readForm(method === "POST" ? text : search.slice(1));
  for (const route of routes) {
    const params = route.method === method ? matchPath(route.path, pathname) : null;
    if (params === null) continue;
    const key = method === "GET" ? null : idempotencyKey;
    return idempotent(platform, key, `${method} ${pathname} ${text}`, () => {
      const { paths, rest } = takeExpand(form);
      return expand(platform, route.handle({ params, form: rest }), paths);
    });
  }
  throw new StripeApiError(404, `Unrecognized request URL (${method}: ${pathname}).`);
}

/** Returns the stored response if the same request already came with the same key. */
function idempotent({ state }: StripePlatform, key: string | null, request: string, handle: () => unknown): ApiResult {
  if (key === null) return { status: 200, json: handle() };
  const fingerprint = createHash("sha256").update(request).digest("hex");
  const stored = state.responses.get(key);
  if (stored && stored.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with.`;
    throw new StripeApiError(400, message, { type: "idempotency_error" });
  }
  if (stored) return { status: stored.status, json: stored.json, isReplay: true };
  const response = tryCall(() => ({ status: 200, json: handle() }));
  // A request that fails validation had no effect, so its response isn't stored.
  if (response.status !== 400) state.responses.set(key, { fingerprint, ...response });
  return response;
}

function tryCall(call: () => ApiResult): ApiResult {
  try {
    return call();
  } catch (cause) {
    const error =
      cause instanceof StripeApiError ? cause : new StripeApiError(500, "Something broke", { type: "api_error" });
    if (error !== cause) console.error("The payment platform failed", cause);
    const { status, type, message, code, param } = error;
    const details = { ...(code === null ? {} : { code }), ...(param === null ? {} : { param }) };
    return { status, json: { error: { type, message, ...details } } };
  }
}

function takeExpand(form: FormObject): { readonly paths: readonly string[]; readonly rest: FormObject } {
  const { expand: paths, ...rest } = form;
  return { paths: Array.isArray(paths) ? paths.map(String) : [], rest };
}

function matchPath(path: string, pathname: string): readonly string[] | null {
  const wanted = ["v1", ...path.split("/")];
  const given = pathname.split("/").slice(1);
  if (wanted.length !== given.length) return null;
  const params: string[] = [];
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(":")) params.push(decodeURIComponent(given[index] as string));
    else if (part !== given[index]) return null;
  }
  return params;
}

/** A page of a list, newest first. @throws {StripeApiError} 400 if `starting_after` doesn't exist */
export function pageOf<T extends { readonly id: string }>(all: Iterable<T>, form: FormObject, path: string): object {
  const limit = Number(textIn(form, "limit") ?? 10);
  if (!(limit >= 1 && limit <= 100)) throw new StripeApiError(400, "Invalid limit.", { param: "limit" });
  const newest = [...all].reverse();
  const after = textIn(form, "starting_after");
  const start = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) {
    const error = { code: "resource_missing", param: "starting_after" };
    throw new StripeApiError(400, `No such object: '${after}'`, error);
  }
  const data = newest.slice(start, start + limit);
  return { object: "list", data, has_more: start + limit < newest.length, url: `/v1/${path}` };
}

export async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += (chunk as Buffer).length;
    if (size > bodyLimit) throw new StripeApiError(413, "Request too large.");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
