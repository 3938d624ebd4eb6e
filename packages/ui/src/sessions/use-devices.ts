/** Loads the active sessions, and signs them out. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { useEffect, useRef } from "react";
import { useQuery } from "../primitives/use-query.ts";
import { type OptimisticRemoval, useOptimisticRemoval } from "./use-optimistic-removal.ts";

/** A session from the list. */
export interface ListedSession {
  readonly id: string;
  readonly token: string;
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The active sessions. */
export interface DevicesState {
  /** The current one first. `null` until they're loaded. */
  readonly sessions: readonly ListedSession[] | null;
  /** Token of the current session. */
  readonly current: string | undefined;
  /** Whether the server has turned the list off. */
  readonly isOff: boolean;
  /** Why they couldn't be loaded. */
  readonly error: ClientError | null;
  /** Why a session couldn't be signed out, by token. */
  readonly problemOf: OptimisticRemoval["problemOf"];
  reload(): Promise<void>;
  /** Removes the session from the list right away. If the call fails, the session reappears with the error. */
  revoke(token: string): Promise<boolean>;
  /** Signs out all sessions except the current one. */
  revokeOthers(): Promise<ClientError | null>;
}

const signedOut: ClientError = { code: "UNAUTHORIZED", message: "", status: 401, statusText: "", details: {} };

/** Waits until the current session is known, so that the user doesn't end it by mistake. */
export function useDevices(): DevicesState {
  const client = useAuthClient();
  const sessionState = client.useSession();
  const current = (sessionState.data?.session as ListedSession | undefined)?.token;
  const { data, error, isOff, reload } = useQuery("/list-sessions", current ?? null, () => client.listSessions());
  const { isRemoved, problemOf, remove } = useOptimisticRemoval();
  useReloadOnFocus(reload);

  const listed = current === undefined ? null : (data as readonly ListedSession[] | null);
  const shown = listed?.filter(({ token }) => !isRemoved(token)) ?? null;
  return {
    sessions: shown && [...shown].sort((a, b) => Number(b.token === current) - Number(a.token === current)),
    current,
    isOff,
    error: sessionState.data || sessionState.isPending ? error : (sessionState.error ?? signedOut),
    problemOf,
    reload,
    revoke: (token) => remove(token, () => client.revokeSession({ token })),
    async revokeOthers() {
      const result = await client.revokeOtherSessions();
      if (!result.error) await reload();
      return result.error;
    },
  };
}

/** Sessions can end elsewhere while the window is in the background. */
function useReloadOnFocus(reload: () => Promise<void>): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    const onFocus = (): void => void latest.current();
    addEventListener("focus", onFocus);
    return () => removeEventListener("focus", onFocus);
  }, []);
}
