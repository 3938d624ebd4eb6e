/** The accounts of whoever is signed in, read from the server. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { useCallback, useEffect, useRef, useState } from "react";

export interface ListedAccount {
  readonly id: string;
  readonly providerId: string;
  readonly createdAt: Date;
}

export interface LinkedAccountsState {
  /** `null`: not read yet. */
  readonly accounts: readonly ListedAccount[] | null;
  /** Why they could not be read. */
  readonly error: ClientError | null;
  load(): Promise<void>;
}

/** Read when what uses it appears. */
export function useLinkedAccounts(): LinkedAccountsState {
  const client = useAuthClient();
  const [accounts, setAccounts] = useState<readonly ListedAccount[] | null>(null);
  const [error, setError] = useState<ClientError | null>(null);
  const loads = useRef(0);
  const load = useCallback(async (): Promise<void> => {
    loads.current++;
    const number = loads.current;
    const result = await client.listAccounts();
    // An answer that was overtaken may still list what has been taken away since.
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
