/** Finds the endpoint for a method and path. Compiled once, so a path without parameters is a single map lookup. */

export interface Route<T> {
  readonly method: string;
  /** Relative to the base path. `/callback/:id` has a parameter. */
  readonly path: string;
  readonly value: T;
}

export interface Match<T> {
  readonly value: T;
  readonly params: Readonly<Record<string, string>>;
}

export type Router<T> = (method: string, path: string) => Match<T> | null;

/** Maximum length of a path with parameters, in characters. */
const maxPathLength = 2048;

const noParams: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Compiles routes. Paths are compared literally, including case, double and trailing slashes, and percent-encoding, so
 * only one spelling reaches an endpoint. Only parameter values are decoded, once.
 *
 * @throws {Error} if two routes have the same method and path
 */
export function compileRouter<T>(routes: readonly Route<T>[]): Router<T> {
  const fixed = new Map<string, Match<T>>();
  const parametric: ParametricRoute<T>[] = [];
  const known = new Set<string>();
  for (const { method, path, value } of routes) {
    const key = `${method} ${path}`;
    if (known.has(key)) throw new Error(`Two endpoints have the path ${key}.`);
    known.add(key);
    if (path.includes(":")) parametric.push({ method, segments: path.split("/"), value });
    else fixed.set(key, { value, params: noParams });
  }
  // A literal segment takes precedence over a parameter, regardless of the order of the routes.
  parametric.sort((a, b) => (specificity(a) < specificity(b) ? -1 : 1));
  return (method, path) => fixed.get(`${method} ${path}`) ?? matchParametric(parametric, method, path);
}

/** A path with parameters, split at its slashes. */
interface ParametricRoute<T> {
  readonly method: string;
  readonly segments: readonly string[];
  readonly value: T;
}

/** Sorts literal segments before parameters, from left to right. */
function specificity({ segments }: ParametricRoute<unknown>): string {
  return segments.map((segment) => (segment.startsWith(":") ? "1" : "0")).join("");
}

function matchParametric<T>(routes: readonly ParametricRoute<T>[], method: string, path: string): Match<T> | null {
  if (path.length > maxPathLength) return null;
  const sentSegments = path.split("/");
  for (const { method: routeMethod, segments, value } of routes) {
    if (routeMethod !== method || segments.length !== sentSegments.length) continue;
    const isMatch = segments.every((segment, at) => segment.startsWith(":") || segment === sentSegments[at]);
    if (!isMatch) continue;
    const params = readParams(segments, sentSegments);
    return params && { value, params };
  }
  return null;
}

/**
 * Returns `null` if a parameter is empty, contains a separator, or can't be decoded. Guards and rate limits must see
 * one spelling of a path.
 */
function readParams(segments: readonly string[], sentSegments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [at, segment] of segments.entries()) {
    if (!segment.startsWith(":")) continue;
    const value = decodeParam(sentSegments[at] ?? "");
    if (value === null) return null;
    params[segment.slice(1)] = value;
  }
  return params;
}

function decodeParam(raw: string): string | null {
  try {
    const value = decodeURIComponent(raw);
    return value === "" || value.includes("/") || value.includes("\\") ? null : value;
  } catch {
    return null;
  }
}
