/** The tables of an app: its own answer if it was loaded, otherwise by the names of official plugins. */

import { authSchema, type FieldOptions, type Plugin } from "@latchkey/core";
import type { Schema } from "@latchkey/core/database";
import type { Tables } from "./doctor/sql.ts";
import type { AuthFile } from "./project/auth-file.ts";
import type { Target } from "./project/target.ts";
import { plain } from "./source/plain.ts";
import { at, type Static } from "./source/values.ts";

/** A plugin that has tables. */
interface Known {
  make(options: Readonly<Record<string, unknown>>): Promise<Plugin>;
  /** Options that decide which tables and columns there are. The others are left out: functions cannot be read. */
  readonly decides: readonly string[];
  /** Those options where no auth file says them, by the tables that are there. */
  fromTables?(tables: Present): Readonly<Record<string, unknown>>;
}

/** Tells which tables a database has. */
type Present = Pick<Tables, "has">;

const known: Readonly<Record<string, Known>> = {
  admin: { make: async (options) => (await import("@latchkey/admin")).admin(options), decides: [] },
  billing: {
    // It makes no tables without a secret; this one signs nothing.
    make: async () => (await import("@latchkey/billing")).billing({ secret: "for the tables alone: it signs nothing" }),
    decides: [],
  },
  organization: {
    make: async (options) => (await import("@latchkey/organization")).organization(options),
    decides: ["teams", "dynamicAccessControl", "schema"],
    fromTables: ({ has }) => ({
      teams: { enabled: has("team", "organizationId") && has("teamMember", "teamId", "userId") },
      dynamicAccessControl: { enabled: has("organizationRole", "organizationId", "permission") },
    }),
  },
  "two-factor": { make: async (options) => (await import("@latchkey/two-factor")).twoFactor(options), decides: [] },
  username: { make: async (options) => (await import("@latchkey/username")).username(options), decides: [] },
};

/** Official packages whose plugins have no tables. */
const withoutTables: ReadonlySet<string> = new Set(["dev", "mailer", "captcha", "breached-passwords"]);

/** Ids of the official plugins that have tables. */
export const pluginIds: readonly string[] = Object.keys(known);

/**
 * The schema of an app. If the app wasn't loaded, only the fields and tables that its auth file declares in so many words.
 * @param present the database, which says whether there are teams and roles if no auth file does
 * @throws {Error} an id that no official plugin has; an option that the plugin refuses
 */
export async function schemaOfTarget(target: Target, present?: Present): Promise<Schema> {
  const { plugins, authFile, schema } = target;
  if (schema) return schema;
  const used = plugins.map((id) => ({ id, options: optionsOf(authFile, id) }));
  return authSchema({
    plugins: await loadPlugins(used, present),
    user: { additionalFields: fieldsOf(authFile, "user") },
    session: { additionalFields: fieldsOf(authFile, "session") },
  });
}

/** What an auth file gives a plugin; `undefined` if that cannot be read. */
export function optionsOf(authFile: AuthFile | null, id: string): Static {
  return authFile?.plugins.find((plugin) => plugin.id === id)?.options;
}

/** The official plugins of an app, made here from what its source says: for work that the app isn't run for. */
export function pluginsOfTarget({ plugins, authFile, schema }: Target, present?: Present): Promise<Plugin[]> {
  // An app that was loaded names its other plugins, too. Without it, an id that is unknown is a mistake.
  const ids = schema ? plugins.filter((id) => Object.hasOwn(known, id)) : plugins;
  return loadPlugins(
    ids.map((id) => ({ id, options: optionsOf(authFile, id) })),
    present,
  );
}

/**
 * Plugins by their ids, for their tables: with the options that decide those, and defaults for the rest.
 * @throws {Error} an id that no official plugin has
 */
async function loadPlugins(
  used: readonly { readonly id: string; readonly options: Static }[],
  present?: Present,
): Promise<Plugin[]> {
  const plugins = used.map(async ({ id, options }) => {
    const found = Object.hasOwn(known, id) ? known[id] : undefined;
    if (found) {
      const read = options === undefined && present ? found.fromTables?.(present) : undefined;
      return [await found.make(read ?? decisive(options, found.decides))];
    }
    if (withoutTables.has(id)) return [];
    throw new Error(
      `"${id}" is no official plugin. There are: ${pluginIds.join(", ")}. For the tables of other plugins, leave --plugins out: the command then loads the app.`,
    );
  });
  return (await Promise.all(plugins)).flat();
}

function decisive(options: Static, names: readonly string[]): Record<string, unknown> {
  const given = names.map((name) => [name, plain(at(options, name))] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function fieldsOf(authFile: AuthFile | null, model: "user" | "session"): FieldOptions {
  return (plain(at(authFile?.options, model, "additionalFields")) ?? {}) as FieldOptions;
}
