/** `createAuthClient`: paths as functions, the session as a store. */

import type { SessionData } from "@latchkey/core";
import { withEffects } from "./effects.ts";
import { knownMethods } from "./methods.ts";
import { matchesAny } from "./paths.ts";
import type { ClientPlugin } from "./plugin.ts";
import { createProofDesk } from "./proof.ts";
import { pathProxy } from "./proxy.ts";
import { createSend, type HeadersLike } from "./request.ts";
import type { ClientError } from "./result.ts";
import { sessionPaths } from "./session-paths.ts";
import { createStore, type LiveStore } from "./store.ts";
import type { AuthClient } from "./types.ts";

/** Options of `createAuthClient`. */
export interface ClientOptions<P extends readonly ClientPlugin[] = readonly ClientPlugin[]> {
  /** Origin of the auth server: `https://auth.example.com`. Default: the page's own. */
  readonly baseURL?: string | undefined;
  /** Default: `/api/auth`. */
  readonly basePath?: string | undefined;
  readonly plugins?: P | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** What every request carries. */
  readonly fetchOptions?: { readonly headers?: HeadersLike | undefined } | undefined;
  /** Told of every call that fails, after the call's own `onError`; not of reads that a store makes. */
  onError?(error: ClientError, path: string): void;
  /**
   * Goes where an answer says: to a path of the app's own (`/welcome`), or to an absolute address elsewhere, such as a
   * provider's. Only web addresses come here. Default: `location.assign`.
   *
   * @example navigate: (url) => (url.startsWith("/") ? router.push(url) : location.assign(url))
   */
  navigate?(url: string): void;
  /**
   * The session as the server that rendered the page knew it (`null`: nobody), as an object or as parsed from JSON.
   * Nothing is pending then, and nothing read at first. On a server that answers many, give it to a client made for
   * the one request, or to the provider in React.
   */
  readonly initialSession?: SessionSeed | null | undefined;
  /** Reads the session again this often, in milliseconds, while it is listened to and the page visible. Default: never. */
  readonly refetchInterval?: number | undefined;
}

/** A session from elsewhere: of `auth.api.getSession`, or of JSON, with dates as text. */
export interface SessionSeed {
  readonly session: object;
  readonly user: object;
}

/**
 * Makes a client. Every call resolves to `{ data, error }` and never throws. Make it once, in a module.
 *
 * @example const client = createAuthClient<typeof auth>(); // types from the server
 * @example const client = createAuthClient({ plugins: [usernameClient()] }); // types from the client halves
 */
export function createAuthClient<A = unknown, const P extends readonly ClientPlugin[] = readonly ClientPlugin[]>(
  options: ClientOptions<P> = {},
): AuthClient<A, P> {
  const { baseURL = "", basePath = "/api/auth", fetchOptions, initialSession, refetchInterval } = options;
  const plugins: readonly ClientPlugin[] = options.plugins ?? [];
  const send = createSend(withoutSlashes(baseURL) + basePath, options.fetch, fetchOptions?.headers);
  const signals = signalsOf(plugins);

  const session = createStore<SessionData>({
    read: (signal) => send("/get-session", { signal }),
    initial: initialSession,
    interval: refetchInterval,
    isTouchedBy: (path) => matchesAny(path, signals.session),
    onData: (before, after) => {
      // What the other stores know belongs to the one who left.
      if (before && before.user?.id !== after?.user.id) for (const store of others) store.reset();
    },
  });
  const stores: Record<string, LiveStore<unknown>> = { session: session as LiveStore<unknown> };
  for (const plugin of plugins) {
    for (const [name, { path, query }] of Object.entries(plugin.stores ?? {})) {
      stores[name] = createStore({
        read: (signal) => send(path, { signal, query }),
        isTouchedBy: (called) => matchesAny(called, signals[name]),
      });
    }
  }
  const desk = createProofDesk();
  const others = Object.values(stores).filter((store) => store !== stores.session);

  const $fetch = withEffects(send, {
    methods: Object.assign({}, knownMethods, ...plugins.map(({ methods }) => methods)),
    session,
    stores,
    signals,
    plugins,
    desk,
    options,
  });
  const own = plugins.reduce((sum, plugin) => merge(sum, plugin.actions?.($fetch)), {
    $fetch,
    $stores: stores,
    $onProofNeeded: desk.on,
  } as object);
  return pathProxy(own, $fetch) as AuthClient<A, P>;
}

function signalsOf(plugins: readonly ClientPlugin[]): Readonly<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]> = { session: sessionPaths };
  for (const { signals } of plugins) {
    for (const [name, paths] of Object.entries(signals ?? {})) all[name] = [...(all[name] ?? []), ...paths];
  }
  return all;
}

/** Two plugins may each add to `admin`. */
function merge(one: object, other: object = {}): object {
  const sum: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const known = sum[name];
    sum[name] = typeof known === "object" && known && typeof value === "object" ? merge(known, value) : value;
  }
  return sum;
}

function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end--;
  return url.slice(0, end);
}
