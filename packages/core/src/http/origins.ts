/** Matches trusted origins and validates redirect targets. */

/** Matches an absolute URL or an `Origin` header. */
export type OriginMatcher = (url: string) => boolean;

/** A validated redirect target. Only `checkRedirect` creates one from user input. */
export type SafeURL = string & { readonly __safe: unique symbol };

/**
 * Compiles patterns of trusted origins.
 *
 *  - `https://app.example.com`: scheme, host, and port, compared after parsing
 *  - `https://*.example.com`, `*.example.com` (https only): `*` matches one or more whole labels
 *  - `myapp://`: a custom scheme
 *
 * @throws {Error} if a pattern can't match anything, or matches too much
 */
export function compileOrigins(patterns: readonly string[]): OriginMatcher {
  const exact = new Set<string>();
  const patternMatchers: ((url: URL) => boolean)[] = [];
  for (const pattern of patterns) {
    const ownScheme = /^([a-z][a-z0-9+.-]*):\/\/$/i.exec(pattern)?.[1]?.toLowerCase();
    if (ownScheme) patternMatchers.push(schemeMatcher(pattern, ownScheme));
    else if (pattern.includes("*")) patternMatchers.push(wildcardMatcher(pattern));
    else exact.add(exactOrigin(pattern));
  }
  return (text) => {
    // Browsers send origins in the form that's stored here, so most need no parsing.
    if (exact.has(text)) return true;
    const url = parseUrl(text);
    if (!url) return false;
    return (isHttp(url) && exact.has(url.origin)) || patternMatchers.some((matches) => matches(url));
  };
}

/** Parses an absolute URL. Returns `null` if it's invalid or contains userinfo, whitespace, or control characters. */
export function parseUrl(text: string): URL | null {
  if (text.length > maxTargetLength || !/^[\x21-\x7e]+$/.test(text) || text.includes("\\")) return null;
  try {
    const url = new URL(text);
    return url.username ||
      url.password ||
      text
        .slice(text.indexOf("//") + 2)
        .split(/[/?#]/, 1)[0]
        ?.includes("@")
      ? null
      : url;
  } catch {
    return null;
  }
}

/**
 * Percent-encodes what a URL can't contain: non-ASCII characters, spaces, `|`, `{`, `}`. Encodes only the path, query,
 * and fragment, never the host.
 *
 * @returns `null` if encoding can't make it safe: control characters, line separators, backslashes, dot segments, a
 *   path that starts with two slashes, or more than 2048 characters
 */
export function encodeRedirectTarget(text: string): string | null {
  if (text.length > maxTargetLength || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\\]/u.test(text)) return null;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(text)?.[0] ?? "";
  if (authority === "" && !text.startsWith("/")) return text;
  // Some software folds full-width slashes and dots into plain ones.
  if (isMisleading(pathOf(text.slice(authority.length)).normalize("NFKC"))) return null;
  const encoded = authority + text.slice(authority.length).replace(invalidInURL, encodeURIComponent);
  return encoded.length > maxTargetLength ? null : encoded;
}

const maxTargetLength = 2048;

const invalidInURL = /[^\w\-./~:@!$&'()*+,;=%?#[\]]+/gu;

/**
 * Whether a path is safe to redirect to: it starts with one slash, stays on its host however often it's decoded, and
 * contains only characters that are valid in a path, query, or fragment.
 */
export function isSafePath(text: string): boolean {
  if (text.length > maxTargetLength || !/^\/(?![/\\])[\w\-./~:@!$&'()*+,;=%?#[\]]*$/.test(text)) return false;
  return decodeOnce(text) !== null && !isMisleading(pathOf(text));
}

/**
 * Whether an absolute URL or a path contains a `.` or `..` segment, including encoded ones. Browsers resolve these, and
 * the result can start with two slashes.
 */
export function hasDotSegment(url: string): boolean {
  const path = pathOf(url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, ""));
  return decodings(path).some((decoded) =>
    decoded.split(/[/\\]/).some((segment) => segment === "." || segment === ".."),
  );
}

/** Whether a path, once decoded, points to a different host or contains hidden characters. */
function isMisleading(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the regex looks for control characters
  return hasDotSegment(path) || decodings(path).some((decoded) => /^\/{2,}|\\|[\0-\x1f\x7f]/.test(decoded));
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] as string;
}

/** Returns the text as given, and decoded once, twice, and three times. */
function decodings(text: string): string[] {
  const all = [text];
  for (let latest = text; all.length < 4 && latest.includes("%"); ) {
    const next = decodeOnce(latest);
    if (next === null) break;
    all.push(next);
    latest = next;
  }
  return all;
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function isHttp(url: URL): boolean {
  return url.protocol === "https:" || url.protocol === "http:";
}

function exactOrigin(pattern: string): string {
  const url = parseUrl(pattern);
  if (!url || !isHttp(url) || url.pathname !== "/" || url.search || url.hash) {
    throw new Error(`"${pattern}" isn't an origin. Use a scheme and host, such as "https://app.example.com".`);
  }
  return url.origin;
}

const unsafeSchemes = new Set([
  "javascript",
  "data",
  "vbscript",
  "blob",
  "file",
  "about",
  "http",
  "https",
  "ws",
  "wss",
]);

function schemeMatcher(pattern: string, scheme: string): (url: URL) => boolean {
  if (unsafeSchemes.has(scheme)) throw new Error(`"${pattern}" would trust every URL with that scheme.`);
  return (url) => url.protocol === `${scheme}:`;
}

const wildcard = /^(?:(https?):\/\/)?\*\.((?:[a-z0-9-]+\.)+[a-z0-9-]+)(?::(\d{1,5}))?$/i;

function wildcardMatcher(pattern: string): (url: URL) => boolean {
  const parts = wildcard.exec(pattern);
  if (!parts?.[2]) {
    throw new Error(
      `"${pattern}" isn't a valid wildcard origin. "*" replaces the first labels, as in "https://*.example.com".`,
    );
  }
  const protocol = `${parts[1]?.toLowerCase() ?? "https"}:`;
  const suffix = `.${parts[2].toLowerCase()}`;
  const port = parts[3] ?? "";
  return (url) =>
    url.protocol === protocol &&
    url.port === port &&
    url.hostname.endsWith(suffix) &&
    url.hostname
      .slice(0, -suffix.length)
      .split(".")
      .every((label) => label !== "");
}
