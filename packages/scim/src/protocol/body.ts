/** Reads request bodies. */

import { AuthError, decodeBody, httpErrors, type RequestContext, readBytes } from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";

/** 1 MiB, which is enough for a group with 10,000 members. */
const maxBytes = 1_048_576;

/** Maximum depth of objects and lists. Resources need five. */
const maxDepth = 20;

const mediaTypes: ReadonlySet<string> = new Set(["application/scim+json", "application/json"]);

/**
 * Reads a body as JSON. A key that appears twice in one object is rejected, because parsers disagree about which one to
 * use.
 * @throws {AuthError} 415, 413, or `SCIM_INVALID_SYNTAX`
 */
export async function readJson({ request }: RequestContext): Promise<unknown> {
  if (!request) return refuse("SCIM_INVALID_SYNTAX");
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!mediaTypes.has(type)) {
    const message = "Content-Type must be application/scim+json or application/json";
    throw new AuthError("UNSUPPORTED_MEDIA_TYPE", { ...httpErrors.UNSUPPORTED_MEDIA_TYPE, message });
  }
  return parseStrict(decodeBody(await readBytes(request, maxBytes)));
}

/**
 * Parses JSON. @throws {AuthError} `SCIM_INVALID_SYNTAX`, including for repeated keys, deep nesting, and `__proto__`
 */
export function parseStrict(text: string): unknown {
  checkKeys(text);
  try {
    return JSON.parse(text);
  } catch {
    return refuse("SCIM_INVALID_SYNTAX", "The body isn't valid JSON");
  }
}

const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]/g;

/** Checks only strings and brackets. The JSON parser rejects everything else that's invalid. */
function checkKeys(text: string): void {
  /** The keys of each open object, and `null` for each open list. */
  const open: (Set<string> | null)[] = [];
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "{" || token === "[") {
      open.push(token === "{" ? new Set() : null);
      if (open.length > maxDepth) refuse("SCIM_INVALID_SYNTAX", `The body is nested deeper than ${maxDepth} levels`);
    } else if (token === "}" || token === "]") open.pop();
    else if (token === ":") addKey(open.at(-1), last);
    last = token;
  }
}

function addKey(keys: Set<string> | null | undefined, token: string): void {
  if (!keys || !token.startsWith('"')) return;
  const key = decodeKey(token);
  if (keys.has(key) || key === "__proto__")
    refuse("SCIM_INVALID_SYNTAX", `The key ${key.slice(0, 100)} can't be used here`);
  keys.add(key);
}

function decodeKey(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return refuse("SCIM_INVALID_SYNTAX", "The body isn't valid JSON");
  }
}
