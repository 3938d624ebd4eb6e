/** Finds out whether the app has turned calls off with `disabledPaths`. */

import type { Capabilities } from "@latchkey/client/capabilities";
import { useCallback } from "react";
import type { CallPaths } from "./call-paths.ts";
import { useCapabilities } from "./use-capabilities.ts";

/**
 * Whether the server has all of these calls. `undefined` until it's known. Until then, controls are shown, but nothing
 * is sent. A server without `GET /capabilities` counts as having every call.
 */
export type CanCall = (paths: CallPaths) => boolean | undefined;

/** Returns a function that tells whether the server has a call that a control leads to, or that a component reads. */
export function useCanCall(): CanCall {
  const capabilities = useCapabilities();
  return useCallback((paths) => hasCalls(capabilities, paths), [capabilities]);
}

/** Like the function that `useCanCall` returns. */
export function hasCalls(capabilities: Capabilities | null | undefined, paths: CallPaths): boolean | undefined {
  if (!capabilities) return capabilities === null ? true : undefined;
  return ![paths].flat().some((path) => capabilities.disabledPaths.includes(path));
}
