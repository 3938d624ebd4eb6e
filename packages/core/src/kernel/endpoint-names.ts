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

/** Returns a function that returns all names of an endpoint, including its own. */
export function endpointNames(endpoints: Endpoints): (endpoint: EndpointDeclaration) => EndpointNames {
  const byKey = new Map<string, { readonly ids: string[]; readonly paths: string[] }>();
  const isAlias = ({ aliasOf }: EndpointDeclaration): number => Number(aliasOf !== undefined);
  const sorted = Object.entries(endpoints).sort(([, one], [, other]) => isAlias(one) - isAlias(other));
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
