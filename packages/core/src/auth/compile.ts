/** Combines features and plugins into tables, endpoints, hooks, and gates. Any conflict between them fails here. */

import type { TableHook } from "../database/hooks.ts";
import type { ResolvedTable, Schema } from "../database/schema.ts";
import { mergeSchema } from "../database/schema.ts";
import type { Table, TableExtension } from "../database/tables.ts";
import type { AuthContext, Extensions, PluginFunctions } from "../kernel/context.ts";
import { hooksFor, type RequiredFunction, withSensitiveInputs } from "../kernel/declaration.ts";
import { endpointNames } from "../kernel/endpoint-names.ts";
import type { Services } from "../kernel/services.ts";
import { suggestion } from "../kernel/suggest.ts";
import type { Endpoint } from "../plugin/endpoint.ts";
import type { EndpointHook, Plugin } from "../plugin/plugin.ts";
import { matchesPathPattern } from "../rate-limits/limiter.ts";
import { checkPlugins } from "./check-plugins.ts";
import type { CompiledEndpoint } from "./dispatch.ts";
import { createInputReader } from "./input.ts";
import { collectSessionJoins } from "./session-joins.ts";
import { withTracedGuards } from "./trace.ts";

export interface CompiledAuth {
  /** Core's features, then the app's plugins. */
  readonly plugins: readonly Plugin[];
  readonly schema: Schema;
  readonly extensions: Extensions;
  readonly endpoints: readonly CompiledEndpoint[];
  readonly tableHooks: readonly TableHook[];
  /** Paths of the calls that `disabledPaths` turns off. */
  readonly disabledPaths: readonly string[];
  /** The base names of all cookies. */
  readonly cookies: readonly string[];
}

export interface CompileInput {
  readonly plugins: readonly Plugin[];
  readonly tables: readonly (Table<never> | Table | TableExtension)[];
  readonly hooks: readonly EndpointHook[];
  readonly tableHooks: readonly TableHook[];
  /** The tables that `databaseHooks` names, with or without a hook. */
  readonly hookedTables: readonly string[];
  /** Returns the app's context. Works only once `createAuth` has created it. */
  readonly getContext: () => AuthContext;
  readonly disabledPaths: readonly string[];
  /** Paths with a custom rate limit. */
  readonly limitedPaths: readonly string[];
}

/**
 * @throws {Error} if a key or path is unknown, or if two plugins or values have the same name. The message names them.
 */
