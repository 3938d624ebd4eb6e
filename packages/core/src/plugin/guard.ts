/** A guard: a named step before a handler that refuses, or adds to the context. */

import type { ErrorEntry } from "../http/errors.ts";
import type { RequestContext } from "./context.ts";

/**
 * Adds `Adds` to what the handler gets, or throws an `AuthError`. Guards run in the order in which an endpoint lists
 * them and see what earlier ones added. Authorization is declared this way, so that it can be listed and tested.
 */
export interface Guard<Adds extends object = object, Code extends string = string> {
  /** As it stands in the list of endpoints: `requireSession`. */
  readonly name: string;
  /** What it asks for, as a sentence of the API document: `Somebody is signed in.` */
  readonly summary?: string;
  /** What it can refuse. */
  readonly errors?: Readonly<Record<Code, ErrorEntry>>;
  check(context: RequestContext, input: unknown): Adds | undefined | Promise<Adds | undefined>;
}

/** Everything that a list of guards adds. */
export type Added<G extends readonly Guard[]> = G extends readonly [
  Guard<infer A>,
  ...infer Rest extends readonly Guard[],
]
  ? A & Added<Rest>
  : unknown;

/** Gives a guard its type. */
export function defineGuard<Adds extends object, Code extends string = never>(
  guard: Guard<Adds, Code>,
): Guard<Adds, Code> {
  return guard;
}
