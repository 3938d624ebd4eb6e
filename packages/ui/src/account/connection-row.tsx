/** A row for a provider, with a button to connect or disconnect it. */

import { type ReactElement, useId, useState } from "react";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { Row } from "../primitives/row.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { ProviderMark } from "../social/marks/provider-mark.tsx";
import { fill } from "../texts/texts.ts";
import type { Connection, ListedAccount } from "./connection-list.ts";
import { useSectionHref } from "./section-links.ts";

export interface ConnectionRowProps {
  readonly connection: Connection;
  /** Whether a connected account is the only sign-in method, which can't be disconnected. */
  readonly isLast: boolean;
  readonly error: string | null;
  /** Id of the provider that the browser is being redirected to. */
  readonly redirectingTo: string | null;
  onConnect(): void;
  onDisconnect(account: ListedAccount): Promise<void>;
}

export function ConnectionRow(props: ConnectionRowProps): ReactElement {
  const { connection, isLast, error, redirectingTo, onConnect, onDisconnect } = props;
  const { account, provider } = connection;
  const { language, linkedAccounts: texts } = useAuthUi().texts;
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const reasonId = useId();
  const isKept = account !== null && isLast;
  const confirm = async (): Promise<void> => {
    setAsking(false);
    if (!account) return;
    setBusy(true);
    await onDisconnect(account);
    setBusy(false);
  };
  const since = account
    ? fill(texts.since, { date: account.createdAt.toLocaleDateString(language, { dateStyle: "long" }) })
    : texts.notConnected;
  // One button for both, so that it keeps focus when the account is disconnected.
  const button = (
    <Button
      path={account ? "/unlink-account" : "/link-social"}
      variant="secondary"
      size="small"
      busy={busy || redirectingTo === provider.id}
      blocked={isKept || redirectingTo !== null}
      aria-label={fill(account ? texts.disconnectLabel : texts.connectLabel, { provider: provider.name })}
      aria-describedby={isKept ? reasonId : undefined}
      onClick={() => (account ? setAsking(true) : onConnect())}
    >
      {account ? texts.disconnect : texts.connect}
    </Button>
  );
  return (
    <>
      <Row
        label={provider.name}
        icon={provider.mark ?? <ProviderMark id={provider.id} name={provider.name} />}
        value={account ? since : <span className="lk-muted">{since}</span>}
        hint={isKept ? <LastReason id={reasonId} /> : undefined}
        error={error}
        actions={button}
      />
      <ConfirmDialog
        open={isAsking}
        title={fill(texts.disconnectTitle, { provider: provider.name })}
        text={fill(texts.disconnectText, { provider: provider.name })}
        confirm={texts.disconnect}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function LastReason({ id }: { readonly id: string }): ReactElement {
  const { linkedAccounts: texts } = useAuthUi().texts;
  const hrefOf = useSectionHref();
  const canSetPassword = useCapabilities()?.password !== null;
  return (
    <>
      <span id={id}>{texts.last}</span>{" "}
      {canSetPassword ? (
        <a className="lk-link" href={hrefOf("security")}>
          {texts.setPassword}
        </a>
      ) : null}
    </>
  );
}
