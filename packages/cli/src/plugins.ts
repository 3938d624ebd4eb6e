/** Determines an app's tables: from the loaded app, or else from the names of its official plugins. */

import { type AdditionalFields, authSchema, type Plugin } from "@latchkey/core";
import type { Schema } from "@latchkey/core/database";
import type { Tables } from "./doctor/sql.ts";
import type { AuthFile } from "./project/auth-file.ts";
import type { Target } from "./project/target.ts";
import { toPlainValue } from "./source/plain.ts";
import { type StaticValue, valueAt } from "./source/values.ts";

/** Loads a plugin. */
interface PluginLoader {
  load(options: Readonly<Record<string, unknown>>): Promise<Plugin>;
  /** Options that affect tables and columns. Others are left out, because functions can't be read from the source. */
  readonly schemaOptions: readonly string[];
  /** Guesses these options from the existing tables if there's no auth file. */
  detectOptions?(tables: ExistingTables): Readonly<Record<string, unknown>>;
}

/** Checks which tables a database has. */
type ExistingTables = Pick<Tables, "has">;

const pluginLoaders: Readonly<Record<string, PluginLoader>> = {
  admin: { load: async (options) => (await import("@latchkey/admin")).admin(options), schemaOptions: [] },
  "step-up": { load: async () => (await import("@latchkey/step-up")).stepUp(), schemaOptions: [] },
  anonymous: { load: async () => (await import("@latchkey/anonymous")).anonymous(), schemaOptions: [] },
  billing: {
    // The plugin has no tables without a secret. This one never signs anything.
    load: async () => (await import("@latchkey/billing")).billing({ secret: "used only to list the tables" }),
    schemaOptions: [],
  },
  organization: {
    load: async (options) => (await import("@latchkey/organization")).organization(options),
    schemaOptions: ["teams", "dynamicAccessControl", "schema"],
    detectOptions: ({ has }) => ({
      teams: { enabled: has("team", "organizationId") && has("teamMember", "teamId", "userId") },
      dynamicAccessControl: { enabled: has("organizationRole", "organizationId", "permission") },
    }),
  },
  passkey: { load: async () => (await import("@latchkey/passkey")).passkey(), schemaOptions: [] },
  "phone-number": {
    // The columns are the same for every country.
    load: async () => (await import("@latchkey/phone-number")).phoneNumber({ countries: "all" }),
    schemaOptions: [],
  },
  "multi-session": {
    load: async (options) => (await import("@latchkey/multi-session")).multiSession(options),
    schemaOptions: [],
  },
  "last-login-method": {
    load: async (options) => (await import("@latchkey/last-login-method")).lastLoginMethod(options),
    schemaOptions: ["storeInDatabase"],
    detectOptions: ({ has }) => ({ storeInDatabase: has("user", "lastLoginMethod") }),
  },
  "one-time-token": {
    load: async (options) => (await import("@latchkey/one-time-token")).oneTimeToken(options),
    schemaOptions: [],
  },
  "device-authorization": {
    load: async (options) => (await import("@latchkey/device-authorization")).deviceAuthorization(options),
    schemaOptions: [],
  },
  events: {
    load: async (options) => (await import("@latchkey/events")).events(options),
    schemaOptions: ["organizations", "checkpoints"],
    detectOptions: ({ has }) => ({
      organizations: has("webhookEndpoint", "organizationId") && has("organization", "id"),
      checkpoints: has("auditCheckpoint", "root"),
    }),
  },
  scim: {
    load: async () => (await import("@latchkey/scim")).scim(),
    schemaOptions: [],
  },
  sso: { load: async () => (await import("@latchkey/sso")).sso(), schemaOptions: [] },
  "email-otp": {
    // A sender is required. This one never sends anything.
    load: async () => (await import("@latchkey/email-otp")).emailOTP({ sendVerificationOTP: () => {} }),
    schemaOptions: [],
  },
  "magic-link": {
    load: async () => (await import("@latchkey/magic-link")).magicLink({ sendMagicLink: () => {} }),
    schemaOptions: [],
  },
  "two-factor": {
    load: async (options) => (await import("@latchkey/two-factor")).twoFactor(options),
    schemaOptions: [],
  },
  "api-key": { load: async (options) => (await import("@latchkey/api-key")).apiKey(options), schemaOptions: [] },
  "oauth-provider": {
    // The pages don't affect the tables.
    load: async () => (await import("@latchkey/oauth-provider")).oauthProvider({ loginPage: "/", consentPage: "/" }),
    schemaOptions: [],
  },
  jwt: { load: async (options) => (await import("@latchkey/jwt")).jwt(options), schemaOptions: ["jwks"] },
  username: { load: async (options) => (await import("@latchkey/username")).username(options), schemaOptions: [] },
};

