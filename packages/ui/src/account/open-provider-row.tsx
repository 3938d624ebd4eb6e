/** A way in that the app offers and a person does not have. */

import type { ReactElement } from "react";
import { Button } from "../primitives/button.tsx";
import { useAuthUi } from "../provider/context.ts";
import { ProviderMark } from "../social/marks/provider-mark.tsx";
import type { ShownProvider } from "../social/providers.ts";
import { fill } from "../texts/texts.ts";

export interface OpenProviderRowProps {
  readonly provider: ShownProvider;
  /** Id of the provider that is being gone to. */
  readonly goingTo: string | null;
  onConnect(id: string): void;
}

export function OpenProviderRow({ provider, goingTo, onConnect }: OpenProviderRowProps): ReactElement {
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
        look="quiet"
        busy={goingTo === id}
        blocked={goingTo !== null}
        aria-label={fill(texts.connectLabel, { provider: name })}
        onClick={() => onConnect(id)}
      >
        {texts.connect}
      </Button>
    </li>
  );
}
