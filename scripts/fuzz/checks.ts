/** Checks that every response must pass, whatever the request was. */

import type { DeclaredEndpoint } from "@latchkey/core/plugin";
import { appSecret, hashMark, origin, webhookSecret } from "./app.ts";
import type { PreparedRequest } from "./request.ts";
import type { Rows } from "./rows.ts";
import { type People, secretPrefix, type World } from "./world.ts";

/** A response with its full body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Everything that the checks know about a request and its response. */
export interface Observation {
  readonly world: World;
  readonly endpoint: DeclaredEndpoint;
  readonly ready: PreparedRequest;
  readonly answer: Answer;
  readonly before: Rows;
  readonly after: Rows;
}

/** Describes what's wrong with the response, or returns `null`. */
export function findViolation(one: Observation): string | null {
  const sent = sentText(one.ready);
  rememberDisclosed(one, sent);
  return (
    checkDocumented(one) ??
    checkRedirects(one.answer) ??
    checkNoLeak(one, sent) ??
    checkOtherUsersUnchanged(one, sent) ??
    checkPrototypes()
  );
}

/** A 5xx response must be declared by the endpoint, and every error must have a code from a catalog. */
function checkDocumented({ world, endpoint, answer: { status, headers, text } }: Observation): string | null {
  const type = headers.get("content-type") ?? "";
  const isJson = type === "application/json" || type === "application/scim+json";
  if (status >= 500 && !isJson) return `status ${status} with ${type}`;
  if (type === "application/json") {
    const body = parse(text);
    if (body === undefined) return "an answer that says it is JSON and is not";
    if (status < 400) return null;
    // A wrong path or method has no endpoint, so its error has the usual format.
    if (endpoint.errorFormat && "error" in Object(body)) return checkOAuthError(status, body);
    const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
    if (typeof code !== "string" || !world.app.codes.has(code)) return `a refusal with the code ${String(code)}`;
    if (typeof message !== "string" || message === "") return `${code} without a sentence`;
    if (status >= 500 && !Object.hasOwn(endpoint.errors ?? {}, code)) return `${status} ${code}, which is not declared`;
    return null;
  }
  if (type === "application/scim+json") return checkScim(endpoint, status, text);
  if (status >= 400 && !type.startsWith("text/html")) return `status ${status} with ${type || "no type"}`;
  return null;
}

/** OAuth protocols have their own error format. */
function checkOAuthError(status: number, body: unknown): string | null {
  const { error, error_description: text } = (body ?? {}) as { error?: unknown; error_description?: unknown };
  if (typeof error !== "string" || !/^[a-z_]+$/.test(error)) return `a refusal with the error ${String(error)}`;
  if (typeof text !== "string" || text === "") return `${error} without a sentence`;
  return status >= 500 && error !== "temporarily_unavailable" ? `${status} ${error}` : null;
}

/** SCIM has its own error format, too. RFC 7644, section 3.12. */
function checkScim({ errors = {} }: DeclaredEndpoint, status: number, text: string): string | null {
  const body = parse(text);
  if (body === undefined) return "an answer that says it is JSON and is not";
  if (status < 400) return null;
  const { schemas, status: told, detail } = (body ?? {}) as { schemas?: unknown; status?: unknown; detail?: unknown };
  if (JSON.stringify(schemas) !== '["urn:ietf:params:scim:api:messages:2.0:Error"]')
    return "a refusal of another schema";
  if (told !== String(status)) return `a refusal with the status ${String(told)} in its body`;
  if (typeof detail !== "string" || detail === "") return `${status} without a sentence`;
  const isDeclared = Object.values(errors).some((one) => one.status === status);
  return status >= 500 && !isDeclared ? `${status}, which is not declared` : null;
}

/**
 * `client.test` is where the clients of the OAuth provider are registered, and `idp.acme.test` an organization's
 * issuer.
 */
const allowedHosts = new Set([
  "app.test",
  "buy.test",
  "client.test",
  "idp.acme.test",
  "trusted.test",
  "github.com",
  "accounts.google.com",
]);

/** No response may send the user to an untrusted URL, by a redirect or through the client. */
function checkRedirects({ status, headers, text }: Answer): string | null {
  const location = headers.get("location");
  if (location === null && status >= 300 && status < 400) return `status ${status} without a target`;
  const body = headers.get("content-type") === "application/json" ? parse(text) : null;
  const { url, redirect } = (body ?? {}) as { readonly url?: unknown; readonly redirect?: unknown };
  const targets = [location, redirect === undefined || url === undefined ? null : String(url)];
  const foreign = targets.find((target) => target !== null && !isAllowedTarget(target));
  return foreign === undefined ? null : `a user is redirected to ${foreign}`;
}

