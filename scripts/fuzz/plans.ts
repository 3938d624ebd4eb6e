/** A plan for a request, independent of a world: the endpoint, the sender, and the changes. */

import fc from "fast-check";
import { type Change, change } from "./changes.ts";
import { type Mutation, mutation } from "./mutations.ts";
import type { ActorName } from "./world.ts";

export interface Plan {
  readonly endpoint: string;
  /** Index of the valid request that it starts from. */
  readonly sample: number;
  /** The user whose cookies are sent. `proper` is the user that the valid request is made for. */
  readonly actorName: ActorName | "proper";
  readonly changes: readonly Change[];
  readonly mutations: readonly Mutation[];
}

const actors: readonly ActorName[] = ["nobody", "olga", "ann", "adam", "eve", "tina"];

/** Generates plans for any of these endpoints. */
export function plans(endpoints: readonly string[]): fc.Arbitrary<Plan> {
  return fc.record({
    endpoint: fc.constantFrom(...endpoints),
    sample: fc.nat(5),
    actorName: fc.oneof(
      { weight: 3, arbitrary: fc.constant("proper" as const) },
      { weight: 2, arbitrary: fc.constantFrom(...actors) },
    ),
    changes: fc.oneof(
      { weight: 1, arbitrary: fc.constant<Change[]>([]) },
      { weight: 5, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
    ),
    mutations: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Mutation[]>([]) },
      { weight: 1, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 2 }) },
    ),
  });
}

/** A plan for the valid request without changes. */
export const unmodified = (endpoint: string, sample: number): Plan => ({
  endpoint,
  sample,
  actorName: "proper",
  changes: [],
  mutations: [],
});
