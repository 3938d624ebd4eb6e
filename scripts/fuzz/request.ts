/** A plan and a world make a request. */

import type { Endpoint } from "@latchkey/core/plugin";
import type { TestBrowser } from "@latchkey/test-kit";
import { origin } from "./app.ts";
import { applyChange, type Surroundings } from "./changes.ts";
import type { Plan } from "./plans.ts";
import { samples } from "./samples/all.ts";
import { signed } from "./samples/billing.ts";
import { type Twist, twistBytes, twistCookies, twistPath } from "./twists.ts";
import { type Person, signInAgain, type World } from "./world.ts";

/** A request as it is sent, and who sends it. */
export interface Ready {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | Uint8Array | null;
  readonly browser: TestBrowser;
  /** Whose browser it is; `null`: nobody's. */
  readonly person: Person | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Does what goes before the request, and puts it together. */
export async function prepare(plan: Plan, world: World): Promise<Ready> {
  await signInAgain(world);
  const endpoint = world.app.endpoints[plan.endpoint] as Endpoint;
  const made = samples[plan.endpoint] ?? [];
  const sample = await (made[plan.sample % made.length] as (typeof made)[number])(world);
  const { browser, person } = plan.as === "proper" ? sample : actor(plan.as, world);
  const isGet = [endpoint.method].flat()[0] === "GET";
  const around: Surroundings = { ids: world.ids, fields: fieldsOf(endpoint) };
  const given: Fields = { ...sample.params, ...(isGet ? sample.query : (sample.body as object)) };
  const fields = plan.changes.reduce<unknown>((now, change) => applyChange(now, change, around), given) as Fields;
  const { path, rest } = intoPath(endpoint.path, fields);
  const found = find(plan.twists);
  const where = found.path ? twistPath(`/api/auth${path}`, found.path.how) : `/api/auth${path}`;
  const bytes = isGet ? null : bytesOf(rest, found);
  return {
    method: found.method?.method ?? (isGet ? "GET" : "POST"),
    url: origin + (isGet ? withQuery(where, rest) : where),
    headers: headersOf({ plan, world, endpoint, browser, bytes, found, own: sample.headers ?? {} }),
    body: bytes,
    browser,
    person,
  };
}

/** The request as the handler gets it; `null` where no client could send such a one. */
export function toRequest({ method, url, headers, body }: Ready): Request | null {
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

/** Somebody's browser. */
function actor(name: Exclude<Plan["as"], "proper">, { app, people }: World): Pick<Ready, "browser" | "person"> {
  if (name === "nobody") return { browser: app.browser(), person: null };
  return { browser: people[name].browser, person: people[name] };
}

/** Names in the endpoint's schema. Zod's own description of it: no other way says them. */
function fieldsOf({ input }: Endpoint): string[] {
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
    // A field that is a list comes several times, as forms send it.
    [value].flat().map((one) => `${encoded(name)}=${encoded(textOf(one))}`),
  );
  return query.length === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${query.join("&").slice(0, 200_000)}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Half of a surrogate pair has no encoding: it is sent as a browser would. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

type Found = { readonly [K in Twist["kind"]]?: Extract<Twist, { kind: K }> };

/** Of each kind the last. */
function find(twists: readonly Twist[]): Found {
  return Object.fromEntries(twists.map((twist) => [twist.kind, twist]));
}

function bytesOf(fields: Fields, { bytes, form }: Found): string | Uint8Array {
  const text = form ? withQuery("", fields).slice(1) : JSON.stringify(fields);
  return bytes ? twistBytes(text, bytes.how) : text;
}

interface HeaderParts {
  readonly plan: Plan;
  readonly world: World;
  readonly endpoint: Endpoint;
  readonly browser: TestBrowser;
  readonly bytes: string | Uint8Array | null;
  readonly found: Found;
  readonly own: Readonly<Record<string, string>>;
}

function headersOf({ plan, world, endpoint, browser, bytes, found, own }: HeaderParts): Ready["headers"] {
  const jar = [...browser.cookies] as [string, string][];
  const { cookie, form } = found;
  const cookies = cookie ? twistCookies(jar, cookie.how, cookie.at, String(world.ids.veraHandle)) : jar;
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
  for (const twist of plan.twists) if (twist.kind === "header") usual[twist.name] = twist.value;
  return Object.entries(usual);
}
