/** Guards, which are named steps before a handler that reject the request or add to the context. */

import type { RequestContext } from "../kernel/context.ts";
import type { GuardDeclaration } from "../kernel/declaration.ts";

/**
 * Adds `Adds` to the handler's context, or throws an `AuthError`. Guards run in the order that an endpoint lists them
 * and see what earlier ones added. Declaring authorization this way lets tests list and check it.
 *
 * `Needs` is what earlier guards must have added. An endpoint that lacks them doesn't compile.
 */
export interface Guard<Adds extends object = object, Code extends string = string, Needs = unknown>
  extends GuardDeclaration<Code> {
  check(context: RequestContext & Needs, input: unknown): Adds | undefined | Promise<Adds | undefined>;
}

/** Everything that a list of guards adds. */
export type GuardContext<G extends readonly Guard[]> = G extends readonly [
  Guard<infer A>,
  ...infer Rest extends readonly Guard[],
]
  ? A & GuardContext<Rest>
  : unknown;

/**
 * `unknown` if each guard has what it needs and adds no name that's taken. Otherwise, a type that names the mistake.
 */
export type OrderedGuards<G extends readonly Guard[], Has = unknown> = G extends readonly [
  Guard<infer A, string, infer N>,
  ...infer Rest extends readonly Guard[],
]
  ? [RequestContext & Has] extends [N]
    ? [TakenNames<A, Has>] extends [never]
      ? OrderedGuards<Rest, Has & A>
      : { readonly guardsAddTwice: TakenNames<A, Has> }
    : { readonly guardNeeds: N }
  : unknown;

/**
 * Names that the context or an earlier guard already uses for something else, which this guard would overwrite. Several
 * guards can add the same thing, such as the session.
 */
type TakenNames<A, Has> =
  | (keyof A & keyof RequestContext)
  | { [K in keyof A & keyof Has]: [A[K], Has[K]] extends [Has[K], A[K]] ? never : K }[keyof A & keyof Has];

/**
 * Defines a guard.
 *
 * @example
 * // Behind `requireSession`, which adds `user`.
 * const requireBadge = defineGuard<{ badge: Badge }, "NO_BADGE", Pick<ActiveSession, "user">>({
 *   name: "requireBadge",
 *   errors: { NO_BADGE },
 *   check: async (context) => ({ badge: await findBadge(context, context.user.id) }),
 * });
 */
export function defineGuard<Adds extends object, Code extends string = never, Needs = unknown>(
  guard: Guard<Adds, Code, Needs>,
): Guard<Adds, Code, Needs> {
  return guard;
}
