/** Finds the endpoint for a method and a path. Compiled once; a path without parameters is one map look-up. */

import { addRoute, createRouter, findRoute, type RouterContext } from "rou3";

export interface Route<T> {
  readonly method: string;
  /** Relative to the base path; `/callback/:id` has a parameter. */
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
 * Compiles routes. Paths are compared as they stand: case, doubled and trailing slashes and percent-encoding count,
 * so no two spellings reach one endpoint. Only a parameter's value is decoded, once, here.
 *
 * @throws {Error} two routes with one method and path
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
  return (method, path) => fixed.get(`${method} ${path}`) ?? withParams(open, method, path);
}

function withParams<T>(open: RouterContext<T>, method: string, path: string): Match<T> | null {
  // The router library forgives doubled and trailing slashes and backslashes; a guard must never see two spellings.
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
