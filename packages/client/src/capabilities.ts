/**
 * A store of what the server offers, for components that show only what works there. It's a separate entry point,
 * `@latchkey/client/capabilities`, so that apps without such components don't bundle it.
 */

import type { Capabilities } from "@latchkey/core";
import { atom, onMount } from "nanostores";
import type { Fetch } from "./request.ts";

export type { Capabilities };

/** The part of a client that the store uses. */
export interface CapabilitiesClient {
  readonly $fetch: Fetch;
}

/**
 * The server's capabilities. `undefined` while they're loading. `null` if the server doesn't have the call or can't be
 * reached. Components then rely on their props.
 */
export interface CapabilitiesStore {
  get(): Capabilities | null | undefined;
  /** Calls the listener on each change. The first listener starts the read, and all of them share it. */
  listen(listener: (capabilities: Capabilities | null | undefined) => void): () => void;
  /** Like `listen`, and also calls the listener immediately. */
  subscribe(listener: (capabilities: Capabilities | null | undefined) => void): () => void;
  /**
   * Sets the capabilities that the server rendered the page with, so that they aren't read again. Does nothing on a
   * server, because requests can share the client.
   */
  seed(capabilities: Capabilities): void;
}

/** Options for `capabilitiesStore`. */
export interface CapabilitiesOptions {
  /**
   * The key in `sessionStorage`, where the last response is kept for the next page. Set it if a page has clients for
   * several servers. Default: `latchkey.capabilities`.
   */
  readonly storageKey?: string;
}

const stores = new WeakMap<object, CapabilitiesStore>();

/** Returns the client's store of capabilities. Each client has one. */
export function capabilitiesStore(
  client: CapabilitiesClient,
  { storageKey = "latchkey.capabilities" }: CapabilitiesOptions = {},
): CapabilitiesStore {
  const known = stores.get(client);
  if (known) return known;
  const store = createCapabilitiesStore(client, storageKey);
  stores.set(client, store);
  return store;
}

function createCapabilitiesStore(client: CapabilitiesClient, key: string): CapabilitiesStore {
  const $capabilities = atom<Capabilities | null | undefined>();
  let isKnown = false;
  const set = (capabilities: Capabilities | null): void => {
    isKnown = true;
    // A new object with the same content would rerender every component.
    if (JSON.stringify(capabilities) !== JSON.stringify($capabilities.value)) $capabilities.set(capabilities);
    write(key, capabilities);
  };
  const read = async (): Promise<void> => {
    const { data, error } = await client.$fetch("/capabilities", {
      method: "GET",
      disableSignal: true,
      disableOnError: true,
    });
    if (isKnown) return;
    if (isCapabilities(data)) set(data);
    else if (!error || error.status === 404) set(null);
    // After any other error, the last response stays valid. The next listener retries, and so does the `online` event.
    else if (!$capabilities.value) $capabilities.set(null);
  };
  onMount($capabilities, () => {
    if (typeof window === "undefined" || isKnown) return;
    const stored = readStored(key);
    if (stored) $capabilities.set(stored);
    void read();
    const readAgain = (): void => void (isKnown || read());
    // The store unmounts one second after its last listener is removed. In a test, `window` can be gone by then.
    const unmount = new AbortController();
    // `addEventListener` is missing in React Native.
    window.addEventListener?.("online", readAgain, { signal: unmount.signal });
    return () => unmount.abort();
  });
  return Object.assign($capabilities, {
    // The atom's own `get` would start the store, as a listener does.
    get: () => $capabilities.value,
    seed(capabilities: Capabilities): void {
      if (typeof window !== "undefined") set(capabilities);
    },
  });
}

/** A response that a different version stored could have a different shape. */
function isCapabilities(value: unknown): value is Capabilities {
  return typeof value === "object" && value !== null && (value as { version?: unknown }).version === 1;
}

function readStored(key: string): Capabilities | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return isCapabilities(stored) ? stored : undefined;
  } catch {
    // Storage is off, or something else wrote there.
    return undefined;
  }
}

function write(key: string, capabilities: Capabilities | null): void {
  try {
    if (capabilities) sessionStorage.setItem(key, JSON.stringify(capabilities));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage is off or full. The next page reads from the server.
  }
}
