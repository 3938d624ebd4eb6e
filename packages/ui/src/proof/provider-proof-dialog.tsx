/** Asks users without a password to sign in with a provider again. This leaves the page and loses unsaved input. */

import { useAuthClient } from "@latchkey/react";
import { Dialog } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import type { ListedAccount } from "../account/connection-list.ts";
import { useOffer } from "../auth/use-offer.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { currentUrl } from "../social/current-url.ts";
import { ProviderMark } from "../social/marks/provider-mark.tsx";
import { findProvider } from "../social/providers.ts";
import { useExternalRedirect } from "../social/use-external-redirect.ts";
import { fill } from "../texts/texts.ts";

export interface ProviderProofDialogProps {
  /** The other ways to confirm. */
  readonly others?: ReactNode;
  /** Runs on Cancel or Escape. */
  onClose(): void;
}

export function ProviderProofDialog({ others, onClose }: ProviderProofDialogProps): ReactElement {
  const client = useAuthClient();
  const ui = useAuthUi();
  const slot = useSlots();
  const { texts } = ui;
  const { providers } = useOffer();
  const linked = useQuery<readonly ListedAccount[]>("/list-accounts", "accounts", () => client.listAccounts());
  const { redirectingTo, error, start } = useExternalRedirect();
  const ids = new Set(linked.data?.map(({ providerId }) => providerId).filter((id) => id !== "credential"));
  const problem = error ?? linked.error;
  // A round trip to an already linked account proves the identity and changes nothing else.
  const leave = (provider: string): void =>
    start(provider, () => client.linkSocial({ provider, callbackURL: currentUrl(), errorCallbackURL: currentUrl() }));
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay {...slot("overlay", "lk-overlay")} />
        <Dialog.Content {...slot("dialog", "lk-dialog")}>
          <Dialog.Title className="lk-dialog-title">{texts.proof.title}</Dialog.Title>
          <Dialog.Description className="lk-dialog-text">{texts.proof.providerText}</Dialog.Description>
          <ErrorAlert error={problem} />
          <div className="lk-social">
            {[...ids].map((id) => {
              const { name, mark } = findProvider(id, { texts, providers });
              return (
                <Button
                  key={id}
                  variant="secondary"
                  icon={mark ?? <ProviderMark id={id} name={name} />}
                  busy={redirectingTo === id}
                  blocked={redirectingTo !== null}
                  onClick={() => leave(id)}
                >
                  {fill(texts.social.continueWith, { provider: name })}
                </Button>
              );
            })}
            <Dialog.Close asChild>
              <Button variant="secondary">{texts.cancel}</Button>
            </Dialog.Close>
          </div>
          {others}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
