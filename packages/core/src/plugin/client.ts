/** The client part of a plugin. Contains only types, so that a plugin doesn't have to depend on `@latchkey/client`. */

import type { Fetch, Query } from "../http/client-call.ts";
import type { HasTypes, PluginTypes } from "./types.ts";

/** Exceptions to the client's rule for methods, by path. docs/guides/client.md has the rule. */
export type Methods = Readonly<Record<string, "GET" | "POST">>;

/** The client part of a server plugin: everything that can't be derived from the rules for paths and methods. */
export interface ClientPlugin<T extends PluginTypes = PluginTypes> extends HasTypes<T> {
  readonly id: string;
  /** Exceptions to the method rule, by path, such as a POST without fields. */
  readonly methods?: Methods;
  /**
   * Stores by name: `activeOrganization` becomes `client.$stores.activeOrganization`, and `useActiveOrganization` in
   * React. They're read again after each call that changes something, while they have listeners.
   */
  readonly stores?: Readonly<Record<string, StoreSource>>;
  /** Functions that don't correspond to a path, merged into the client at any depth. */
  actions?($fetch: Fetch): object;
  /** Called with every successful response, after the stores and before the caller. */
  onSuccess?(response: ClientResponse): void;
  /** Rejects server plugins, which have endpoints. Their code would end up in the browser. */
  readonly endpoints?: never;
}

/** The call that a store fetches from. */
export interface StoreSource {
  readonly path: string;
  readonly query?: Query;
  /** Whether it has data even if no one is signed in, so that it's read again when a session ends. Default: false. */
  readonly isPublic?: boolean;
  /**
   * Path of a call that empties the store if it returns `null`. Set it if reading the store would fail in that case. In
   * other tabs, a read that gets a 400 empties the store.
   */
  readonly emptiedBy?: string;
}

/** A response, with what a plugin can do in reaction to it. */
export interface ClientResponse {
  readonly path: string;
  readonly data: unknown;
  /** Navigates to an HTTP(S) URL the way the app is configured to. Ignores any other URL. */
  navigate(url: string): void;
}
