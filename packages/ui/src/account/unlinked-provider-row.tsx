/** A row for a provider that the user hasn't linked yet. */

import type { ReactElement } from "react";
import { Button } from "../primitives/button.tsx";
import { useAuthUi } from "../provider/context.ts";
import { ProviderMark } from "../social/marks/provider-mark.tsx";
import type { ProviderInfo } from "../social/providers.ts";
import { fill } from "../texts/texts.ts";

export interface UnlinkedProviderRowProps {
  readonly provider: ProviderInfo;
  /** Id of the provider that the browser is being redirected to. */
  readonly redirectingTo: string | null;
  onConnect(id: string): void;
}

export function UnlinkedProviderRow({ provider, redirectingTo, onConnect }: UnlinkedProviderRowProps): ReactElement {
  const texts = useAuthUi().texts.linkedAccounts;
  const { id, name, mark } = provider;
  return (
    <li className="lk-list-row">
      <span className="lk-list-icon">{mark ?? <ProviderMark id={id} name={name} />}</span>
      <div className="lk-list-text">
        <p className="lk-list-title">{name}</p>
        <p className="lk-note">{texts.notConnected}</p>
      </div>
      <Button
        variant="secondary"
        busy={redirectingTo === id}
        blocked={redirectingTo !== null}
        aria-label={fill(texts.connectLabel, { provider: name })}
        onClick={() => onConnect(id)}
      >
        {texts.connect}
      </Button>
    </li>
  );
}
