/** A list of identity providers with all of their actions. */

import type { ClientError } from "@latchkey/react";
import type { SsoProvider } from "@latchkey/sso";
import { type ReactElement, type ReactNode, useState } from "react";
import type { HasPermission, Membership } from "../organization/use-membership.ts";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { Drawer } from "../primitives/drawer.tsx";
import { type ListDialog, ManagedList, useListDialog } from "../primitives/managed-list.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { fill } from "../texts/texts.ts";
import { Certificates } from "./certificates.tsx";
import { ProviderDialog } from "./provider-dialog.tsx";
import { type ProviderAction, ProviderItem } from "./provider-item.tsx";
import { RoleMappingDialog } from "./role-mapping.tsx";
import { afterTestUrl, resultsParam } from "./setup/calls.ts";
import { TestResults } from "./test-results.tsx";
import { useSsoClient, useSsoUi } from "./ui.ts";

/** The dialog that's open. */
interface OpenDialog {
  readonly kind: Exclude<ProviderAction, "test" | "on">;
  readonly id: string;
}

/** Props for `ProviderList`. */
export interface ProviderListProps {
  /** `null` while loading. */
  readonly providers: readonly SsoProvider[] | null;
  readonly error: ClientError | null;
  reload(): Promise<void>;
  readonly can: HasPermission;
  /** Decides which roles the providers can assign. `null` for a list with several organizations. */
  readonly membership: Membership | null;
  /** The provider whose test the browser has just returned from. Its results open. */
  readonly tested: string | null;
  /** Title of the empty list, and the next step. */
  readonly none: string;
  readonly noneText?: string | undefined;
  /** Returns the name of a provider's owner. Only for lists with providers from several organizations. */
  ownerOf?(provider: SsoProvider): string;
  /** Renders the page around the list. */
  children(list: ReactNode, dialog: ListDialog<OpenDialog>): ReactNode;
}

/** Shows identity providers. The server checks permissions again. */
export function ProviderList(props: ProviderListProps): ReactElement {
  const { providers, error, reload, can, membership, tested, none, noneText, ownerOf, children } = props;
  const client = useSsoClient();
  const ui = useSsoUi();
  const { providers: words, certificates, roles, tests } = ui.texts;
  const dialog = useListDialog<OpenDialog>(reload);
  const [areResultsSeen, setResultsSeen] = useState(false);
  const { open, opener } = dialog;

  const setEnabled = (providerId: string, enabled: boolean): Promise<void> =>
    dialog.send(
      providerId,
      () => client.sso.updateProvider({ providerId, enabled }),
      () => dialog.finish(enabled ? words.turnedOn : words.turnedOff),
    );
  const remove = (providerId: string): Promise<void> =>
    dialog.send(
      providerId,
      () => client.sso.deleteProvider({ providerId }),
      () => dialog.finish(words.removed),
    );
  const act = (kind: ProviderAction, id: string): void => {
    setResultsSeen(true);
    if (kind === "on") void setEnabled(id, true);
    else if (kind === "test")
      void dialog.send(
        id,
        () => client.sso.testProvider({ providerId: id, callbackURL: afterTestUrl(id, resultsParam) }),
        ({ url }) => location.assign(url),
      );
    else dialog.show({ kind, id });
  };
  const find = (kind: OpenDialog["kind"]): SsoProvider | null =>
    (open?.kind === kind && providers?.find(({ providerId }) => providerId === open.id)) || null;
  const close = (): void => {
    setResultsSeen(true);
    dialog.show(null);
  };
  const returned = areResultsSeen ? null : (providers?.find(({ providerId }) => providerId === tested) ?? null);
  const shown = find("tests") ?? returned;
  const [edited, mapped, showingCertificates] = [find("edit"), find("roles"), find("certificates")];
  const [turnedOff, removed] = [find("off"), find("remove")];
  const confirming = turnedOff ?? removed;
  const frame = { returnFocusTo: opener, onClose: close };
  return (
    <>
      {children(
        <ManagedList
          items={providers}
          error={error}
          onRetry={reload}
          label={words.title}
          icon="key-round"
          none={none}
          noneText={noneText}
        >
          {(provider) => (
            <ProviderItem
              key={provider.providerId}
              provider={provider}
              can={can}
              canMapRoles={membership !== null}
              owner={ownerOf?.(provider)}
              problem={dialog.rowProblemOf(provider.providerId)}
              onAction={(kind) => act(kind, provider.providerId)}
            />
          )}
        </ManagedList>,
        dialog,
      )}
      {edited ? <ProviderDialog {...frame} provider={edited} onSaved={() => dialog.finish(words.saved)} /> : null}
      {mapped && membership ? (
        <RoleMappingDialog
          {...frame}
          provider={mapped}
          membership={membership}
          onSaved={() => dialog.finish(roles.saved)}
        />
      ) : null}
      <Drawer open={shown !== null} title={tests.title} text={shown?.name} onClose={close}>
        {shown ? <Tests providerId={shown.providerId} /> : null}
      </Drawer>
      <Drawer
        open={showingCertificates !== null}
        title={certificates.title}
        text={showingCertificates?.name}
        onClose={close}
      >
        {showingCertificates?.samlConfig ? (
          <Certificates
            providerId={showingCertificates.providerId}
            config={showingCertificates.samlConfig}
            canUpdate={can("sso:update")}
            onChanged={() => void reload()}
          />
        ) : null}
      </Drawer>
      {confirming ? (
        <ConfirmDialog
          {...frame}
          open
          title={fill(turnedOff ? words.turnOffTitle : words.removeTitle, { name: confirming.name })}
          text={turnedOff ? words.turnOffText : words.removeText}
          confirm={turnedOff ? words.turnOff : words.remove}
          busy={dialog.isBusy(confirming.providerId)}
          error={dialog.problemOf(confirming.providerId)}
          onConfirm={() => void (turnedOff ? setEnabled(confirming.providerId, false) : remove(confirming.providerId))}
        />
      ) : null}
    </>
  );
}

function Tests({ providerId }: { readonly providerId: string }): ReactElement {
  const client = useSsoClient();
  const tests = useQuery("/sso/last-tests", providerId, () => client.sso.lastTests({ query: { providerId } }));
  return <TestResults tests={tests} />;
}
