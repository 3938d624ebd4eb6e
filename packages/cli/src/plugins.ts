/** The tables of official plugins, by the plugins' ids. The app itself is never run. */

import { authSchema, type Plugin } from "@latchkey/core";
import type { Schema } from "@latchkey/core/database";

/**
 * The schema of an app that uses these plugins with their default tables.
 * @throws {Error} a plugin that is not installed
 */
export async function schemaOf(ids: readonly string[]): Promise<Schema> {
  return authSchema({ plugins: await Promise.all(ids.map(load)) });
}

async function load(id: string): Promise<Plugin> {
  if (!/^[a-z][a-z-]*$/.test(id)) throw new Error(`"${id}" is no plugin id.`);
  const name = `@latchkey/${id}`;
  const factory = id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  let module: Record<string, unknown>;
  try {
    module = (await import(name)) as Record<string, unknown>;
  } catch (cause) {
    throw new Error(`The plugin "${id}" is not installed: npm install ${name}`, { cause });
  }
  const make = module[factory];
  if (typeof make !== "function") throw new Error(`The package ${name} has no plugin called "${factory}".`);
  return make() as Plugin;
}
