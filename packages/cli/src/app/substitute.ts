/** Keeps the app's auth instance away from its database. */

import { randomBytes } from "node:crypto";
import { type AuthOptions, memoryAdapter } from "@latchkey/core";
import type { PluginDeclaration } from "@latchkey/core/plugin";

/** `createAuth` looks for a function under this key. See core's `auth/substitute-options.ts`. */
const key = Symbol.for("latchkey.substitute-options");

/**
 * Gives every auth instance in this process an in-memory database, because whatever the app migrates, seeds, or checks
 * at startup must not reach the real one. Also sets a secret, which build machines that run migrations don't have.
 *
 * @returns a function that tells whether a plugin is the app's, because core's own features are plugins too
 */
export function substituteOptions(): (plugin: PluginDeclaration) => boolean {
  const given = new Set<PluginDeclaration>();
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
