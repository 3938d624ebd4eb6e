/** Turns property paths into calls: `client.signIn.email(fields)` calls `/sign-in/email`. */

import type { FetchOptions, Query, RequestOptions } from "./request.ts";

/** Sends a call that was made through the proxy. */
export type Call = (path: string, options: RequestOptions) => unknown;

/**
 * Returns an object that has a function at every path. Values in `own` take precedence, at any depth.
 *
 * Names that the language, test tools, and inspectors look up on any object aren't paths, so awaiting or printing an
 * uncalled path sends nothing. Reading a path always returns the same function, so it can be a hook dependency.
 */
export function pathProxy(own: object, call: Call, path = ""): object {
  const children: Record<string, object> = {};
  return new Proxy(own, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof name !== "string") return value;
      const isOwn = Object.hasOwn(target, name);
      if (isOwn ? !isNamespace(name, value) : !isSegment(name)) return value;
      if (!isOwn && !path && /^use[A-Z]/.test(name)) {
        throw new Error(`client.${name} needs its client plugin.`);
      }
      // Only a function can be called through a proxy, so the properties are copied onto one.
      children[name] ??= pathProxy(
        Object.assign(() => {}, isOwn && value),
        call,
        `${path}/${kebab(name)}`,
      );
      return children[name];
    },
    apply(_target, _this, [fields, options]: [Fields | undefined, FetchOptions | undefined]) {
      const { query, fetchOptions, ...body } = fields ?? {};
      return call(path, {
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

/** Names that `await`, `JSON.stringify`, and equality checks in test tools look up. */
const reservedNames: readonly string[] = ["then", "catch", "finally", "toJSON", "asymmetricMatch", "nodeType"];

function isSegment(name: string): boolean {
  return /^[a-z][\w-]*$/.test(name) && !reservedNames.includes(name) && !(name in {});
}

/** Whether the value is a plugin's group of actions under one path segment, such as `admin.checkRolePermission`. */
function isNamespace(name: string, value: unknown): value is object {
  return typeof value === "object" && value !== null && !name.startsWith("$");
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
