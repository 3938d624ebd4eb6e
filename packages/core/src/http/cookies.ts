/** Cookies: reading a header, writing a line. @see RFC 6265bis */

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
  /** Name without prefixes: `session_token`. Signatures are bound to it. */
  readonly base: string;
  readonly name: string;
  readonly attributes: CookieAttributes;
  /** The attributes as they stand in a `Set-Cookie` line. */
  readonly suffix: string;
}

/**
 * A cookie as frameworks take it: `store.set(name, value, attributes)`. The value is not percent-encoded, for they do
 * that themselves.
 */
export interface ResponseCookie extends CookieAttributes {
  readonly name: string;
  readonly value: string;
  /** Seconds; 0 deletes the cookie. Without it, it ends with the browser. */
  readonly maxAge?: number;
}

/** 400 days in seconds: browsers cut a longer `Max-Age`. */
export const longestCookieAge = 34_560_000;

/** The longest name and value together that every browser keeps. */
export const longestCookie = 4093;

const attributeValue = /^[\x20-\x3a\x3c-\x7e]*$/;
const cookieName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Checks a cookie's name and attributes and spells out its line.
 * @throws {Error} a name or attribute that would break the header
 */
export function defineCookie(base: string, name: string, attributes: CookieAttributes): CookieSpec {
  if (!cookieName.test(name)) throw new Error(`The cookie name "${name}" holds a character that cookies cannot have.`);
  if (!attributes.path.startsWith("/") || !attributeValue.test(attributes.path)) {
    throw new Error(`The cookie path "${attributes.path}" must begin with "/" and hold no semicolon.`);
  }
  if (attributes.domain !== undefined && !/^\.?[a-z0-9.-]+$/i.test(attributes.domain)) {
    throw new Error(`The cookie domain "${attributes.domain}" is not a host name.`);
  }
  return { base, name, attributes, suffix: spellOut(attributes) };
}

/** One `Set-Cookie` line. Without `maxAge` (seconds) the cookie ends with the browser. */
export function serializeCookie(spec: CookieSpec, value: string, maxAge?: number): string {
  const age = maxAge === undefined ? "" : `; Max-Age=${Math.floor(maxAge)}`;
  return `${spec.name}=${encodeURIComponent(value)}${age}${spec.suffix}`;
}

/** What `serializeCookie` spells out, as a value. */
export function responseCookie({ name, attributes }: CookieSpec, value: string, maxAge?: number): ResponseCookie {
  return { name, value, ...attributes, ...(maxAge === undefined ? {} : { maxAge: Math.floor(maxAge) }) };
}

/**
 * All values that a `Cookie` header has for one name, in order. A subdomain can plant a second cookie of the same
 * name, so callers verify each. Values that are not valid percent-encoding are left out.
 */
export function cookieValues(header: string, name: string): string[] {
  const values: string[] = [];
  let from = 0;
  while (from < header.length) {
    let to = header.indexOf(";", from);
    if (to === -1) to = header.length;
    let start = from;
    while (header.charCodeAt(start) === 32 || header.charCodeAt(start) === 9) start++;
    if (header.startsWith(name, start) && header.charCodeAt(start + name.length) === 61) {
      const value = decode(header.slice(start + name.length + 1, to).trim());
      if (value !== null) values.push(value);
    }
    from = to + 1;
  }
  return values;
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

function spellOut(attributes: CookieAttributes): string {
  const { path, domain, httpOnly, secure, sameSite, partitioned } = attributes;
  const parts = [`Path=${path}`];
  if (domain) parts.push(`Domain=${domain}`);
  if (httpOnly) parts.push("HttpOnly");
  if (secure) parts.push("Secure");
  parts.push(`SameSite=${sameSite[0]?.toUpperCase()}${sameSite.slice(1)}`);
  if (partitioned) parts.push("Partitioned");
  return `; ${parts.join("; ")}`;
}
