/** React hooks for named benefits and limits, `@latchkey/billing/react`. */

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { BillingEntitlements, Entitlement } from "./purchases.ts";

/** A response or an error, as the client's calls return it. */
type CallResult<T> =
  | { readonly data: T; readonly error: null }
  | { readonly data: null; readonly error: { readonly code: string } };

/** The state of the client's store, with only the fields used here. */
interface EntitlementsState {
  readonly data: BillingEntitlements | null | undefined;
  readonly isPending: boolean;
  readonly isRefetching: boolean;
  readonly error: { readonly code: string } | null;
}

/** A client with `billingClient()`, with only the members used here. */
export interface EntitlementsClient {
  readonly $stores: {
    readonly entitlements: {
      get(): EntitlementsState;
      listen(listener: () => void): () => void;
    };
  };
  readonly billing: {
    entitlements(input: { readonly query: { readonly referenceId: string } }): Promise<CallResult<BillingEntitlements>>;
  };
}

/** Selects the user or organization. */
export interface EntitlementHookOptions {
  /** The caller's own id, or an organization's id. Default: see `billing.reference`. */
  readonly referenceId?: string | undefined;
}

/** Options for `useLimit`. */
export interface LimitHookOptions extends EntitlementHookOptions {
  /** How much of the limit is used. */
  readonly used: number;
}

/** What a hook returns. `data` is `null` until the first response, and after an error. */
export interface EntitlementHookState<T> {
  readonly data: T | null;
  readonly isPending: boolean;
  /** The error code, such as `UNAUTHORIZED`. */
  readonly error: string | null;
}

/**
 * Returns whether the user, or an organization, has a named benefit. Use it only to decide what to show, because the
 * server must check, too.
 */
export function useBenefit(
  client: EntitlementsClient,
  name: string,
  options: EntitlementHookOptions = {},
): EntitlementHookState<boolean> {
  const { data, ...state } = useEntitlements(client, options.referenceId);
  return { ...state, data: data?.benefits.includes(name) ?? null };
}

/**
 * Returns a named limit, and what's left of it. A limit that no plan includes is 0. Use it only to decide what to show,
 * because the server must check, too.
 */
export function useLimit(
  client: EntitlementsClient,
  name: string,
  { used, referenceId }: LimitHookOptions,
): EntitlementHookState<Entitlement> {
  const { data, ...state } = useEntitlements(client, referenceId);
  return { ...state, data: data && toEntitlement(data, name, used) };
}

function toEntitlement({ limits }: BillingEntitlements, name: string, used: number): Entitlement {
  const limit = Object.hasOwn(limits, name) ? (limits[name] ?? null) : 0;
  if (limit === null) return { allowed: true, limit, remaining: null };
  return { allowed: used < limit, limit, remaining: Math.max(0, limit - used) };
}

function useEntitlements(
  client: EntitlementsClient,
  referenceId: string | undefined,
): EntitlementHookState<BillingEntitlements> {
  const { listen, get } = client.$stores.entitlements;
  const store = useSyncExternalStore(listen, get, get);
  const [loaded, setLoaded] = useState<LoadedEntitlements | null>(null);
  const isLoaded = loaded !== null && loaded.client === client && loaded.referenceId === referenceId;
  // The store reloads after every call that changes something, so another reference's entitlements are reloaded then,
  // too.
  const mustRead = referenceId !== undefined && (store.isRefetching || !isLoaded);
  const latest = useRef<object | null>(null);
  useEffect(() => {
    if (!mustRead || referenceId === undefined) return;
    const request = {};
    latest.current = request;
    void client.billing.entitlements({ query: { referenceId } }).then(({ data, error }) => {
      const state = { data, isPending: false, error: error?.code ?? null };
      if (latest.current === request) setLoaded({ client, referenceId, state });
    });
    // There's no cleanup, so the response is used even if the store's own response arrives first and ends `mustRead`.
  }, [client, referenceId, mustRead]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different client or reference makes a response outdated
  useEffect(() => {
    return () => {
      latest.current = null;
    };
  }, [client, referenceId]);
  if (referenceId !== undefined) return isLoaded ? loaded.state : { data: null, isPending: true, error: null };
  return { data: store.data ?? null, isPending: store.isPending, error: store.error?.code ?? null };
}

interface LoadedEntitlements {
  readonly client: EntitlementsClient;
  readonly referenceId: string;
  readonly state: EntitlementHookState<BillingEntitlements>;
}