export function compile({
  plugins,
  tables,
  hooks,
  tableHooks,
  hookedTables,
  getContext,
  disabledPaths,
  limitedPaths,
}: CompileInput): CompiledAuth {
  checkPlugins(plugins);
  const declared = withoutUnavailable(plugins, collect(plugins, "endpoints", "endpoint"));
  const observers = bindAll(plugins, "observe");
  const prepare = observers.length > 0 ? withTracedGuards : (endpoint: Endpoint) => endpoint;
  const allHooks = [...plugins.flatMap((plugin) => plugin.hooks ?? []), ...hooks];
  checkPaths("disabledPaths", disabledPaths, declared);
  checkPaths("rateLimit.customRules", limitedPaths, declared);
  const enabled = withoutDisabled(declared, disabledPaths);
  const namesOf = endpointNames(enabled);
  const endpoints = Object.fromEntries(
    Object.entries(enabled).map(([id, endpoint]) => [
      id,
      withSensitiveInputs(endpoint, allHooks, namesOf(endpoint).ids),
    ]),
  );
  const schema = mergeSchema([...tables, ...plugins.flatMap((plugin) => plugin.tables ?? [])]);
  for (const table of hookedTables) {
    if (!schema.has(table))
      throw new Error(`databaseHooks.${table}: this table doesn't exist.${suggestion(table, [...schema.keys()])}`);
  }
  return {
    plugins,
    schema,
    extensions: {
      gates: plugins.flatMap((plugin) => plugin.gates ?? []).sort(compareGates),
      sessionJoins: collectSessionJoins(schema, endpoints),
      outbox: collect(plugins, "outbox", "kind of outbox message"),
      impersonatorResolvers: bindAll(plugins, "impersonatorOf"),
      userInput: bindAll(plugins, "userInput"),
      conflictErrors: collectConflictErrors(plugins),
      emailVerifiers: bindAll(plugins, "verifiesEmail"),
      passwordChecks: bindAll(plugins, "checkPassword"),
      identifiers: bindAll(plugins, "identifiers"),
      signInIdentifiers: bindAll(plugins, "signInIdentifiers"),
      onReclaim: bindAll(plugins, "onReclaim"),
      onMailboxVerified: bindAll(plugins, "onMailboxVerified"),
      accountLinkChecks: bindAll(plugins, "checkAccountLink"),
      onAccessRevoked: bindAll(plugins, "onAccessRevoked"),
      keepsPreviousSession: bindAll(plugins, "keepsPreviousSession"),
      onSessionCreated: bindAll(plugins, "onSessionCreated"),
      onSessionTokenChange: bindAll(plugins, "onSessionTokenChange"),
      onSessionRead: bindAll(plugins, "onSessionRead"),
      guestChecks: bindAll(plugins, "isGuest"),
      guestUpgrades: bindAll(plugins, "upgradeGuest"),
      auditSinks: bindAll(plugins, "onAudit"),
      maintenanceJobs: collect(plugins, "maintenanceJobs", "maintenance job"),
      removeSolelyOwned: bindAll(plugins, "removeSolelyOwned"),
      capabilities: plugins.flatMap((plugin) =>
        plugin.capabilities ? [{ id: plugin.id, read: plugin.capabilities.bind(plugin) }] : [],
      ),
      accountState: bindAll(plugins, "accountState"),
      secondFactorMethods: plugins.flatMap((plugin) =>
        plugin.secondFactorMethods ? [{ id: plugin.id, find: plugin.secondFactorMethods.bind(plugin) }] : [],
      ),
      signInMethods: bindAll(plugins, "signInMethods"),
      enrolledFactors: bindAll(plugins, "enrolledFactors"),
      allowsUnverifiedEmail: bindAll(plugins, "allowsUnverifiedEmail"),
      adminChecks: bindAll(plugins, "missingAdminPermissions"),
      credentialReaders: bindAll(plugins, "readCredential"),
      credentialChecks: bindAll(plugins, "checkCredential"),
      emailChangeChecks: bindAll(plugins, "checkEmailChange"),
      passwordResetLinks: bindAll(plugins, "passwordResetLink"),
      observers,
      services: collectServices(plugins),
      tokens: plugins.flatMap((plugin) => plugin.tokens ?? []),
      endpoints,
      plugins,
    },
    endpoints: Object.entries(endpoints).map(([id, endpoint]) => {
      const names = namesOf(endpoint);
      return {
        id,
        names,
        endpoint: prepare(endpoint),
        readInput: createInputReader(endpoint),
        hooks: hooksFor(allHooks, endpoint, names.ids),
      };
    }),
    tableHooks: [
      ...plugins.flatMap((plugin) => withKeys(`plugin:${plugin.id}`, tableHooksOf(plugin, getContext))),
      ...withKeys("app", tableHooks),
    ],
    disabledPaths: Object.entries(declared).flatMap(([id, { path, serverOnly }]) =>
      serverOnly || Object.hasOwn(enabled, id) ? [] : [path],
    ),
    cookies: collectCookies(plugins),
  };
}

/** @throws {Error} if the table isn't in the schema */
export function tableOf(schema: Schema, name: string): ResolvedTable {
  const table = schema.get(name);
  if (!table) throw new Error(`The table "${name}" isn't declared.`);
  return table;
}

/** A misspelled path would leave open what the app meant to disable or limit. */
function checkPaths(option: string, paths: readonly string[], endpoints: Extensions["endpoints"]): void {
  const known = Object.values(endpoints).map(({ path }) => path);
  for (const path of paths) {
    if (known.some((knownPath) => matchesPathPattern(path, knownPath))) continue;
    throw new Error(`${option}: no endpoint has the path "${path}".${suggestion(path, known)}`);
  }
}

/** Removes endpoints whose guards call a plugin function that no plugin provides. */
function withoutUnavailable(plugins: readonly Plugin[], endpoints: NonNullable<Plugin["endpoints"]>) {
  const isAvailable = (name: RequiredFunction): boolean => plugins.some((plugin) => plugin[name] !== undefined);
  return Object.fromEntries(
    Object.entries(endpoints).filter(([, { guards }]) =>
      guards.every(({ requires }) => requires === undefined || isAvailable(requires)),
    ),
  );
}

