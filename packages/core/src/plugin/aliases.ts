/** Endpoints that answer under several names: what an app decides for one of the names holds for all of them. */

import { type Endpoint, type EndpointDeclaration, methodsOf } from "./endpoint.ts";

type Endpoints = Readonly<Record<string, Endpoint>>;

/** The names of one endpoint. */
export interface EndpointNames {
  /** Keys in `auth.api`, the main one first. */
  readonly ids: readonly string[];
  /** Paths, in the same order. */
  readonly paths: readonly string[];
}

/** All names of an endpoint, its own among them. */
export function namesOf(endpoints: Endpoints, endpoint: EndpointDeclaration): EndpointNames {
  const main = keyOf(endpoint);
  const same = Object.entries(endpoints)
    .filter(([, one]) => keyOf(one) === main)
    .sort(([, one], [, other]) => Number(one.aliasOf !== undefined) - Number(other.aliasOf !== undefined));
  return { ids: same.map(([id]) => id), paths: same.map(([, { path }]) => path) };
}

function keyOf(endpoint: EndpointDeclaration): string {
  return `${methodsOf(endpoint).join()} ${endpoint.aliasOf ?? endpoint.path}`;
}
