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

/** Returns all names of an endpoint, including its own. */
export function endpointNames(endpoints: Endpoints, endpoint: EndpointDeclaration): EndpointNames {
  const main = keyOf(endpoint);
  const same = Object.entries(endpoints)
    .filter(([, one]) => keyOf(one) === main)
    .sort(([, one], [, other]) => Number(one.aliasOf !== undefined) - Number(other.aliasOf !== undefined));
  return { ids: same.map(([id]) => id), paths: same.map(([, { path }]) => path) };
}

function keyOf(endpoint: EndpointDeclaration): string {
  return `${methodsOf(endpoint).join()} ${endpoint.aliasOf ?? endpoint.path}`;
}
