/** The card that lists the user's sign-in methods and the providers they can add. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useOffer } from "../auth/use-offer.ts";
import { Alert, ErrorAlert } from "../primitives/alert.tsx";
import { Card } from "../primitives/card.tsx";
import { LoadError } from "../primitives/load-error.tsx";
import { useAuthUi } from "../provider/context.ts";
import { WithUser } from "../session-gate/with-user.tsx";
import { currentUrl } from "../social/current-url.ts";
import { findProvider } from "../social/providers.ts";
import { useCallbackErrorText } from "../social/use-callback-error.ts";
import { useExternalRedirect } from "../social/use-external-redirect.ts";
import { errorText, fill } from "../texts/texts.ts";
import { LinkedAccountRow } from "./linked-account-row.tsx";
import { UnlinkedProviderRow } from "./unlinked-provider-row.tsx";
import { type ListedAccount, useLinkedAccounts } from "./use-linked-accounts.ts";

/** Props of `LinkedAccountsCard`. */
export interface LinkedAccountsCardProps {
  readonly className?: string;
  /** Query string with the `?error=` of a provider's callback. Default: the current page's query. */
  readonly search?: string;
  /** URL to return to from a provider. Default: this page. */
  readonly callbackURL?: string;
}

/** Lists the user's sign-in methods and lets them link providers. Renders nothing if no one is signed in. */
export function LinkedAccountsCard(props: LinkedAccountsCardProps): ReactElement {
  return <WithUser>{() => <LinkedAccounts {...props} />}</WithUser>;
}

function LinkedAccounts({ className, search, callbackURL }: LinkedAccountsCardProps): ReactElement {
  const client = useAuthClient();
  const ui = useAuthUi();
  const { texts } = ui;
  const offered = useOffer().providers;
  const providers = ui.providerChoices ? ui.providers : offered;
  const list = useRef<HTMLUListElement>(null);
  const { accounts, error, load } = useLinkedAccounts();
  const callbackError = useCallbackErrorText(search);
  const redirect = useExternalRedirect();
  const [linkError, setRefusal] = useState<ClientError | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [isCallbackErrorHidden, setArrivalOver] = useState(false);
  useEffect(() => {
    // The pressed button disappears with its row, so move the keyboard focus to the list.
    if (accounts && notice && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [accounts, notice]);

  const begin = (): void => {
    setArrivalOver(true);
    setRefusal(null);
    setNotice(null);
  };
  const connect = (provider: string): void => {
    begin();
    const back = callbackURL ?? currentUrl();
    redirect.start(provider, () => client.linkSocial({ provider, callbackURL: back, errorCallbackURL: back }));
  };
  const disconnect = async ({ id, providerId }: ListedAccount): Promise<void> => {
    begin();
    const result = await client.unlinkAccount({ accountId: id });
    setRefusal(result.error);
    if (!result.error)
      setNotice(
        fill(texts.linkedAccounts.disconnected, { provider: findProvider(providerId, { texts, providers }).name }),
      );
    // Reload even if the call failed, because the list was incomplete or is now outdated.
    await load();
  };

  const open = accounts ? providers.filter(({ id }) => accounts.every(({ providerId }) => providerId !== id)) : [];
  const failed = redirect.error ?? linkError;
  const problem = failed ? errorText(texts, failed) : isCallbackErrorHidden ? null : callbackError;
  return (
    <Card wide title={texts.linkedAccounts.title} subtitle={texts.linkedAccounts.subtitle} className={className}>
      <ErrorAlert error={problem} />
      {notice === null ? null : <Alert tone="success">{notice}</Alert>}
      {error ? <LoadError error={error} onRetry={() => void load()} /> : null}
      {accounts === null && !error ? <p className="lk-subtitle">{texts.loading}…</p> : null}
      {accounts && !error ? (
        <ul className="lk-list" ref={list} tabIndex={-1}>
          {accounts.map((account) => (
            <LinkedAccountRow
              key={account.id}
              account={account}
              isLast={accounts.length === 1}
              onDisconnect={disconnect}
            />
          ))}
          {open.map((provider) => (
            <UnlinkedProviderRow
              key={provider.id}
              provider={provider}
              redirectingTo={redirect.redirectingTo}
              onConnect={connect}
            />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
