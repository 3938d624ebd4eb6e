/** Creates the client: paths become functions and the session becomes a store. */

import type { SessionData } from "@latchkey/core";
import { withEffects } from "./effects.ts";
import type { ClientPlugin } from "./plugin.ts";
import { pathProxy } from "./proxy.ts";
import { createReauthPrompt } from "./reauth-prompt.ts";
import { createSend, type HeadersLike } from "./request.ts";
import type { ClientError } from "./result.ts";
import { createStore, type LiveStore } from "./store.ts";
import type { AuthClient } from "./types.ts";

/** Options for `createAuthClient`. */
export interface ClientOptions<P extends readonly ClientPlugin[] = readonly ClientPlugin[]> {
  /** Origin of the auth server, such as `https://auth.example.com`. Default: the page's origin. */
  readonly baseURL?: string | undefined;
  /** Path of the auth endpoints on that origin. Default: `/api/auth`. */
  readonly basePath?: string | undefined;
  /** The client parts of the server's plugins: `[passkeyClient(), organizationClient()]`. */
  readonly plugins?: P | undefined;
  /** The fetch function to use. Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Options that apply to every request. */
  readonly fetchOptions?: { readonly headers?: HeadersLike | undefined } | undefined;
  /** Runs after each failed call, following the call's own `onError`. Doesn't run for reads that a store makes. */
  onError?(error: ClientError, path: string): void;
  /**
   * Navigates to the URL in a response: a path in your app (`/welcome`), or an absolute URL elsewhere, such as a
   * provider's. Only `http:` and `https:` URLs are passed. Default: `location.assign`.
   *
   * @example navigate: (url) => (url.startsWith("/") ? router.push(url) : location.assign(url))
   */
  navigate?(url: string): void;
  /**
   * The session that the server rendered the page with, as an object or as parsed from JSON. `null` if no one is signed
   * in. The store then starts without a pending state and skips the first read. On a server, pass it to a client
   * created for a single request, or to the provider in React.
   */
  readonly initialSession?: SessionSeed | null | undefined;
  /**
   * How often to reload the session while it has listeners and the page is visible, in milliseconds. Default: never.
   */
  readonly refetchInterval?: number | undefined;
}

/** A session from outside the client: from `auth.api.getSession`, or from JSON, with dates as strings. */
export interface SessionSeed {
  readonly session: object;
  readonly user: object;
}

/**
 * Creates a client. Every call resolves to `{ data, error }` and never throws. Create the client once and export it.
 *
 * @example const client = createAuthClient<typeof auth>(); // types from the server
 * @example const client = createAuthClient({ plugins: [usernameClient()] }); // types from the client plugins
 */
export function createAuthClient<A = unknown, const P extends readonly ClientPlugin[] = readonly ClientPlugin[]>(
  options: ClientOptions<P> = {},
): AuthClient<A, P> {
  const { baseURL = "", basePath = "/api/auth", fetchOptions, initialSession, refetchInterval } = options;
  const plugins: readonly ClientPlugin[] = options.plugins ?? [];
  const send = createSend(trimTrailingSlashes(baseURL) + basePath, options.fetch, fetchOptions?.headers);
  const pluginStores: Record<string, LiveStore<unknown>> = {};
  for (const plugin of plugins) {
    for (const [name, { emptiedBy, path, query, isPublic }] of Object.entries(plugin.stores ?? {})) {
      const store = createStore({ emptiedBy, read: (signal) => send(path, { signal, query }) });
      // Without a session, reading any other store would only result in a 401.
      if (isPublic) store.clear = store.reset;
      pluginStores[name] = store;
    }
  }
  let hasEnded = false;
  const session = createStore<SessionData>({
    read: (signal) => send("/get-session", { signal }),
    initial: initialSession,
    interval: refetchInterval,
    onData: (before, after) => {
      // The other stores hold the previous user's data, or what was left when the previous session ended.
      if (before?.user?.id === after?.user.id || !(before || hasEnded)) return;
      hasEnded = !after;
      for (const store of Object.values(pluginStores)) hasEnded ? store.clear() : store.reset();
    },
  });
  const stores = { session: session as LiveStore<unknown>, ...pluginStores };
  const reauthPrompt = createReauthPrompt();
  const $fetch = withEffects(send, {
    methods: Object.assign({}, ...plugins.map(({ methods }) => methods)),
    session,
    stores: Object.values(stores),
    plugins,
    reauthPrompt,
    options,
  });
  const actions = plugins.reduce((sum, plugin) => merge(sum, plugin.actions?.($fetch)), {
    $fetch,
    $stores: stores,
    $onProofNeeded: reauthPrompt.onRequest,
  } as object);
  return pathProxy(actions, $fetch) as AuthClient<A, P>;
}

/** Merges deeply, because several plugins can add to the same namespace, such as `admin`. */
function merge(target: object, source: object = {}): object {
  const merged: Record<string, unknown> = { ...target };
  for (const [name, value] of Object.entries(source)) {
    const known = merged[name];
    merged[name] = typeof known === "object" && known && typeof value === "object" ? merge(known, value) : value;
  }
  return merged;
}

/** A loop, because a regular expression would take quadratic time or need a recent browser. */
function trimTrailingSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end--;
  return url.slice(0, end);
}
