/** Reads and writes cookies. @see RFC 6265bis */

/** The attributes of a cookie. */
export interface CookieAttributes {
  readonly path: string;
  readonly domain?: string;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: "lax" | "strict" | "none";
  readonly partitioned?: boolean;
}

/** A cookie with its full name (prefixes included) and attributes, computed once. */
export interface CookieSpec {
  /** Name without prefixes, such as `session_token`. Signatures are bound to it. */
  readonly base: string;
  readonly name: string;
  readonly attributes: CookieAttributes;
  /** The attributes as written in a `Set-Cookie` line. */
  readonly suffix: string;
}

/**
 * A cookie in the form that frameworks take: `store.set(name, value, attributes)`. The value isn't percent-encoded,
 * because frameworks do that themselves.
 */
export interface ResponseCookie extends CookieAttributes {
  readonly name: string;
  readonly value: string;
  /** In seconds. 0 deletes the cookie. If missing, the cookie lasts until the browser closes. */
  readonly maxAge?: number;
}

/** 400 days in seconds. Browsers shorten a longer `Max-Age`. */
export const maxCookieAge = 34_560_000;

/** Maximum length of name and value together that every browser accepts. */
export const maxCookieSize = 4093;

const attributeValue = /^[\x20-\x3a\x3c-\x7e]*$/;
const cookieName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Validates a cookie's name and attributes and precomputes its line.
 * @throws {Error} if the name or an attribute would break the header
 */
export function defineCookie(base: string, name: string, attributes: CookieAttributes): CookieSpec {
  if (!cookieName.test(name))
    throw new Error(`The cookie name "${name}" contains a character that cookie names can't have.`);
  if (!attributes.path.startsWith("/") || !attributeValue.test(attributes.path)) {
    throw new Error(`The cookie path "${attributes.path}" must start with "/" and can't contain a semicolon.`);
  }
  if (attributes.domain !== undefined && !/^\.?[a-z0-9.-]+$/i.test(attributes.domain)) {
    throw new Error(`The cookie domain "${attributes.domain}" isn't a hostname.`);
  }
  return { base, name, attributes, suffix: serializeAttributes(attributes) };
}

/** Returns a `Set-Cookie` line. `maxAge` is in seconds. Without it, the cookie lasts until the browser closes. */
export function serializeCookie(spec: CookieSpec, value: string, maxAge?: number): string {
  const age = maxAge === undefined ? "" : `; Max-Age=${Math.floor(maxAge)}`;
  return `${spec.name}=${encodeURIComponent(value)}${age}${spec.suffix}`;
}

/** Returns the cookie that `serializeCookie` would write, as a value. */
export function responseCookie({ name, attributes }: CookieSpec, value: string, maxAge?: number): ResponseCookie {
  return { name, value, ...attributes, ...(maxAge === undefined ? {} : { maxAge: Math.floor(maxAge) }) };
}

/** The cookies of one request. The header is parsed once, on first use. */
export class RequestCookies {
  readonly #header: string | null;
  /** Values as sent. Most requests read only a few of their cookies, so only those are decoded. */
  #raw: ReadonlyMap<string, readonly string[]> | null = null;
  readonly #values = new Map<string, readonly string[]>();

  constructor(header: string | null) {
    this.#header = header;
  }

  /**
   * Returns all values of a cookie name, in order. A subdomain can plant a second cookie with the same name, so verify
   * each one. Values with invalid percent-encoding are skipped.
   */
  values(name: string): readonly string[] {
    this.#raw ??= parseCookies(this.#header ?? "");
    let values = this.#values.get(name);
    if (!values) {
      values = (this.#raw.get(name) ?? []).flatMap((raw) => decode(raw) ?? []);
      this.#values.set(name, values);
    }
    return values;
  }

  /** Whether the request has a cookie with this name and a value that can be decoded. */
  has(name: string): boolean {
    return this.values(name).length > 0;
  }
}

function parseCookies(header: string): Map<string, string[]> {
  const cookies = new Map<string, string[]>();
  let from = 0;
  // Kept across segments. Otherwise, each of many segments without an equals sign would search the rest of the header.
  let equals = -1;
  while (from < header.length) {
    let to = header.indexOf(";", from);
    if (to === -1) to = header.length;
    let start = from;
    while (header.charCodeAt(start) === 32 || header.charCodeAt(start) === 9) start++;
    if (equals < start) equals = header.indexOf("=", start);
    if (equals === -1) break;
    if (equals < to) addCookie(cookies, header.slice(start, equals), header.slice(equals + 1, to).trim());
    from = to + 1;
  }
  return cookies;
}

function addCookie(cookies: Map<string, string[]>, name: string, value: string): void {
  const earlier = cookies.get(name);
  if (earlier) earlier.push(value);
  else cookies.set(name, [value]);
}

function decode(raw: string): string | null {
  const value = raw.length > 1 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : raw;
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

function serializeAttributes(attributes: CookieAttributes): string {
  const { path, domain, httpOnly, secure, sameSite, partitioned } = attributes;
  const parts = [`Path=${path}`];
  if (domain) parts.push(`Domain=${domain}`);
  if (httpOnly) parts.push("HttpOnly");
  if (secure) parts.push("Secure");
  parts.push(`SameSite=${sameSite[0]?.toUpperCase()}${sameSite.slice(1)}`);
  if (partitioned) parts.push("Partitioned");
  return `; ${parts.join("; ")}`;
}
