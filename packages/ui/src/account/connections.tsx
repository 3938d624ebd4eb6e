/** The section of the account page with the providers that are connected, or can be. */

import { useAuthClient } from "@latchkey/react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Rows } from "../primitives/row.tsx";
import { Loading, RowsSkeleton } from "../primitives/skeleton.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import type { AccountSectionProps } from "../provider/types.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { WithUser } from "../session-gate/with-user.tsx";
import { currentUrl } from "../social/current-url.ts";
import { useCallbackErrorText } from "../social/use-callback-error.ts";
import { useExternalRedirect } from "../social/use-external-redirect.ts";
import { errorText, fill } from "../texts/texts.ts";
import { type Connection, connectionsOf, type ListedAccount } from "./connection-list.ts";
import { ConnectionRow } from "./connection-row.tsx";
import { SectionFrame } from "./section-frame.tsx";

/** Props for `AccountConnections`. */
export interface AccountConnectionsProps extends AccountSectionProps {
  /** Query string with the `?error=` of a provider's callback. Default: the current page's query. */
  readonly search?: string;
  /** URL to return to from a provider. Default: this page. */
  readonly callbackURL?: string;
}

/** The provider accounts that the user signs in with. Renders nothing if no one is signed in. */
export function AccountConnections(props: AccountConnectionsProps): ReactElement {
  return <WithUser>{() => <Connections {...props} />}</WithUser>;
}

function Connections({ focusOnMount = false, search, callbackURL }: AccountConnectionsProps): ReactElement | null {
  const client = useAuthClient();
  const { texts } = useAuthUi();
  const callbackError = useCallbackErrorText(search);
  const [isCallbackErrorHidden, setCallbackErrorHidden] = useState(false);
  const { data, error, isOff, isPending, reload } = useQuery<readonly ListedAccount[]>(
    "/list-accounts",
    "accounts",
    () => client.listAccounts(),
  );
  if (isOff) return null;
  return (
    <SectionFrame title={texts.linkedAccounts.title} text={texts.linkedAccounts.subtitle} focusOnMount={focusOnMount}>
      <ErrorAlert error={isCallbackErrorHidden ? null : callbackError} />
      <Loading pending={isPending && !data} skeleton={<RowsSkeleton rows={2} />}>
        {data ? (
          <ConnectionRows
            accounts={data}
            callbackURL={callbackURL}
            onStart={() => setCallbackErrorHidden(true)}
            onChanged={reload}
          />
        ) : null}
      </Loading>
      {error && !data ? <ErrorPanel error={error} onRetry={reload} /> : null}
    </SectionFrame>
  );
}

interface ConnectionRowsProps {
  readonly accounts: readonly ListedAccount[];
  readonly callbackURL: string | undefined;
  onStart(): void;
  onChanged(): Promise<void>;
}

/** A row and why its last change failed. */
interface RowProblem {
  readonly key: string;
  readonly text: string;
}

function ConnectionRows({ accounts, callbackURL, onStart, onChanged }: ConnectionRowsProps): ReactElement {
  const client = useAuthClient();
  const ui = useAuthUi();
  const { texts } = ui;
  const capabilities = useCapabilities();
  const showToast = useToast();
  const redirect = useExternalRedirect();
  const list = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<RowProblem | null>(null);
  const [connecting, setConnecting] = useState<string | null>(null);
  const connections = connectionsOf(accounts, ui, capabilities);
  const isLast = accounts.length === 1 && capabilities?.account.unlinkLast !== true;
  const disconnectedKey = useRef<string | null>(null);
  const isRowGone = disconnectedKey.current !== null && !connections.some(({ key }) => key === disconnectedKey.current);
  useEffect(() => {
    // If the row stays, its dialog returns focus, possibly only after the list has changed.
    if (isRowGone && document.activeElement === document.body) list.current?.focus();
  }, [isRowGone]);

  const connect = ({ key, provider }: Connection): void => {
    onStart();
    setProblem(null);
    setConnecting(key);
    const back = callbackURL ?? currentUrl();
    redirect.start(provider.id, () =>
      client.linkSocial({ provider: provider.id, callbackURL: back, errorCallbackURL: back }),
    );
  };
  const disconnect = async ({ key, provider }: Connection, { id }: ListedAccount): Promise<void> => {
    onStart();
    setProblem(null);
    const result = await client.unlinkAccount({ accountId: id });
    disconnectedKey.current = key;
    if (result.error) setProblem({ key, text: errorText(texts, result.error) });
    else showToast({ text: fill(texts.linkedAccounts.disconnected, { provider: provider.name }) });
    // Reload even if the call failed, because the list was incomplete or is now outdated.
    await onChanged();
  };
  const problemOf = ({ key }: Connection): string | null => {
    if (redirect.error && key === connecting) return errorText(texts, redirect.error);
    return problem?.key === key ? problem.text : null;
  };
  return (
    <div ref={list} tabIndex={-1}>
      <Rows>
        {connections.map((connection) => (
          <ConnectionRow
            key={connection.key}
            connection={connection}
            isLast={isLast}
            error={problemOf(connection)}
            redirectingTo={redirect.redirectingTo}
            onConnect={() => connect(connection)}
            onDisconnect={(account) => disconnect(connection, account)}
          />
        ))}
      </Rows>
    </div>
  );
}
