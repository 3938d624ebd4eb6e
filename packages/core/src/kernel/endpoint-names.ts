/** Finds all names of an endpoint, so that a setting for one name applies to all of them. */

import { type EndpointDeclaration, methodsOf } from "./declaration.ts";

type Endpoints = Readonly<Record<string, EndpointDeclaration>>;

/** The names of one endpoint. */
export interface EndpointNames {
  /** Keys in `auth.api`, the main one first. */
  readonly ids: readonly string[];
  /** Paths, in the same order. */
  readonly paths: readonly string[];
}

type NamesOf = (endpoint: EndpointDeclaration) => EndpointNames;

const indexes = new WeakMap<Endpoints, NamesOf>();

/** Returns a function that returns all names of an endpoint, including the given one. Indexes the endpoints once. */
export function endpointNames(endpoints: Endpoints): NamesOf {
  const known = indexes.get(endpoints);
  if (known) return known;
  const namesOf = indexNames(endpoints);
  indexes.set(endpoints, namesOf);
  return namesOf;
}

function indexNames(endpoints: Endpoints): NamesOf {
  const byKey = new Map<string, { readonly ids: string[]; readonly paths: string[] }>();
  const aliasRank = ({ aliasOf }: EndpointDeclaration): number => Number(aliasOf !== undefined);
  const sorted = Object.entries(endpoints).sort(([, a], [, b]) => aliasRank(a) - aliasRank(b));
  for (const [id, endpoint] of sorted) {
    const key = keyOf(endpoint);
    const names = byKey.get(key) ?? { ids: [], paths: [] };
    names.ids.push(id);
    names.paths.push(endpoint.path);
    byKey.set(key, names);
  }
  return (endpoint) => byKey.get(keyOf(endpoint)) ?? { ids: [], paths: [] };
}

function keyOf(endpoint: EndpointDeclaration): string {
  return `${methodsOf(endpoint).join()} ${endpoint.aliasOf ?? endpoint.path}`;
}
