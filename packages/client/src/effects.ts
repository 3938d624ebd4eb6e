/** Handles what follows a response: store updates, plugin hooks, callbacks, and navigation. */

import type { SessionData } from "@latchkey/core";
import { listedMethod, type Methods, matchesAny, methodOf } from "./paths.ts";
import type { ClientPlugin } from "./plugin.ts";
import type { ReauthPrompt } from "./reauth-prompt.ts";
import { redirectTo } from "./redirect.ts";
import type { Fetch, RequestOptions, Send } from "./request.ts";
import type { ClientError, Result } from "./result.ts";
import { runCallback } from "./run-callback.ts";
import { nextSession } from "./session-data.ts";
import type { LiveStore } from "./store.ts";
import { notifyTabs } from "./tabs.ts";

export interface Effects {
  readonly methods: Methods;
  readonly session: LiveStore<SessionData>;
  readonly stores: Readonly<Record<string, LiveStore<unknown>>>;
  /** Paths that toggle a store, keyed by the store's name. */
  readonly signals: Readonly<Record<string, readonly string[]>>;
  readonly plugins: readonly ClientPlugin[];
  readonly reauthPrompt: ReauthPrompt;
  readonly options: Callbacks;
}

/** The app's callbacks. */
export interface Callbacks {
  navigate?(url: string): void;
  onError?(error: ClientError, path: string): void;
}

/** Wraps `send` so that each response updates stores, runs callbacks, and follows redirects. */
export function withEffects(send: Send, effects: Effects): Fetch {
  const { methods, session, plugins, options } = effects;
  const go = (url: string): void => redirectTo(url, options.navigate);
  const call = async (path: string, settings: RequestOptions = {}): Promise<Result<unknown>> => {
    const version = session.version();
    const request = { ...settings, method: methodOf(path, methods, settings.method, settings.body) };
    let result = await send(path, request);
    if (result.error && (await effects.reauthPrompt.request(result.error, path))) result = await send(path, request);
    if (request.method === "GET" && !settings.method && !listedMethod(path, methods))
      result = explainWrongMethod(result);
    const { data, error } = result;
    // On a server, requests can share the stores, so one user's session must never be written to them.
    if (typeof window !== "undefined") {
      runCallback(() => {
        if (!error && path === "/get-session" && version === session.version())
          session.setData(data as SessionData | null);
        if (!settings.disableSignal) updateStores(path, result, effects);
      });
    }
    if (error) {
      runCallback(() => settings.onError?.(error));
      runCallback(() => options.onError?.(error, path));
      return result;
    }
    for (const plugin of plugins) runCallback(() => plugin.onSuccess?.({ path, data, navigate: go }));
    runCallback(() => settings.onSuccess?.(data));
    const { url, redirect } = (data ?? {}) as { readonly url?: unknown; readonly redirect?: unknown };
    if (redirect === true && typeof url === "string") runCallback(() => go(url));
    return result;
  };
  return call as Fetch;
}

/**
 * A POST without fields is sent as a GET if its plugin's client half is missing. The auth server responds to that with
 * a 404 that has its own message. An empty 404 comes from something else.
 */
function explainWrongMethod(result: Result<unknown>): Result<unknown> {
  const { error } = result;
  if (error?.code !== "NOT_FOUND" || error.message === error.statusText) return result;
  const hint =
    'Sent as GET. For a POST without fields, add its plugin\'s client half to plugins, or set method: "POST".';
  return { data: null, error: { ...error, message: `${error.message}. ${hint}` } };
}

function updateStores(path: string, { data, error }: Result<unknown>, { session, stores, signals }: Effects): void {
  const current = session.get().data;
  if (error) {
    // The session was ended elsewhere, for example from another device.
    if (error.code === "UNAUTHORIZED" && current) session.toggle();
    return;
  }
  const affected = Object.keys(stores).filter((name) => matchesAny(path, signals[name]));
  for (const name of affected) stores[name]?.toggle();
  if (affected.length > 0) notifyTabs(path);
  const next = nextSession(path, data, current);
  // A response that has a session, or another user's token, changes the session even if no client half lists its path.
  const hasSession = path !== "/get-session" && next !== "changed" && next !== null;
  if (!affected.includes("session") && !hasSession) return;
  if (next === "unknown") session.reset();
  else if (next !== "changed") session.setData(next);
}
