/** Asks people who come by providers to come by one once more. The page is left for it, and what was begun with it. */

import { useAuthClient } from "@latchkey/react";
import { AlertDialog } from "radix-ui";
import type { ReactElement } from "react";
import { useLinkedAccounts } from "../account/use-linked-accounts.ts";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { useAuthUi } from "../provider/context.ts";
import { here } from "../social/here.ts";
import { ProviderMark } from "../social/marks/provider-mark.tsx";
import { findProvider } from "../social/providers.ts";
import { useDeparture } from "../social/use-departure.ts";
import { errorText, fill } from "../texts/texts.ts";

export interface ProviderQuestionProps {
  /** Cancel, or Escape. */
  onClose(): void;
}

export function ProviderQuestion({ onClose }: ProviderQuestionProps): ReactElement {
  const client = useAuthClient();
  const ui = useAuthUi();
  const { texts } = ui;
  const linked = useLinkedAccounts();
  const { to, error, start } = useDeparture();
  const ids = new Set(linked.accounts?.map(({ providerId }) => providerId).filter((id) => id !== "credential"));
  const problem = error ?? linked.error;
  // A round trip to an account that is linked already proves who it is, and changes nothing else.
  const leave = (provider: string): void =>
    start(provider, () => client.linkSocial({ provider, callbackURL: here(), errorCallbackURL: here() }));
  return (
    <AlertDialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="lk-overlay" />
        <AlertDialog.Content className="lk-dialog">
          <AlertDialog.Title className="lk-dialog-title">{texts.proof.title}</AlertDialog.Title>
          <AlertDialog.Description className="lk-dialog-text">{texts.proof.providerText}</AlertDialog.Description>
          {problem ? <Alert tone="error">{errorText(texts, problem)}</Alert> : null}
          <div className="lk-social">
            {[...ids].map((id) => {
              const { name, mark } = findProvider(id, ui);
              return (
                <Button
                  key={id}
                  look="quiet"
                  icon={mark ?? <ProviderMark id={id} name={name} />}
                  busy={to === id}
                  blocked={to !== null}
                  onClick={() => leave(id)}
                >
                  {fill(texts.social.continueWith, { provider: name })}
                </Button>
              );
            })}
            <AlertDialog.Cancel asChild>
              <Button look="quiet">{texts.cancel}</Button>
            </AlertDialog.Cancel>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
