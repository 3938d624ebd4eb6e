/** Keeps the app's database out of its auth instance. */

import { randomBytes } from "node:crypto";
import { type AuthOptions, memoryAdapter, type Plugin } from "@latchkey/core";

/** `createAuth` looks for a function under this key: see core's `auth/substitute.ts`. */
const key = Symbol.for("latchkey.substitute-options");

/**
 * Gives every auth instance of this process a database in memory: what the app migrates, seeds, or checks on start must
 * not reach the real one. It also fills in secrets, which a build machine that migrates doesn't have.
 *
 * @returns whether a plugin is one of the app's; core's own features are plugins, too
 */
export function substituteOptions(): (plugin: Plugin) => boolean {
  const given = new Set<Plugin>();
  const substitute = ({ secrets: _, ...options }: AuthOptions): AuthOptions => {
    for (const plugin of options.plugins ?? []) given.add(plugin);
    return {
      ...options,
      baseURL: options.baseURL ?? "http://localhost",
      secret: randomBytes(32).toString("base64url"),
      database: memoryAdapter(),
    };
  };
  Object.defineProperty(globalThis, key, { value: substitute });
  return (plugin) => given.has(plugin);
}
