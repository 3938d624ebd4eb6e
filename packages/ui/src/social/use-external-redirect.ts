/** Redirects to a provider, one at a time, and stays busy until the page unloads. */

import type { ClientError } from "@latchkey/react";
import { useEffect, useRef, useState } from "react";

export interface ExternalRedirect {
  /** Id of the provider that the browser is being redirected to. */
  readonly redirectingTo: string | null;
  readonly error: ClientError | null;
  /**
   * @param ask the call that returns the provider's URL. The client navigates there on its own.
   */
  start(id: string, ask: () => Promise<{ readonly error: ClientError | null }>): void;
}

export function useExternalRedirect(): ExternalRedirect {
  const [to, setTo] = useState<string | null>(null);
  const [error, setError] = useState<ClientError | null>(null);
  // State updates after the next render, so two quick presses would both start a redirect.
  const isRedirecting = useRef(false);
  useEffect(() => {
    // The back button restores the page from the browser's cache, with the busy state.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      isRedirecting.current = false;
      setTo(null);
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);
  const go = async (id: string, ask: Parameters<ExternalRedirect["start"]>[1]): Promise<void> => {
    isRedirecting.current = true;
    setTo(id);
    setError(null);
    const result = await ask();
    if (!result.error) return;
    isRedirecting.current = false;
    setTo(null);
    setError(result.error);
  };
  return { redirectingTo: to, error, start: (id, ask) => (isRedirecting.current ? undefined : void go(id, ask)) };
}
