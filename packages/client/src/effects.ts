/** What follows from an answer: stores, plugins, callbacks, navigation. */

import type { SessionData } from "@latchkey/core";
import { attempt } from "./attempt.ts";
import { type Methods, methodOf } from "./methods.ts";
import { matchesAny } from "./paths.ts";
import type { ClientPlugin } from "./plugin.ts";
import type { ProofDesk } from "./proof.ts";
import { goTo } from "./redirect.ts";
import type { Fetch, RequestOptions, Send } from "./request.ts";
import type { ClientError, Result } from "./result.ts";
import { sessionAfter } from "./session-paths.ts";
import type { LiveStore } from "./store.ts";
import { tellTabs } from "./tabs.ts";

export interface Effects {
  readonly methods: Methods;
  readonly session: LiveStore<SessionData>;
  readonly stores: Readonly<Record<string, LiveStore<unknown>>>;
  /** By the name of a store: the paths that toggle it. */
  readonly signals: Readonly<Record<string, readonly string[]>>;
  readonly plugins: readonly ClientPlugin[];
  readonly desk: ProofDesk;
  readonly options: Callbacks;
}

/** The app's own say. */
export interface Callbacks {
  navigate?(url: string): void;
  onError?(error: ClientError, path: string): void;
}

/** `send`, with everything that follows. */
export function withEffects(send: Send, effects: Effects): Fetch {
  const { methods, session, plugins, options } = effects;
  const go = (url: string): void => goTo(url, options.navigate);
  const call = async (path: string, settings: RequestOptions = {}): Promise<Result<unknown>> => {
    const version = session.version();
    const request = { ...settings, method: methodOf(path, methods, settings.method, settings.body) };
    let result = await send(path, request);
    if (result.error && (await effects.desk.ask(result.error, path))) result = await send(path, request);
    const { data, error } = result;
    // On a server the stores may be shared by all requests: one person's session must not get in there.
    if (typeof window !== "undefined") {
      attempt(() => {
        if (!error && path === "/get-session" && version === session.version()) session.put(data as SessionData | null);
        if (!settings.disableSignal) updateStores(path, result, effects);
      });
    }
    if (error) {
      attempt(() => settings.onError?.(error));
      attempt(() => options.onError?.(error, path));
      return result;
    }
    for (const plugin of plugins) attempt(() => plugin.onSuccess?.({ path, data, navigate: go }));
    attempt(() => settings.onSuccess?.(data));
    const { url, redirect } = (data ?? {}) as { readonly url?: unknown; readonly redirect?: unknown };
    if (redirect === true && typeof url === "string") attempt(() => go(url));
    return result;
  };
  return call as Fetch;
}

function updateStores(path: string, { data, error }: Result<unknown>, { session, stores, signals }: Effects): void {
  const current = session.get().data;
  if (error) {
    // Taken for signed in and not so any more: the session was ended elsewhere.
    if (error.code === "UNAUTHORIZED" && current) session.toggle();
    return;
  }
  const touched = Object.keys(stores).filter((name) => matchesAny(path, signals[name]));
  for (const name of touched) stores[name]?.toggle();
  if (touched.length > 0) tellTabs(path);
  if (!touched.includes("session")) return;
  const next = sessionAfter(path, data, current);
  if (next === "unknown") session.reset();
  else if (next !== "changed") session.put(next);
}
