/** Redirects to a provider, one at a time, and stays busy until the page unloads. */

import type { ClientError } from "@latchkey/react";
import { useEffect, useRef, useState } from "react";

export interface ExternalRedirect {
  /** Id of the provider that the browser is being redirected to. */
  readonly redirectingTo: string | null;
  readonly error: ClientError | null;
  /**
   * @param request the call that returns the provider's URL. The client navigates there on its own.
   */
  start(id: string, request: () => Promise<{ readonly error: ClientError | null }>): void;
}

export function useExternalRedirect(): ExternalRedirect {
  const [redirectingTo, setRedirectingTo] = useState<string | null>(null);
  const [error, setError] = useState<ClientError | null>(null);
  // State updates after the next render, so two quick presses would both start a redirect.
  const isRedirecting = useRef(false);
  useEffect(() => {
    // The back button restores the page from the browser's cache, with the busy state.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      isRedirecting.current = false;
      setRedirectingTo(null);
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);
  const go = async (id: string, request: Parameters<ExternalRedirect["start"]>[1]): Promise<void> => {
    isRedirecting.current = true;
    setRedirectingTo(id);
    setError(null);
    const result = await request();
    if (!result.error) return;
    isRedirecting.current = false;
    setRedirectingTo(null);
    setError(result.error);
  };
  return { redirectingTo, error, start: (id, request) => (isRedirecting.current ? undefined : void go(id, request)) };
}
