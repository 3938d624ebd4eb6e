/** A request of the fuzz, before it meets a world: which endpoint, who asks, what is spoilt. */

import fc from "fast-check";
import { type Change, change } from "./changes.ts";
import { type Twist, twist } from "./twists.ts";
import type { ActorName } from "./world.ts";

export interface Plan {
  readonly endpoint: string;
  /** Which of the endpoint's valid requests it begins with. */
  readonly sample: number;
  /** Whose cookies it carries; `proper`: those of whom the valid request is made for. */
  readonly as: ActorName | "proper";
  readonly changes: readonly Change[];
  readonly twists: readonly Twist[];
}

const actors: readonly ActorName[] = ["nobody", "olga", "ann", "adam", "eve", "tina"];

/** Plans for any of these endpoints. */
export function plans(endpoints: readonly string[]): fc.Arbitrary<Plan> {
  return fc.record({
    endpoint: fc.constantFrom(...endpoints),
    sample: fc.nat(5),
    as: fc.oneof(
      { weight: 3, arbitrary: fc.constant("proper" as const) },
      { weight: 2, arbitrary: fc.constantFrom(...actors) },
    ),
    changes: fc.oneof(
      { weight: 1, arbitrary: fc.constant<Change[]>([]) },
      { weight: 5, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
    ),
    twists: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Twist[]>([]) },
      { weight: 1, arbitrary: fc.array(twist, { minLength: 1, maxLength: 2 }) },
    ),
  });
}

/** The valid request itself. */
export const unspoilt = (endpoint: string, sample: number): Plan => ({
  endpoint,
  sample,
  as: "proper",
  changes: [],
  twists: [],
});
