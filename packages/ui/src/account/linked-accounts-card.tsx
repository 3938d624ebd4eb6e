/** The ways in that a person has, and those that they could have. */

import { type ClientError, useAuthClient } from "@latchkey/react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { Alert } from "../primitives/alert.tsx";
import { Card } from "../primitives/card.tsx";
import { LoadError } from "../primitives/load-error.tsx";
import { useAuthUi } from "../provider/context.ts";
import { ForUser } from "../session-gate/for-user.tsx";
import { here } from "../social/here.ts";
import { findProvider } from "../social/providers.ts";
import { useCallbackProblem } from "../social/use-callback-problem.ts";
import { useDeparture } from "../social/use-departure.ts";
import { errorText, fill } from "../texts/texts.ts";
import { LinkedAccountRow } from "./linked-account-row.tsx";
import { OpenProviderRow } from "./open-provider-row.tsx";
import { type ListedAccount, useLinkedAccounts } from "./use-linked-accounts.ts";

/** What `LinkedAccountsCard` takes. */
export interface LinkedAccountsCardProps {
  readonly className?: string;
  /** Where a provider's callback left its `?error=`. Default: the page's own. */
  readonly search?: string;
  /** Where to come back to from a provider. Default: this page. */
  readonly callbackURL?: string;
}

/** Nothing where nobody is signed in. */
export function LinkedAccountsCard(props: LinkedAccountsCardProps): ReactElement {
  return <ForUser>{() => <LinkedAccounts {...props} />}</ForUser>;
}

function LinkedAccounts({ className, search, callbackURL }: LinkedAccountsCardProps): ReactElement {
  const client = useAuthClient();
  const ui = useAuthUi();
  const { texts, providers } = ui;
  const list = useRef<HTMLUListElement>(null);
  const { accounts, error, load } = useLinkedAccounts();
  const arrival = useCallbackProblem(search);
  const departure = useDeparture();
  const [refusal, setRefusal] = useState<ClientError | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [isArrivalOver, setArrivalOver] = useState(false);
  useEffect(() => {
    // The button that was pressed is gone with its row: whoever uses the keyboard goes on from the list.
    if (accounts && notice && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [accounts, notice]);

  const begin = (): void => {
    setArrivalOver(true);
    setRefusal(null);
    setNotice(null);
  };
  const connect = (provider: string): void => {
    begin();
    const back = callbackURL ?? here();
    departure.start(provider, () => client.linkSocial({ provider, callbackURL: back, errorCallbackURL: back }));
  };
  const disconnect = async ({ id, providerId }: ListedAccount): Promise<void> => {
    begin();
    const result = await client.unlinkAccount({ accountId: id });
    setRefusal(result.error);
    if (!result.error)
      setNotice(fill(texts.linkedAccounts.disconnected, { provider: findProvider(providerId, ui).name }));
    // Refused or not: what is shown was not the whole truth, or is not any more.
    await load();
  };

  const open = accounts ? providers.filter(({ id }) => accounts.every(({ providerId }) => providerId !== id)) : [];
  const failed = departure.error ?? refusal;
  const problem = failed ? errorText(texts, failed) : isArrivalOver ? null : arrival;
  return (
    <Card wide title={texts.linkedAccounts.title} subtitle={texts.linkedAccounts.subtitle} className={className}>
      {problem === null ? null : <Alert tone="error">{problem}</Alert>}
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
            <OpenProviderRow key={provider.id} provider={provider} goingTo={departure.to} onConnect={connect} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
