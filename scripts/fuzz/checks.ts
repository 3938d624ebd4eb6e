/** What must hold of every answer, whatever was asked. */

import type { Endpoint } from "@latchkey/core/plugin";
import { appSecret, hashMark, origin, webhookSecret } from "./app.ts";
import type { Ready } from "./request.ts";
import type { Rows } from "./rows.ts";
import { type People, unseen, type World } from "./world.ts";

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** What is known when an answer is judged. */
export interface Case {
  readonly world: World;
  readonly endpoint: Endpoint;
  readonly ready: Ready;
  readonly answer: Answer;
  readonly before: Rows;
  readonly after: Rows;
}

/** What is wrong with it; `null`: nothing. */
export function judge(one: Case): string | null {
  const sent = sentText(one.ready);
  remember(one, sent);
  return (
    isForeseen(one) ??
    pointsHome(one.answer) ??
    tellsNothing(one, sent) ??
    changesNobodyElse(one, sent) ??
    leavesPrototypes()
  );
}

/** No 5xx but what the endpoint declares; every refusal has a code of a catalogue. */
function isForeseen({ world, endpoint, answer: { status, headers, text } }: Case): string | null {
  const type = headers.get("content-type") ?? "";
  if (status >= 500 && type !== "application/json") return `status ${status} with ${type}`;
  if (type === "application/json") {
    const body = parse(text);
    if (body === undefined) return "an answer that says it is JSON and is not";
    if (status < 400) return null;
    const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
    if (typeof code !== "string" || !world.app.codes.has(code)) return `a refusal with the code ${String(code)}`;
    if (typeof message !== "string" || message === "") return `${code} without a sentence`;
    if (status >= 500 && !Object.hasOwn(endpoint.errors ?? {}, code)) return `${status} ${code}, which is not declared`;
    return null;
  }
  if (status >= 400 && !type.startsWith("text/html")) return `status ${status} with ${type || "no type"}`;
  return null;
}

const homes = new Set(["app.test", "buy.test", "trusted.test", "github.com", "accounts.google.com"]);

/** Nobody is sent to a place that the app does not trust: by a redirect, or by the client that reads the answer. */
function pointsHome({ status, headers, text }: Answer): string | null {
  const location = headers.get("location");
  if (location === null && status >= 300 && status < 400) return `status ${status} without a target`;
  const body = headers.get("content-type") === "application/json" ? parse(text) : null;
  const { url, redirect } = (body ?? {}) as { readonly url?: unknown; readonly redirect?: unknown };
  const targets = [location, redirect === undefined || url === undefined ? null : String(url)];
  const foreign = targets.find((target) => target !== null && !isHome(target));
  return foreign === undefined ? null : `somebody is sent to ${foreign}`;
}

function isHome(target: string): boolean {
  if (!URL.canParse(target, origin)) return false;
  const { host, protocol } = new URL(target, origin);
  return protocol === "https:" && (homes.has(host) || host.endsWith(".wild.test"));
}

const internals =
  /\n\s+at .{0,200}:\d+:\d+|node_modules|packages\/[\w-]+\/(?:src|dist)|\b(?:Type|Range|Syntax|Reference|Aggregate)Error\b|Cannot read propert|is not a function|is not iterable|SQLITE_|constraint failed|violates \w+ constraint|relation "|insert into|select "/;

/** No stack, path, statement, secret or hash, and nothing of vera's that the sender did not know. */
function tellsNothing({ world, ready, answer, before }: Case, sent: string): string | null {
  const told = `${[...answer.headers].map((pair) => pair.join(": ")).join("\n")}\n${answer.text}`;
  for (const secret of [appSecret, webhookSecret, hashMark, "own secret", process.cwd()]) {
    if (told.includes(secret)) return `an answer that holds ${secret}`;
  }
  const inner = internals.exec(told)?.[0];
  if (inner && !sent.includes(inner)) return `an answer that holds ${JSON.stringify(inner)}`;
  if (isAdmin(ready, before)) return null;
  const { ids, people } = world;
  const handle = before.handles.find(
    ({ owner, text }) => told.includes(text) && !world.told.has(text) && !mayAct(people, owner, ready, sent),
  );
  if (handle) return `an answer that holds the handle of somebody else's session (${handle.text})`;
  if (told.includes(unseen)) return "an answer that holds what vera alone may see";
  const veras = [ids.vera, ids.veraEmail, ids.veraSession, ids.veraHandle, ids.vaultMember, ...people.vera.secrets];
  const leaked = veras.find((one) => one && told.includes(one) && !world.told.has(one));
  return leaked ? `an answer that holds something of vera's (${leaked})` : null;
}

/** What was sent of vera's, in whatever case: somebody may have stored it as a name of their own. */
function remember({ world: { ids, told } }: Case, sent: string): void {
  const small = sent.toLowerCase();
  for (const one of Object.values(ids)) if (small.includes(one.toLowerCase())) told.add(one);
}

function isAdmin({ person }: Ready, { admins }: Rows): boolean {
  return person !== null && admins.has(person.id);
}

/** Nobody's rows change, and nobody's session begins, but the sender's own, or theirs whose secret was sent. */
function changesNobodyElse({ world, ready, answer, before, after }: Case, sent: string): string | null {
  const sets = answer.headers.getSetCookie().some((line) => /session_token=[^;]/.test(line));
  if (answer.status >= 400 && sets) return "a refusal that sets a session cookie";
  if (isAdmin(ready, before)) return null;
  for (const [table, rows] of Object.entries(before.veras)) {
    const [was, is] = [JSON.stringify(rows), JSON.stringify(after.veras[table])];
    if (was !== is) return `rows of vera's in ${table} changed from ${was} to ${is}`;
  }
  const touched = Object.values(world.people).find(({ id }) => {
    const was = JSON.stringify(before.people.get(id));
    return was !== JSON.stringify(after.people.get(id)) && !mayAct(world.people, id, ready, sent);
  });
  return touched ? `rows of ${touched.name} changed, by somebody else without their secret` : null;
}

/** Whether a request is somebody's own, or carries a secret of theirs. */
function mayAct(people: People, id: string, { person }: Ready, sent: string): boolean {
  const owner = Object.values(people).find((one) => one.id === id);
  return owner === undefined || owner === person || [...owner.secrets].some((one) => sent.includes(one));
}

function leavesPrototypes(): string | null {
  for (const prototype of [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype]) {
    if (Object.keys(prototype).length > 0) return `a prototype that has got ${Object.keys(prototype).join()}`;
  }
  return null;
}

/** Everything that was sent, as text, with and without its encodings. */
function sentText({ url, headers, body }: Ready): string {
  const text = typeof body === "string" ? body : body === null ? "" : Buffer.from(body).toString();
  return [url, decoded(url), ...headers.flatMap(([, value]) => [value, decoded(value)]), text, decoded(text)].join(
    "\n",
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
