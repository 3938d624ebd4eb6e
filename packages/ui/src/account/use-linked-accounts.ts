/** Loads the accounts of the signed-in user. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { useCallback, useEffect, useRef, useState } from "react";

export interface ListedAccount {
  readonly id: string;
  readonly providerId: string;
  readonly createdAt: Date;
}

export interface LinkedAccountsState {
  /** `null` until they're loaded. */
  readonly accounts: readonly ListedAccount[] | null;
  /** Why they couldn't be loaded. */
  readonly error: ClientError | null;
  load(): Promise<void>;
}

/** Loads the accounts on mount. */
export function useLinkedAccounts(): LinkedAccountsState {
  const client = useAuthClient();
  const [accounts, setAccounts] = useState<readonly ListedAccount[] | null>(null);
  const [error, setError] = useState<ClientError | null>(null);
  const loads = useRef(0);
  const load = useCallback(async (): Promise<void> => {
    loads.current++;
    const number = loads.current;
    const result = await client.listAccounts();
    // An outdated response can still list accounts that were unlinked since.
    if (number !== loads.current) return;
    setError(result.error);
    if (result.data) setAccounts(result.data);
  }, [client]);
  useEffect(() => {
    void load();
    return () => {
      loads.current++;
    };
  }, [load]);
  return { accounts, error, load };
}