function isAllowedTarget(target: string): boolean {
  if (!URL.canParse(target, origin)) return false;
  const { host, protocol } = new URL(target, origin);
  return protocol === "https:" && (allowedHosts.has(host) || host.endsWith(".wild.test"));
}

const internals =
  /\n\s+at .{0,200}:\d+:\d+|node_modules|packages\/[\w-]+\/(?:src|dist)|\b(?:Type|Range|Syntax|Reference|Aggregate)Error\b|Cannot read propert|is not a function|is not iterable|SQLITE_|constraint failed|violates \w+ constraint|relation "|insert into|select "/;

/**
 * No response may contain a stack, path, SQL, secret, or hash, or data of vera's that the sender didn't already know.
 */
function checkNoLeak({ world, ready, answer, before }: Observation, sent: string): string | null {
  const told = `${[...answer.headers].map((pair) => pair.join(": ")).join("\n")}\n${answer.text}`;
  for (const secret of [appSecret, webhookSecret, hashMark, "own secret", process.cwd()]) {
    if (told.includes(secret)) return `an answer that holds ${secret}`;
  }
  const inner = internals.exec(told)?.[0];
  if (inner && !sent.includes(inner)) return `an answer that holds ${JSON.stringify(inner)}`;
  if (isAdmin(ready, before)) return null;
  const { ids, people } = world;
  const handle = before.handles.find(
    ({ owner, text }) => told.includes(text) && !world.disclosed.has(text) && !canActOn(people, owner, ready, sent),
  );
  if (handle) return `a response that contains the handle of another user's session (${handle.text})`;
  if (told.includes(secretPrefix)) return "an answer that holds what vera alone may see";
  const veras = [ids.vera, ids.veraEmail, ids.veraSession, ids.veraHandle, ids.vaultMember, ...people.vera.secrets];
  const leaked = veras.find((one) => one && told.includes(one) && !world.disclosed.has(one));
  return leaked ? `an answer that holds something of vera's (${leaked})` : null;
}

/**
 * Remembers which of vera's values were sent, ignoring case, because another user could have stored one as their own
 * name.
 */
function rememberDisclosed({ world: { ids, disclosed } }: Observation, sent: string): void {
  const small = sent.toLowerCase();
  for (const one of Object.values(ids)) if (small.includes(one.toLowerCase())) disclosed.add(one);
}

function isAdmin({ person }: PreparedRequest, { admins }: Rows): boolean {
  return person !== null && admins.has(person.id);
}

/** Only the sender's own rows and sessions may change, or those of a user whose secret was sent. */
function checkOtherUsersUnchanged({ world, ready, answer, before, after }: Observation, sent: string): string | null {
  const sets = answer.headers.getSetCookie().some((line) => /session_token=[^;]/.test(line));
  if (answer.status >= 400 && sets) return "a refusal that sets a session cookie";
  if (isAdmin(ready, before)) return null;
  for (const [table, rows] of Object.entries(before.veras)) {
    const [was, is] = [JSON.stringify(rows), JSON.stringify(after.veras[table])];
    if (was !== is) return `rows of vera's in ${table} changed from ${was} to ${is}`;
  }
  const touched = Object.values(world.people).find(({ id }) => {
    const was = JSON.stringify(before.people.get(id));
    return was !== JSON.stringify(after.people.get(id)) && !canActOn(world.people, id, ready, sent);
  });
  return touched ? `rows of ${touched.name} were changed by another user without their secret` : null;
}

/** Whether a request comes from the user or contains one of their secrets. */
function canActOn(people: People, id: string, { person }: PreparedRequest, sent: string): boolean {
  const owner = Object.values(people).find((one) => one.id === id);
  return owner === undefined || owner === person || [...owner.secrets].some((one) => sent.includes(one));
}

function checkPrototypes(): string | null {
  for (const prototype of [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype]) {
    if (Object.keys(prototype).length > 0) return `a prototype that has got ${Object.keys(prototype).join()}`;
  }
  return null;
}

/** Everything that was sent, as text, both encoded and decoded. */
function sentText({ url, headers, body }: PreparedRequest): string {
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
