/** Finds the endpoint for a method and path. Compiled once, so a path without parameters is a single map lookup. */

import { addRoute, createRouter, findRoute, type RouterContext } from "rou3";

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

const noParams: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Compiles routes. Paths are compared literally, including case, double and trailing slashes, and percent-encoding, so
 * only one spelling reaches an endpoint. Only parameter values are decoded, once.
 *
 * @throws {Error} if two routes have the same method and path
 */
export function compileRouter<T>(routes: readonly Route<T>[]): Router<T> {
  const fixed = new Map<string, Match<T>>();
  const open: RouterContext<T> = createRouter<T>();
  for (const { method, path, value } of routes) {
    const key = `${method} ${path}`;
    if (fixed.has(key)) throw new Error(`Two endpoints answer ${key}.`);
    fixed.set(key, { value, params: noParams });
    if (path.includes(":")) addRoute(open, method, path, value);
  }
  for (const { method, path } of routes) if (path.includes(":")) fixed.delete(`${method} ${path}`);
  return (method, path) => fixed.get(`${method} ${path}`) ?? matchDynamic(open, method, path);
}

function matchDynamic<T>(open: RouterContext<T>, method: string, path: string): Match<T> | null {
  // The router library accepts double and trailing slashes and backslashes. Guards and rate limits must see one
  // spelling.
  if (path.endsWith("/") || path.includes("//") || path.includes("\\") || path.length > 2048) return null;
  const found = findRoute(open, method, path);
  if (!found?.params) return null;
  const params: Record<string, string> = {};
  for (const [name, raw] of Object.entries(found.params)) {
    const value = decodeParam(raw);
    if (value === null) return null;
    params[name] = value;
  }
  return { value: found.data, params };
}

function decodeParam(raw: string): string | null {
  try {
    const value = decodeURIComponent(raw);
    return value === "" || value.includes("/") || value.includes("\\") ? null : value;
  } catch {
    return null;
  }
}
