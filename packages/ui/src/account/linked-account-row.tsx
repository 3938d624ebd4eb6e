/** A row for one of the user's sign-in methods. */

import { type ReactElement, useId, useState } from "react";
import { useOffer } from "../auth/use-offer.ts";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { useAuthUi } from "../provider/context.ts";
import { ProviderMark } from "../social/marks/provider-mark.tsx";
import { findProvider } from "../social/providers.ts";
import { fill } from "../texts/texts.ts";
import type { ListedAccount } from "./use-linked-accounts.ts";

export interface LinkedAccountRowProps {
  readonly account: ListedAccount;
  /** Whether it's the only sign-in method, which can't be unlinked. */
  readonly isLast: boolean;
  onDisconnect(account: ListedAccount): Promise<void>;
}

/** A password has no button here, because it has its own card. */
export function LinkedAccountRow({ account, isLast, onDisconnect }: LinkedAccountRowProps): ReactElement {
  const ui = useAuthUi();
  const offered = useOffer().providers;
  const providers = ui.providerChoices ? ui.providers : offered;
  const { language, linkedAccounts: texts } = ui.texts;
  const { id, name, mark } = findProvider(account.providerId, { ...ui, providers });
  const [busy, setBusy] = useState(false);
  const reason = useId();
  const canGo = id !== "credential";
  const disconnect = async (): Promise<void> => {
    setBusy(true);
    await onDisconnect(account);
    setBusy(false);
  };
  const since = fill(texts.since, { date: account.createdAt.toLocaleDateString(language, { dateStyle: "long" }) });
  const button = (
    <Button
      variant="secondary"
      busy={busy}
      blocked={isLast}
      aria-label={fill(texts.disconnectLabel, { provider: name })}
      aria-describedby={isLast ? reason : undefined}
    >
      {texts.disconnect}
    </Button>
  );
  return (
    <li className="lk-list-row">
      <span className="lk-list-icon">{mark ?? <ProviderMark id={id} name={name} />}</span>
      <div className="lk-list-text">
        <p className="lk-list-title">{name}</p>
        <p className="lk-note">{since}</p>
      </div>
      {canGo && isLast ? (
        <>
          {button}
          <p className="lk-note lk-list-reason" id={reason}>
            {texts.last}
          </p>
        </>
      ) : null}
      {canGo && !isLast ? (
        <ConfirmDialog
          trigger={button}
          title={fill(texts.disconnectTitle, { provider: name })}
          text={fill(texts.disconnectText, { provider: name })}
          confirm={texts.disconnect}
          onConfirm={() => void disconnect()}
        />
      ) : null}
    </li>
  );
}
