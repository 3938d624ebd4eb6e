/** Builds a request from a plan and a world. */

import type { DeclaredEndpoint } from "@latchkey/core/plugin";
import type { TestBrowser } from "@latchkey/test-kit";
import { origin } from "./app.ts";
import { applyChange, type ChangeContext } from "./changes.ts";
import { type Mutation, mutateBody, mutateCookies, mutatePath } from "./mutations.ts";
import type { Plan } from "./plans.ts";
import { samples } from "./samples/all.ts";
import { signed } from "./samples/billing.ts";
import { type Person, signInAgain, type World } from "./world.ts";

/** A request that is ready to send, with its sender. */
export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Uint8Array | null;
  readonly browser: TestBrowser;
  /** The user of this browser, or `null` if no one is signed in. */
  readonly person: Person | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Prepares the world for the request and builds it. */
export async function prepare(plan: Plan, world: World): Promise<PreparedRequest> {
  await signInAgain(world);
  const endpoint = world.app.endpoints[plan.endpoint] as DeclaredEndpoint;
  const made = samples[plan.endpoint] ?? [];
  const sample = await (made[plan.sample % made.length] as (typeof made)[number])(world);
  const { browser, person } = plan.actorName === "proper" ? sample : actor(plan.actorName, world);
  const [usualMethod = "POST"] = [endpoint.method].flat();
  const isGet = usualMethod === "GET";
  const isForm = endpoint.acceptsForm === "only";
  const around: ChangeContext = { ids: world.ids, fields: fieldsOf(endpoint) };
  const given: Fields = { ...sample.params, ...(isGet ? sample.query : (sample.body as object)) };
  const fields = plan.changes.reduce<unknown>((now, change) => applyChange(now, change, around), given) as Fields;
  const { path, rest } = intoPath(endpoint.path.replace("{basePath}", "/api/auth"), fields);
  const mutations: readonly Mutation[] = isForm ? [...plan.mutations, { kind: "form" }] : plan.mutations;
  const found = find(mutations);
  const full = endpoint.atRoot ? path : `/api/auth${path}`;
  const where = found.path ? mutatePath(full, found.path.how) : full;
  const bytes = isGet ? null : bytesOf(rest, found);
  return {
    method: found.method?.method ?? usualMethod,
    url: origin + (isGet ? withQuery(where, rest) : where),
    headers: headersOf({ plan, world, endpoint, browser, bytes, found, own: sample.headers ?? {} }),
    body: bytes,
    browser,
    person,
  };
}

/** The request for the handler, or `null` if no client could send it. */
export function toRequest({ method, url, headers, body }: PreparedRequest): Request | null {
  try {
    const hasBody = body !== null && method !== "GET" && method !== "HEAD";
    return new Request(url, {
      method,
      headers: headers as [string, string][],
      ...(hasBody ? { body: body as BodyInit } : {}),
    });
  } catch {
    return null;
  }
}

/** Returns the browser of an actor. */
function actor(
  name: Exclude<Plan["actorName"], "proper">,
  { app, people }: World,
): Pick<PreparedRequest, "browser" | "person"> {
  if (name === "nobody") return { browser: app.browser(), person: null };
  return { browser: people[name].browser, person: people[name] };
}

/** Field names of the endpoint's schema. Uses Zod's internals, because there's no public API for it. */
function fieldsOf({ input }: DeclaredEndpoint): string[] {
  const { _zod } = (input ?? {}) as { _zod?: { def?: { shape?: object } } };
  return Object.keys(_zod?.def?.shape ?? {});
}

function intoPath(path: string, fields: Fields): { path: string; rest: Fields } {
  const rest: Record<string, unknown> = { ...fields };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encoded(textOf(value ?? ""));
  });
  return { path: filled, rest };
}

function withQuery(path: string, fields: Fields): string {
  const query = Object.entries(fields).flatMap(([name, value]) =>
    // A list is sent as repeated parameters, like forms do.
    [value].flat().map((one) => `${encoded(name)}=${encoded(textOf(one))}`),
  );
  return query.length === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${query.join("&").slice(0, 200_000)}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** A lone surrogate can't be encoded, so it's replaced as browsers do. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

type Found = { readonly [K in Mutation["kind"]]?: Extract<Mutation, { kind: K }> };

/** The last mutation of each kind. */
function find(mutations: readonly Mutation[]): Found {
  return Object.fromEntries(mutations.map((twist) => [twist.kind, twist]));
}

function bytesOf(fields: Fields, { bytes, form }: Found): string | Uint8Array {
  const text = form ? withQuery("", fields).slice(1) : JSON.stringify(fields);
  return bytes ? mutateBody(text, bytes.how) : text;
}

interface HeaderParts {
  readonly plan: Plan;
  readonly world: World;
  readonly endpoint: DeclaredEndpoint;
  readonly browser: TestBrowser;
  readonly bytes: string | Uint8Array | null;
  readonly found: Found;
  readonly own: Readonly<Record<string, string>>;
}

function headersOf({ plan, world, endpoint, browser, bytes, found, own }: HeaderParts): PreparedRequest["headers"] {
  const jar = [...browser.cookies] as [string, string][];
  const { cookie, form } = found;
  const cookies = cookie ? mutateCookies(jar, cookie.how, cookie.at, String(world.ids.veraHandle)) : jar;
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  const signature =
    endpoint.rawBody && bytes !== null
      ? signed(world.app, `fuzz-${world.number}-${world.next()}`, found.unsigned ? "other bytes" : bytes)
      : {};
  const usual: Record<string, string> = {
    ...(bytes === null ? {} : { origin, "content-type": type }),
    ...(cookies.length > 0 ? { cookie: cookies.map(([name, value]) => `${name}=${value}`).join("; ") } : {}),
    ...own,
    ...signature,
  };
  for (const twist of plan.mutations) if (twist.kind === "header") usual[twist.name] = twist.value;
  return Object.entries(usual);
}
