/** Asking people to prove who they are, in the middle of a call. */

import type { ClientError } from "./result.ts";

/** What is asked for: any one of these factors is enough. */
export interface ProofNeeded {
  /** `password`, `two-factor`, … as the refusal names them. */
  readonly proof: readonly string[];
  /** The call that needs it. */
  readonly path: string;
}

/** Has a factor proven, by `verifyPassword` say. `true`: it was, send the call again. */
export type Prove = (needed: ProofNeeded) => Promise<boolean>;

/** Keeps who asks, and lets one question be open at a time: calls that are refused meanwhile wait for its outcome. */
export interface ProofDesk {
  ask(error: ClientError, path: string): Promise<boolean>;
  on(prove: Prove): () => void;
}

export function createProofDesk(): ProofDesk {
  let current: Prove | null = null;
  let open: Promise<boolean> | null = null;
  return {
    ask({ details }, path) {
      const { proof } = details as { readonly proof?: readonly string[] };
      if (!current || !proof) return Promise.resolve(false);
      // Within a promise, so that one that throws at once declines, too.
      open ??= Promise.resolve({ proof, path })
        .then(current)
        .catch(() => false)
        .finally(() => {
          open = null;
        });
      return open;
    },
    on(prove) {
      current = prove;
      return () => {
        if (current === prove) current = null;
      };
    },
  };
}
