/** The client half of a plugin. */

import type { HasTypes, PluginTypes } from "@latchkey/core";
import type { Methods } from "./methods.ts";
import type { Fetch, Query } from "./request.ts";

/** A few bytes beside a server plugin: what the rules of path and method do not say. */
export interface ClientPlugin<T extends PluginTypes = PluginTypes> extends HasTypes<T> {
  readonly id: string;
  /** Exceptions to the method rule, by path: a POST that takes no field, or the other way round. */
  readonly methods?: Methods;
  /** Stores by name: `activeOrganization` is `client.$stores.activeOrganization`, and `useActiveOrganization` in React. */
  readonly stores?: Readonly<Record<string, StoreSource>>;
  /**
   * By the name of a store, its own or `session`: calls after which it is read again. A path that ends in `*` stands
   * for all that begin so.
   */
  readonly signals?: Readonly<Record<string, readonly string[]>>;
  /** Functions that are no paths, merged into the client at any depth. */
  actions?($fetch: Fetch): object;
  /** Sees every answer of a call that succeeded, after the stores and before the caller. */
  onSuccess?(answer: Answer): void;
}

/** Where a store reads. */
export interface StoreSource {
  readonly path: string;
  readonly query?: Query;
}

/** An answer, and what can be done about it. */
export interface Answer {
  readonly path: string;
  readonly data: unknown;
  /** Goes to a web address the way the app goes; anything else is left alone. */
  navigate(url: string): void;
}
