/** Keeps the app's auth instance away from its database. */

import { randomBytes } from "node:crypto";
import { type AuthOptions, memoryAdapter } from "@latchkey/core";
import type { Schema } from "@latchkey/core/database";
import type { PluginDeclaration } from "@latchkey/core/plugin";
import type { SqlDatabaseAdapter } from "@latchkey/sql";

/** `createAuth` looks for a function under this key. See core's `auth/substitute-options.ts`. */
const key = Symbol.for("latchkey.substitute-options");

/** What the app passed to `createAuth`. */
export interface GivenOptions {
  /** Whether the app added the plugin. Core's own features are plugins, too. */
  hasPlugin(plugin: PluginDeclaration): boolean;
  /**
   * The `substringIndexes` option of the database adapter that was connected with this schema. `undefined` if it isn't
   * set.
   */
  substringIndexes(schema: Schema): unknown;
}

/**
 * Gives every auth instance in this process an in-memory database, because whatever the app migrates, seeds, or checks
 * at startup must not reach the real one. Also sets a secret, which build machines that run migrations don't have.
 *
 * @returns what the app's auth instances were given
 */
export function substituteOptions(): GivenOptions {
  const plugins = new Set<PluginDeclaration>();
  const indexes = new Map<Schema, unknown>();
  const substitute = ({ secrets: _, ...options }: AuthOptions): AuthOptions => {
    for (const plugin of options.plugins ?? []) plugins.add(plugin);
    const { substringIndexes } = options.database as Partial<SqlDatabaseAdapter>;
    const database = memoryAdapter();
    return {
      ...options,
      baseURL: options.baseURL ?? "http://localhost",
      secret: randomBytes(32).toString("base64url"),
      database: {
        ...database,
        connect(schema) {
          indexes.set(schema, substringIndexes);
          return database.connect(schema);
        },
      },
    };
  };
  Object.defineProperty(globalThis, key, { value: substitute });
  return { hasPlugin: (plugin) => plugins.has(plugin), substringIndexes: (schema) => indexes.get(schema) };
}
