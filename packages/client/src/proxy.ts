/** Calls by path: `client.signIn.email(fields)` is a call of `/sign-in/email`. */

import type { FetchOptions, Query, RequestOptions } from "./request.ts";

/** A call as the proxy hands it on. */
export type Call = (path: string, options: RequestOptions) => unknown;

/**
 * An object on which every path is a function; what stands in `own`, at any depth, is that instead.
 *
 * Names that the language, test tools and inspectors look for on any object are no paths: awaiting a path that was not
 * called, or printing it, sends nothing. A path is the same function each time, so it can stand among a hook's
 * dependencies.
 */
export function pathProxy(own: object, call: Call, names: readonly string[] = []): object {
  const children = new Map<string, object>();
  const child = (name: string, more: object): object => {
    // Own properties of a function are copied onto a function again: only a function can be called through a proxy.
    const made =
      children.get(name) ??
      pathProxy(
        Object.assign(() => {}, more),
        call,
        [...names, name],
      );
    children.set(name, made);
    return made;
  };
  return new Proxy(own, {
    get(target, name) {
      if (typeof name !== "string") return Reflect.get(target, name);
      if (Object.hasOwn(target, name)) {
        const value: unknown = Reflect.get(target, name);
        return isGroup(name, value) ? child(name, value) : value;
      }
      if (!isSegment(name)) return Reflect.get(target, name);
      if (names.length === 0 && /^use[A-Z]/.test(name)) {
        throw new Error(`client.${name}: no such hook. Is its client plugin among the plugins?`);
      }
      return child(name, {});
    },
    apply(_target, _this, [fields, options]: [Fields | undefined, FetchOptions | undefined]) {
      const { query, fetchOptions, ...body } = fields ?? {};
      return call(`/${names.map(kebab).join("/")}`, {
        ...fetchOptions,
        ...options,
        query: { ...fetchOptions?.query, ...options?.query, ...query },
        body,
      });
    },
  });
}

interface Fields extends Readonly<Record<string, unknown>> {
  readonly query?: Query;
  readonly fetchOptions?: FetchOptions;
}

/** Names that others look for: `await`, `JSON.stringify`, and equality in test tools. */
const foreign: readonly string[] = ["then", "catch", "finally", "toJSON", "asymmetricMatch", "nodeType"];

function isSegment(name: string): boolean {
  return /^[a-z][\w-]*$/.test(name) && !foreign.includes(name) && !(name in {});
}

/** A plugin's actions that share a path's first part, such as `admin` with `admin.checkRolePermission`. */
function isGroup(name: string, value: unknown): value is object {
  return typeof value === "object" && value !== null && !name.startsWith("$");
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
