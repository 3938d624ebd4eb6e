/** Puts features and plugins together: ids, tables, endpoints, hooks, gates. Everything that clashes fails here. */

import type { TableHook } from "../database/hooks.ts";
import type { ResolvedTable, Schema } from "../database/schema.ts";
import { mergeSchema } from "../database/schema.ts";
import type { Table, TableExtension } from "../database/tables.ts";
import { namesOf } from "../plugin/aliases.ts";
import type { Extensions } from "../plugin/context.ts";
import type { CompiledEndpoint } from "../plugin/dispatch.ts";
import type { Endpoint } from "../plugin/endpoint.ts";
import { hooksFor } from "../plugin/endpoint-hooks.ts";
import type { EndpointHook, Plugin } from "../plugin/plugin.ts";
import { withTracedGuards } from "../plugin/trace.ts";
import { fits } from "../rate-limits/limiter.ts";
import { suggestion } from "./suggest.ts";

export interface Compiled {
  readonly schema: Schema;
  readonly extensions: Extensions;
  readonly endpoints: readonly CompiledEndpoint[];
  readonly tableHooks: readonly TableHook[];
}

export interface Parts {
  readonly plugins: readonly Plugin[];
  readonly tables: readonly (Table<never> | Table | TableExtension)[];
  readonly hooks: readonly EndpointHook[];
  readonly tableHooks: readonly TableHook[];
  readonly disabledPaths: readonly string[];
  /** Paths that the app gave a rate limit of its own. */
  readonly limitedPaths: readonly string[];
}

/** @throws {Error} two of one id, a missing requirement, a conflict, two of one name. The message names them. */
export function compile({ plugins, tables, hooks, tableHooks, disabledPaths, limitedPaths }: Parts): Compiled {
  checkManifests(plugins);
  const declared = collect(plugins, "endpoints", "endpoint");
  const observers = bound(plugins, "observe");
  const ready = observers.length > 0 ? withTracedGuards : (endpoint: Endpoint) => endpoint;
  const allHooks = [...plugins.flatMap((plugin) => plugin.hooks ?? []), ...hooks];
  checkPaths("disabledPaths", disabledPaths, declared);
  checkPaths("rateLimit.customRules", limitedPaths, declared);
  const endpoints = Object.fromEntries(
    Object.entries(declared).filter(([, endpoint]) => !isDisabled(declared, endpoint, disabledPaths)),
  );
  const schema = mergeSchema([...tables, ...plugins.flatMap((plugin) => plugin.tables ?? [])]);
  for (const { table } of tableHooks) {
    if (!schema.has(table)) throw new Error(`databaseHooks.${table}: there is no such table.`);
  }
  return {
    schema,
    extensions: {
      gates: plugins.flatMap((plugin) => plugin.gates ?? []).sort(refusingFirst),
      sessionJoins: collect(plugins, "sessionJoins", "session join"),
      outbox: collect(plugins, "outbox", "kind of outbox message"),
      actors: bound(plugins, "actorOf"),
      sessionFields: bound(plugins, "sessionFields"),
      userInput: bound(plugins, "userInput"),
      taken: takenOf(plugins),
      emailProofs: bound(plugins, "provesEmail"),
      passwordChecks: bound(plugins, "checkPassword"),
      ownNames: bound(plugins, "ownNames"),
      signInNames: bound(plugins, "signInNames"),
      onReclaim: bound(plugins, "onReclaim"),
      onMailboxVerified: bound(plugins, "onMailboxVerified"),
      rightsLost: bound(plugins, "onRightsLost"),
      solelyOwned: bound(plugins, "removeSolelyOwned"),
      observers,
      tokens: plugins.flatMap((plugin) => plugin.tokens ?? []),
      endpoints,
      plugins,
    },
    endpoints: Object.entries(endpoints).map(([id, endpoint]) => {
      const names = namesOf(endpoints, endpoint);
      return { id, names, endpoint: ready(endpoint), hooks: hooksFor(allHooks, endpoint, names.ids) };
    }),
    tableHooks: [
      ...plugins.flatMap((plugin) => withKeys(`plugin:${plugin.id}`, plugin.tableHooks ?? [])),
      ...withKeys("app", tableHooks),
    ],
  };
}

