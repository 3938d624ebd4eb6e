/** Which origins are trusted, and which URLs a person may be sent to. */

/** Matches an absolute URL or an `Origin` header. */
export type OriginMatcher = (url: string) => boolean;

/**
 * Compiles patterns of trusted origins.
 *
 * - `https://app.example.com`: scheme, host and port, compared after parsing
 * - `https://*.example.com`, `*.example.com` (https only): `*` stands for one or more whole labels
 * - `myapp://`: an app's own scheme
 *
 * @throws {Error} a pattern that can match nothing, or too much
 */
export function compileOrigins(patterns: readonly string[]): OriginMatcher {
  const exact = new Set<string>();
  const further: ((url: URL) => boolean)[] = [];
  for (const pattern of patterns) {
    const ownScheme = /^([a-z][a-z0-9+.-]*):\/\/$/i.exec(pattern)?.[1]?.toLowerCase();
    if (ownScheme) further.push(schemeMatcher(pattern, ownScheme));
    else if (pattern.includes("*")) further.push(wildcardMatcher(pattern));
    else exact.add(exactOrigin(pattern));
  }
  return (text) => {
    const url = parseUrl(text);
    if (!url) return false;
    return (isHttp(url) && exact.has(url.origin)) || further.some((matches) => matches(url));
  };
}

/** Parses an absolute URL without userinfo, blanks or control characters; else `null`. */
export function parseUrl(text: string): URL | null {
  if (text.length > longestTarget || !/^[\x21-\x7e]+$/.test(text) || text.includes("\\")) return null;
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
 * A redirect target with everything encoded that a URL can't hold as it is: non-ASCII characters, blanks, `|`, `{`, `}`.
 * Only the path, query, and fragment are encoded, never the host.
 *
 * @returns `null` for what no encoding makes safe: control characters, line separators, backslashes, dot segments, a
 * path that begins with two slashes, and more than 2048 characters
 */
export function encodeTarget(text: string): string | null {
  if (text.length > longestTarget || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\\]/u.test(text)) return null;
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(text)?.[0] ?? "";
  if (authority === "" && !text.startsWith("/")) return text;
  // Full-width slashes and dots, which some software folds into plain ones.
  if (isMisleading(pathOf(text.slice(authority.length)).normalize("NFKC"))) return null;
  const encoded = authority + text.slice(authority.length).replace(notInURL, encodeURIComponent);
  return encoded.length > longestTarget ? null : encoded;
}

const longestTarget = 2048;

const notInURL = /[^\w\-./~:@!$&'()*+,;=%?#[\]]+/gu;

/**
 * Whether a path is safe to redirect to: begins with one slash, stays on its host however often it is decoded, and
 * holds only characters that a path, query or fragment may have.
 */
export function isSafePath(text: string): boolean {
  if (text.length > longestTarget || !/^\/(?![/\\])[\w\-./~:@!$&'()*+,;=%?#[\]]*$/.test(text)) return false;
  return decodeOnce(text) !== null && !isMisleading(pathOf(text));
}

/**
 * Whether an absolute URL, or a path, has a segment `.` or `..`, an encoded one included. Browsers resolve these, so
 * that what is left can begin with two slashes.
 */
export function hasDotSegment(url: string): boolean {
  const path = pathOf(url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, ""));
  return decodings(path).some((one) => one.split(/[/\\]/).some((segment) => segment === "." || segment === ".."));
}

/** Whether a path, once decoded, means another host, or isn't what it looks like. */
function isMisleading(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return hasDotSegment(path) || decodings(path).some((one) => /^\/{2,}|\\|[\0-\x1f\x7f]/.test(one));
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] as string;
}

/** A text as it is, and as it reads when it's decoded once, twice, and three times. */
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
    throw new Error(`"${pattern}" is not an origin: give scheme and host, such as "https://app.example.com".`);
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
  if (unsafeSchemes.has(scheme)) throw new Error(`"${pattern}" would trust every address of that scheme.`);
  return (url) => url.protocol === `${scheme}:`;
}

const wildcard = /^(?:(https?):\/\/)?\*\.((?:[a-z0-9-]+\.)+[a-z0-9-]+)(?::(\d{1,5}))?$/i;

function wildcardMatcher(pattern: string): (url: URL) => boolean {
  const parts = wildcard.exec(pattern);
  if (!parts?.[2]) {
    throw new Error(
      `"${pattern}" is not a wildcard origin: "*" stands for the leading labels, as in "https://*.example.com".`,
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