/** Official packages whose plugins have no tables. */
const withoutTables: ReadonlySet<string> = new Set(["dev", "mailer", "captcha", "breached-passwords", "one-tap"]);

/** Ids of the official plugins that have tables. */
export const pluginIds: readonly string[] = Object.keys(pluginLoaders);

/**
 * Returns an app's schema. If the app wasn't loaded, includes only fields and tables that its auth file declares
 * literally.
 * @param present the existing tables, which show whether teams and roles are enabled if there's no auth file
 * @throws {Error} if an id isn't an official plugin, or a plugin rejects an option
 */
export async function schemaOfTarget(target: Target, present?: ExistingTables): Promise<Schema> {
  const { plugins, authFile, schema } = target;
  if (schema) return schema;
  const used = plugins.map((id) => ({ id, options: optionsOf(authFile, id) }));
  return authSchema({
    plugins: await loadPlugins(used, present),
    user: { additionalFields: fieldsOf(authFile, "user") },
    session: { additionalFields: fieldsOf(authFile, "session") },
  });
}

/** The options that an auth file passes to a plugin, or `undefined` if they can't be read. */
export function optionsOf(authFile: AuthFile | null, id: string): StaticValue {
  return authFile?.plugins.find((plugin) => plugin.id === id)?.options;
}

/** Creates the app's official plugins from its source, for work without loading the app. */
export function pluginsOfTarget({ plugins, authFile, schema }: Target, present?: ExistingTables): Promise<Plugin[]> {
  // A loaded app also names plugins that aren't official. Otherwise, an unknown id is a mistake.
  const ids = schema ? plugins.filter((id) => Object.hasOwn(pluginLoaders, id)) : plugins;
  return loadPlugins(
    ids.map((id) => ({ id, options: optionsOf(authFile, id) })),
    present,
  );
}

/**
 * Creates plugins for their tables, with the options that affect the tables, and defaults for the rest.
 * @throws {Error} if an id isn't an official plugin
 */
async function loadPlugins(
  used: readonly { readonly id: string; readonly options: StaticValue }[],
  present?: ExistingTables,
): Promise<Plugin[]> {
  const plugins = used.map(async ({ id, options }) => {
    const found = Object.hasOwn(pluginLoaders, id) ? pluginLoaders[id] : undefined;
    if (found) {
      const read = options === undefined && present ? found.detectOptions?.(present) : undefined;
      return [await found.load(read ?? pickOptions(options, found.schemaOptions))];
    }
    if (withoutTables.has(id)) return [];
    throw new Error(
      `"${id}" isn't an official plugin. Use ${pluginIds.join(", ")}. For the tables of other plugins, leave out --plugins, so that the command loads the app.`,
    );
  });
  return (await Promise.all(plugins)).flat();
}

function pickOptions(options: StaticValue, names: readonly string[]): Record<string, unknown> {
  const given = names.map((name) => [name, toPlainValue(valueAt(options, name))] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function fieldsOf(authFile: AuthFile | null, model: "user" | "session"): AdditionalFields {
  return (toPlainValue(valueAt(authFile?.options, model, "additionalFields")) ?? {}) as AdditionalFields;
}
