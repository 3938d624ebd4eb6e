/** Loads the active sessions, and signs them out. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { useEffect, useRef, useState } from "react";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { errorText } from "../texts/texts.ts";

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
  /** Why they couldn't be loaded. */
  readonly error: ClientError | null;
  /** Why a session couldn't be signed out, by token. */
  readonly problems: Readonly<Record<string, string>>;
  reload(): Promise<void>;
  /** Removes the session from the list right away. If that fails, it returns with the error. */
  revoke(token: string): Promise<boolean>;
  /** Signs out all sessions except the current one. */
  revokeOthers(): Promise<ClientError | null>;
}

const signedOut: ClientError = { code: "UNAUTHORIZED", message: "", status: 401, statusText: "", details: {} };

/** Loads the sessions once the current one is known, because the user could end it by mistake otherwise. */
export function useDevices(): DevicesState {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const own = client.useSession();
  const current = (own.data?.session as ListedSession | undefined)?.token;
  const { data, error, reload } = useQuery(current ?? null, () => client.listSessions());
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  useReloadOnFocus(reload);

  const mark = (token: string, isEnded: boolean): void =>
    setEnded((before) => new Set(isEnded ? [...before, token] : [...before].filter((one) => one !== token)));
  const setProblem = (token: string, problem: string): void =>
    setProblems((before) => ({ ...before, [token]: problem }));
  const listed = current === undefined ? null : (data as readonly ListedSession[] | null);
  const shown = listed?.filter(({ token }) => !ended.has(token)) ?? null;
  return {
    sessions: shown && [...shown].sort((a, b) => Number(b.token === current) - Number(a.token === current)),
    current,
    error: own.data || own.isPending ? error : (own.error ?? signedOut),
    problems,
    reload,
    async revoke(token) {
      setProblem(token, "");
      mark(token, true);
      const result = await client.revokeSession({ token });
      if (!result.error) return true;
      mark(token, false);
      setProblem(token, errorText(texts, result.error));
      return false;
    },
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
