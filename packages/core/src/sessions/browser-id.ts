/**
 * The `browser` cookie, which recognizes a browser without revealing who uses it: a random id, set only by endpoints
 * that need it. Links, codes, and challenges are bound to it. The database holds digests of it, never the id, so that
 * rows of several people who share a browser can't be joined.
 */

import { constantTimeEqual } from "../crypto/constant-time.ts";
import { sha256Base64Url } from "../crypto/digest.ts";
import { randomId } from "../crypto/random.ts";
import { maxCookieAge } from "../http/cookies.ts";
import type { RequestContext } from "../kernel/context.ts";
import { readSignedCookie, setSignedCookie } from "./cookies.ts";

/** The cookie's base name. */
export const browserCookie = "browser";

/** Length of the id, in characters of `randomId`. */
const idLength = 32;

/** Length of a tag in characters. 21 characters are 126 bits. */
const tagLength = 21;

/** Maximum number of identifiers that a browser is remembered for. The oldest ones are removed first. */
const maxTags = 8;

interface Browser {
  readonly id: string;
  /** One tag for each identifier that someone has signed in with in this browser, the most recent first. */
  readonly tags: readonly string[];
}

/**
 * Whether a browser sent this request: it came over HTTP with an `Origin` or `Sec-Fetch-Site` header. Only then can
 * something be bound to the browser. Other programs often keep no cookies.
 */
export function isBrowserRequest(context: RequestContext): boolean {
  return context.isHttp && (context.header("origin") !== null || context.header("sec-fetch-site") !== null);
}

/** Returns the browser's id, or `null` if it has none. */
export function readBrowserId(context: RequestContext): string | null {
  return readBrowser(context)?.id ?? null;
}

/**
 * Returns the browser's id. Creates one if it has none, which lasts until the browser is closed, or longer if someone
 * signs in. `null` if the request isn't from a browser.
 */
export function getOrCreateBrowserId(context: RequestContext): string | null {
  if (!isBrowserRequest(context)) return null;
  const existing = readBrowser(context);
  if (existing) return existing.id;
  const browser: Browser = { id: randomId(context.random), tags: [] };
  context.requestCache.set(cacheKey, browser);
  setSignedCookie(context, browserCookie, serialize(browser));
  return browser.id;
}

/**
 * Returns what to store instead of a browser's id.
 * @param purpose what the row is for, such as `magic-link`
 * @param subject who or what the row is about
 */
export function browserDigest(purpose: string, browserId: string, subject: string): string {
  return sha256Base64Url(JSON.stringify([purpose, browserId, subject]));
}

/**
 * Keeps the browser's id for 400 days, because a user has just signed in, and remembers the browser for the user's
 * identifiers. Does nothing if the browser has no id.
 *
 * @param identifiers emails and phone numbers that belong to the user, in the form used for comparison
 */
export function rememberBrowser(context: RequestContext, ...identifiers: readonly string[]): void {
  const browser = readBrowser(context);
  if (!browser) return;
  const newTags = identifiers.map((identifier) => tagOf(context, browser.id, identifier));
  const tags = [...newTags, ...browser.tags.filter((tag) => !newTags.includes(tag))].slice(0, maxTags);
  const remembered = { id: browser.id, tags };
  context.requestCache.set(cacheKey, remembered);
  setSignedCookie(context, browserCookie, serialize(remembered), maxCookieAge);
}

/**
 * Returns the browser's id if someone has signed in with this identifier in this browser before. Limits count such
 * browsers separately, so that strangers can't use up the owner's attempts.
 */
export function knownBrowserId(context: RequestContext, identifier: string): string | null {
  const browser = readBrowser(context);
  if (!browser || browser.tags.length === 0) return null;
  const tag = tagOf(context, browser.id, identifier);
  return browser.tags.some((knownTag) => constantTimeEqual(knownTag, tag)) ? browser.id : null;
}

const cacheKey: unique symbol = Symbol("browser");

function readBrowser(context: RequestContext): Browser | null {
  const known = context.requestCache.get(cacheKey) as Browser | undefined;
  if (known) return known;
  const [id = "", ...tags] = readSignedCookie(context, browserCookie)?.split("~") ?? [];
  if (id.length !== idLength) return null;
  const browser: Browser = { id, tags };
  context.requestCache.set(cacheKey, browser);
  return browser;
}

function serialize({ id, tags }: Browser): string {
  return [id, ...tags].join("~");
}

/** Bound to the browser's id, so that a tag says nothing about the user without the cookie. */
function tagOf({ keys }: RequestContext, browserId: string, identifier: string): string {
  const signed = keys.signing("browser-tag").signBase64Url(JSON.stringify([browserId, identifier]));
  return signed.slice(0, tagLength);
}