/** @throws {Error} if core's tables were not merged */
export function tableOf(schema: Schema, name: string): ResolvedTable {
  const table = schema.get(name);
  if (!table) throw new Error(`The table "${name}" is not declared.`);
  return table;
}

/** A misspelled path would leave open what the app meant to close. */
function checkPaths(option: string, paths: readonly string[], endpoints: Extensions["endpoints"]): void {
  const known = Object.values(endpoints).map(({ path }) => path);
  for (const path of paths) {
    if (known.some((one) => fits(path, one))) continue;
    throw new Error(`${option}: no endpoint has the path "${path}".${suggestion(path, known)}`);
  }
}

function checkManifests(plugins: readonly Plugin[]): void {
  const ids = new Set<string>();
  for (const { id } of plugins) {
    if (!/^[a-z][a-z0-9-]*$/.test(id)) throw new Error(`plugins: the id "${id}" must be lower case, with dashes.`);
    if (ids.has(id)) throw new Error(`plugins: "${id}" is there twice.`);
    ids.add(id);
  }
  for (const plugin of plugins) {
    for (const other of plugin.requires ?? []) {
      if (!ids.has(other)) throw new Error(`plugins: "${plugin.id}" needs the plugin "${other}". Add it to the list.`);
    }
    if (Object.hasOwn(plugin.sessionJoins ?? {}, "user") || Object.hasOwn(plugin.sessionJoins ?? {}, "session")) {
      throw new Error(`plugins: "${plugin.id}" brings a session join named "user" or "session": those are core's.`);
    }
    for (const other of plugin.conflicts ?? []) {
      if (ids.has(other)) throw new Error(`plugins: "${plugin.id}" cannot be used together with "${other}".`);
    }
  }
}

type Keyed = "endpoints" | "sessionJoins" | "outbox";

function collect<K extends Keyed>(plugins: readonly Plugin[], key: K, noun: string): NonNullable<Plugin[K]> {
  const all: Record<string, unknown> = {};
  for (const plugin of plugins) {
    for (const [name, value] of Object.entries(plugin[key] ?? {})) {
      if (Object.hasOwn(all, name))
        throw new Error(`plugins: "${plugin.id}" brings the ${noun} "${name}", which is there already.`);
      all[name] = value;
    }
  }
  return all as NonNullable<Plugin[K]>;
}

function bound<
  K extends
    | "actorOf"
    | "sessionFields"
    | "checkPassword"
    | "ownNames"
    | "signInNames"
    | "provesEmail"
    | "userInput"
    | "onReclaim"
    | "onMailboxVerified"
    | "onRightsLost"
    | "removeSolelyOwned"
    | "observe",
>(plugins: readonly Plugin[], key: K): NonNullable<Plugin[K]>[] {
  return plugins.flatMap((plugin) => (plugin[key] ? [plugin[key].bind(plugin) as NonNullable<Plugin[K]>] : []));
}

/** @throws {Error} a code that the plugin's catalogue does not have */
function takenOf(plugins: readonly Plugin[]): Extensions["taken"] {
  const all: Record<string, Extensions["taken"][string]> = {};
  for (const { id, taken, errors } of plugins) {
    for (const [columns, code] of Object.entries(taken ?? {})) {
      const entry = errors?.[code];
      if (!entry) throw new Error(`plugins: "${id}" refuses with "${code}", which its errors do not have.`);
      all[columns] = { code, entry };
    }
  }
  return all;
}

/** An endpoint with a second path must not stay reachable there. */
function isDisabled(endpoints: Extensions["endpoints"], endpoint: Endpoint, disabled: readonly string[]): boolean {
  return namesOf(endpoints, endpoint).paths.some((path) => disabled.some((pattern) => fits(pattern, path)));
}

/** A hook is known by who brought it, where it stands and which of several it is. */
function withKeys(owner: string, hooks: readonly TableHook[]): TableHook[] {
  const counts = new Map<string, number>();
  return hooks.map((hook) => {
    const place = `${owner}:${hook.table}:${hook.operation}`;
    const number = counts.get(place) ?? 0;
    counts.set(place, number + 1);
    return { ...hook, key: `${place}:${number}` };
  });
}

function refusingFirst(a: { kind: string }, b: { kind: string }): number {
  return Number(a.kind === "challenge") - Number(b.kind === "challenge");
}
