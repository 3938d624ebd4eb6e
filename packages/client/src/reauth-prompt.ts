/** Asks the user to reauthenticate in the middle of a call. */

import type { ClientError } from "./result.ts";

/** What the user must prove. Any one of these factors is enough. */
export interface ProofNeeded {
  /** The factors that the error names, such as `password` or `two-factor`. */
  readonly proof: readonly string[];
  /** Path of the call that needs it. */
  readonly path: string;
}

/**
 * Asks the user to prove a factor, for example with `verifyPassword`. Resolves to `true` if they did and the call
 * should be sent again.
 */
export type ProofHandler = (needed: ProofNeeded) => Promise<boolean>;

/** Keeps the handler and shows one prompt at a time. Calls that fail while it's open wait for its outcome. */
export interface ReauthPrompt {
  request(error: ClientError, path: string): Promise<boolean>;
  onRequest(prove: ProofHandler): () => void;
}

export function createReauthPrompt(): ReauthPrompt {
  let handler: ProofHandler | null = null;
  let pending: Promise<boolean> | null = null;
  return {
    request({ details }, path) {
      const { proof } = details as { readonly proof?: readonly string[] };
      if (!handler || !proof) return Promise.resolve(false);
      // Runs the handler inside a promise, so that a handler that throws synchronously also counts as declined.
      pending ??= Promise.resolve({ proof, path })
        .then(handler)
        .catch(() => false)
        .finally(() => {
          pending = null;
        });
      return pending;
    },
    onRequest(prove) {
      handler = prove;
      return () => {
        if (handler === prove) handler = null;
      };
    },
  };
}