type KeyedParts = "endpoints" | "outbox" | "maintenanceJobs";

function collect<K extends KeyedParts>(plugins: readonly Plugin[], key: K, noun: string): NonNullable<Plugin[K]> {
  const all: Record<string, unknown> = {};
  for (const plugin of plugins) {
    for (const [name, value] of Object.entries(plugin[key] ?? {})) {
      if (Object.hasOwn(all, name))
        throw new Error(`plugins: "${plugin.id}" adds the ${noun} "${name}", which already exists. Rename it.`);
      all[name] = value;
    }
  }
  return all as NonNullable<Plugin[K]>;
}

function bindAll<K extends keyof PluginFunctions>(plugins: readonly Plugin[], key: K): NonNullable<Plugin[K]>[] {
  return plugins.flatMap((plugin) => (plugin[key] ? [plugin[key].bind(plugin) as NonNullable<Plugin[K]>] : []));
}

/** @throws {Error} if two plugins have a cookie of the same name */
function collectCookies(plugins: readonly Plugin[]): readonly string[] {
  const all = new Set<string>();
  for (const { id, cookies = [] } of plugins) {
    for (const name of cookies) {
      if (all.has(name))
        throw new Error(`plugins: "${id}" adds the cookie "${name}", which already exists. Rename it.`);
      all.add(name);
    }
  }
  return [...all];
}

/** @throws {Error} if a code isn't in the plugin's catalog */
function collectConflictErrors(plugins: readonly Plugin[]): Extensions["conflictErrors"] {
  const all: Record<string, Extensions["conflictErrors"][string]> = {};
  for (const { id, conflictErrors, errors } of plugins) {
    for (const [columns, code] of Object.entries(conflictErrors ?? {})) {
      const entry = errors?.[code];
      if (!entry)
        throw new Error(`plugins: conflictErrors of "${id}" contains "${code}", which isn't one of its errors.`);
      all[columns] = { code, entry };
    }
  }
  return all;
}

/** @throws {Error} if two plugins provide the same service, or if no plugin provides a service that another one uses */
function collectServices(plugins: readonly Plugin[]): Services {
  const all = Object.assign({}, ...plugins.map(({ provides }) => provides)) as Services;
  for (const { id, provides = {}, uses = {} } of plugins) {
    for (const name of Object.keys(provides) as (keyof Services)[]) {
      if (all[name] === provides[name]) continue;
      throw new Error(
        `plugins: "${id}" provides the service "${name}", which another plugin also provides. Remove one of them.`,
      );
    }
    for (const [name, source] of Object.entries(uses)) {
      if (!Object.hasOwn(all, name)) throw new Error(`plugins: "${id}" needs ${source}. Add it to plugins.`);
    }
  }
  return all;
}

type Endpoints = NonNullable<Plugin["endpoints"]>;

/** If an endpoint has several paths, disabling one must disable all of them. */
function withoutDisabled(endpoints: Endpoints, disabled: readonly string[]): Endpoints {
  const namesOf = endpointNames(endpoints);
  const isDisabled = (endpoint: Endpoint): boolean =>
    namesOf(endpoint).paths.some((path) => disabled.some((pattern) => matchesPathPattern(pattern, path)));
  return Object.fromEntries(Object.entries(endpoints).filter(([, endpoint]) => !isDisabled(endpoint)));
}

function tableHooksOf({ tableHooks = [] }: Plugin, getContext: () => AuthContext): readonly TableHook[] {
  return typeof tableHooks === "function" ? tableHooks(getContext) : tableHooks;
}

/** Gives each hook a stable key: its owner, table, operation, and position among them. */
function withKeys(owner: string, hooks: readonly TableHook[]): TableHook[] {
  const counts = new Map<string, number>();
  return hooks.map((hook) => {
    const prefix = `${owner}:${hook.table}:${hook.operation}`;
    const number = counts.get(prefix) ?? 0;
    counts.set(prefix, number + 1);
    return { ...hook, key: `${prefix}:${number}` };
  });
}

function compareGates(a: { kind: string }, b: { kind: string }): number {
  return Number(a.kind === "challenge") - Number(b.kind === "challenge");
}
