/** Handles what follows a response: store updates, plugin hooks, callbacks, and navigation. */

import type { SessionData } from "@latchkey/core";
import { isChange, type Methods, methodOf } from "./paths.ts";
import type { ClientPlugin } from "./plugin.ts";
import type { ReauthPrompt } from "./reauth-prompt.ts";
import { redirectTo } from "./redirect.ts";
import type { Fetch, RequestOptions, Send } from "./request.ts";
import type { ClientError, Result } from "./result.ts";
import { runCallback } from "./run-callback.ts";
import { endsSession, isOtherUsersSignIn, isSessionData } from "./session-data.ts";
import type { LiveStore } from "./store.ts";
import { notifyTabs } from "./tabs.ts";

export interface Effects {
  readonly methods: Methods;
  readonly session: LiveStore<SessionData>;
  /** All stores, including the session. */
  readonly stores: readonly LiveStore<unknown>[];
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
  const navigate = (url: string): void => redirectTo(url, options.navigate);
  const call = async (path: string, settings: RequestOptions = {}): Promise<Result<unknown>> => {
    const version = session.version();
    const method = methodOf(path, methods, settings.method, settings.body);
    const request = { ...settings, method };
    let result = await send(path, request);
    if (result.error && (await effects.reauthPrompt.request(result.error, path))) result = await send(path, request);
    const { data, error } = result;
    // On a server, requests can share the stores, so one user's session must never be written to them.
    if (typeof window !== "undefined") {
      runCallback(() => {
        if (path === "/get-session" && !error && version === session.version())
          session.setData(data as SessionData | null);
        if (settings.disableSignal) return;
        // A 401 means that the session was ended elsewhere, for example from another device.
        if (error?.code === "UNAUTHORIZED" && session.get().data) session.toggle();
        if (!error && isChange(path, method)) updateStores(path, data, effects);
      });
    }
    if (error) {
      runCallback(() => settings.onError?.(error));
      runCallback(() => settings.disableOnError || options.onError?.(error, path));
      return result;
    }
    for (const plugin of plugins) runCallback(() => plugin.onSuccess?.({ path, data, navigate }));
    runCallback(() => settings.onSuccess?.(data));
    const { url, redirect } = (data ?? {}) as { readonly url?: unknown; readonly redirect?: unknown };
    if (redirect === true && typeof url === "string") runCallback(() => navigate(url));
    return result;
  };
  return call as Fetch;
}

/** Refetches all stores here and in other tabs, and sets the session right away if the response contains it. */
function updateStores(path: string, data: unknown, { session, stores }: Effects): void {
  const isOver = endsSession(path);
  for (const store of stores) {
    // A read would only result in an error, such as a 401 without a session.
    if ((isOver && store !== session) || (!data && store.emptiedBy === path)) store.clear();
    else store.toggle();
  }
  notifyTabs();
  if (isOver) session.setData(null);
  else if (isSessionData(data)) session.setData(data);
  // If the old state stayed, pages would redirect the new user to the sign-in form.
  else if (isOtherUsersSignIn(data, session.get().data)) session.reset();
}
