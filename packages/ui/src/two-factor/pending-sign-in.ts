/** Reads the sign-in in this browser that waits for a second factor. */

import type { ClientError } from "@latchkey/react";
import type { TwoFactorMethod } from "@latchkey/two-factor";
import { useEffect, useRef } from "react";
import { useQuery } from "../primitives/use-query.ts";
import { useAvailablePlugins } from "../provider/plugin.ts";
import type { SecondFactor } from "../provider/sign-in-method.ts";
import { useTwoFactorClient } from "./client.ts";
import { useTwoFactorCapabilities } from "./ui.ts";

/** A method whose codes the user enters. Backup codes work for everyone who turned on 2FA. */
export type CodeMethod = TwoFactorMethod | "backup";

/** A method of the second step: a code, or a factor of another UI plugin. */
export type VerificationMethod = CodeMethod | SecondFactor;

/** A sign-in that waits for a second factor, and how it can be completed. */
export interface PendingSignIn {
  /**
   * Identifies this sign-in by its expiration time, so that the user's next one has a different id. `null` if the
   * server doesn't return the time.
   */
  readonly id: string | null;
  /** In the server's order. */
  readonly methods: readonly VerificationMethod[];
  /** How many wrong codes the user can enter before having to start again. `null` if the server doesn't say. */
  readonly attemptsLeft: number | null;
  /** Length of each method's code, in characters. */
  readonly lengths: Readonly<Record<CodeMethod, number>>;
  /** Seconds that a device stays trusted. */
  readonly trustFor: number;
}

/** The pending sign-in, and whether it's loaded. */
export interface PendingSignInQuery {
  /** `null` if there is none, or if it has expired. `undefined` until it's loaded. */
  readonly pending: PendingSignIn | null | undefined;
  readonly error: ClientError | null;
  /** Reads it again. Resolves once the response is stored. */
  reload(): Promise<void>;
}

/** The state of a server without the call, which rejects the code if there's no sign-in. */
const noPendingCall = { isKnown: false, found: null };

/** Returns the pending sign-in. It's read again when the user returns to the window, because it expires. */
export function usePendingSignIn(): PendingSignInQuery {
  const client = useTwoFactorClient();
  const offered = useTwoFactorCapabilities();
  const factors = useAvailablePlugins().flatMap(({ secondFactor }) => (secondFactor ? [secondFactor] : []));
  const {
    data: read,
    error,
    isOff,
    reload,
  } = useQuery("/two-factor/pending", "pending", async () => {
    const { data: found, error: rejection } = await client.twoFactor.pending();
    if (rejection?.status === 404) return { data: noPendingCall, error: null };
    return rejection ? { data: null, error: rejection } : { data: { isKnown: true, found }, error: null };
  });
  const data = isOff ? noPendingCall : read;
  useReloadOnReturn(reload);
  if (!data || offered === undefined) return { pending: undefined, error, reload };
  if ((data.isKnown && data.found === null) || offered === null) return { pending: null, error: null, reload };
  const enabled = (["totp", "otp"] as const).filter((method) => offered[method] !== null);
  const methodNames: readonly string[] = data.found?.methods ?? enabled;
  const codes = methodNames.filter((method) => method === "totp" || method === "otp");
  const others = factors.filter(({ method }) => methodNames.includes(method));
  return {
    pending: {
      id: data.found?.expiresAt.toISOString() ?? null,
      // A user without codes has no backup codes either.
      methods: [...others, ...codes, ...(codes.length > 0 || others.length === 0 ? (["backup"] as const) : [])],
      attemptsLeft: data.found?.attemptsLeft ?? null,
      lengths: {
        totp: offered.totp?.digits ?? 6,
        otp: offered.otp?.digits ?? 6,
        backup: offered.backupCode.length,
      },
      trustFor: offered.trustFor,
    },
    error: null,
    reload,
  };
}

function useReloadOnReturn(reload: () => Promise<void>): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    const onVisible = (): void => {
      if (document.visibilityState === "visible") void latest.current();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, []);
}
