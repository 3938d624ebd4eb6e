/** The sections for API keys on the account page and on the organization page. */

import type { ApiKey } from "@latchkey/api-key";
import type { ReactElement } from "react";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { Icon } from "../primitives/icons.tsx";
import { ManagedList, useListDialog } from "../primitives/managed-list.tsx";
import { Screen } from "../primitives/screen.tsx";
import { Section } from "../primitives/section.tsx";
import { useQuery } from "../primitives/use-query.ts";
import type { AccountSectionProps } from "../provider/types.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fill } from "../texts/texts.ts";
import { CreateKeyDialog, RevealDialog } from "./create-key.tsx";
import { type KeyAction, KeyItem, nameOf } from "./key-item.tsx";
import { useApiKeyClient, useApiKeyUi } from "./ui.ts";

/** The user's API keys: a section of the account page. */
export function AccountApiKeys({ focusOnMount = false }: AccountSectionProps): ReactElement | null {
  const { text } = useApiKeyUi().texts;
  const user = useApiKeyClient().useSession().data?.user;
  if (!user) return null;
  return (
    <Screen className="lk-settings-part">
      <Keys key={user.id} ownerId={user.id} text={text} focusOnMount={focusOnMount} />
    </Screen>
  );
}

/** The session, with the field that the organization plugin adds. */
interface WithActiveOrganization {
  readonly session: { readonly activeOrganizationId?: string | null };
}

/** The active organization's API keys: a section of the organization page. */
export function OrganizationApiKeys({ focusOnMount = false }: AccountSectionProps): ReactElement | null {
  const { textOfOrganization } = useApiKeyUi().texts;
  const data = useApiKeyClient().useSession().data as WithActiveOrganization | null | undefined;
  const id = data?.session.activeOrganizationId;
  if (!id) return null;
  return (
    <Screen className="lk-settings-part">
      <Keys key={id} ownerId={id} organizationId={id} text={textOfOrganization} focusOnMount={focusOnMount} />
    </Screen>
  );
}

interface KeysProps {
  readonly ownerId: string;
  /** Missing for the user's own keys. */
  readonly organizationId?: string;
  readonly text: string;
  readonly focusOnMount: boolean;
}

/** Returns a function that names a service account, or `null` for other ids, and for a member who can't list them. */
function useServiceAccountNames(organizationId: string | undefined): (id: string) => string | null {
  const client = useApiKeyClient();
  const query = organizationId === undefined ? {} : { organizationId };
  const { data } = useQuery("/service-account/list", organizationId ?? null, () =>
    client.serviceAccount.list({ query }),
  );
  return (id) => data?.find((one) => one.id === id)?.name ?? null;
}

/** The dialog that's open. */
type OpenDialog =
  | { readonly kind: "create" }
  | { readonly kind: "reveal"; readonly key: string }
  | { readonly kind: "rotate" | "remove"; readonly target: ApiKey };

function Keys({ ownerId, organizationId, text, focusOnMount }: KeysProps): ReactElement {
  const client = useApiKeyClient();
  const words = useApiKeyUi().texts;
  const max = useCapabilities()?.plugins["api-key"]?.maxKeys;
  const query = organizationId === undefined ? {} : { organizationId };
  const { data, error, reload } = useQuery("/api-key/list", ownerId, () => client.apiKey.list({ query }));
  const nameServiceAccount = useServiceAccountNames(organizationId);
  const dialog = useListDialog<OpenDialog>(reload);
  const { open, show, finish, opener } = dialog;
  const keys = data?.apiKeys ?? [];
  const isFull = max !== undefined && keys.filter(({ graceUntil }) => graceUntil === null).length >= max;

  const reveal = (key: string): void => {
    show({ kind: "reveal", key });
    void reload();
  };
  const setEnabled = ({ id }: ApiKey, enabled: boolean): Promise<void> =>
    dialog.send(
      id,
      () => client.apiKey.update({ keyId: id, enabled }),
      () => finish(enabled ? words.turnedOn : words.turnedOff),
    );
  const act = (action: KeyAction, target: ApiKey): void => {
    if (action === "on" || action === "off") void setEnabled(target, action === "on");
    else show({ kind: action, target });
  };
  const rotate = ({ id }: ApiKey): Promise<void> =>
    dialog.send(
      id,
      () => client.apiKey.rotate({ keyId: id }),
      ({ key }) => reveal(key),
    );
  const remove = ({ id }: ApiKey): Promise<void> =>
    dialog.send<unknown>(
      id,
      () => client.apiKey.delete({ keyId: id }),
      () => finish(words.removed),
    );

  const create = (
    <Button
      ref={opener}
      path="/api-key/create"
      icon={<Icon name="plus" />}
      blocked={isFull}
      onClick={() => show({ kind: "create" })}
    >
      {words.create}
    </Button>
  );
  return (
    <Section title={words.title} text={text} focusOnMount={focusOnMount} actions={data ? create : null}>
      {isFull && max ? <p className="lk-note">{fill(words.full, { max: String(max) })}</p> : null}
      <ManagedList
        items={data?.apiKeys ?? null}
        error={error}
        onRetry={reload}
        label={words.title}
        icon="key-round"
        none={words.none}
        noneText={words.noneText}
      >
        {(one) => (
          <KeyItem
            key={one.id}
            apiKey={one}
            serviceAccount={nameServiceAccount(one.referenceId)}
            problem={dialog.rowProblemOf(one.id)}
            onAction={(action) => act(action, one)}
          />
        )}
      </ManagedList>
      {open?.kind === "create" ? (
        <CreateKeyDialog
          organizationId={organizationId}
          returnFocusTo={opener}
          onCreated={reveal}
          onClose={() => show(null)}
        />
      ) : null}
      {open?.kind === "reveal" ? (
        <RevealDialog apiKey={open.key} returnFocusTo={opener} onClose={() => show(null)} />
      ) : null}
      {open?.kind === "rotate" || open?.kind === "remove" ? (
        <ConfirmDialog
          open
          variant={open.kind === "rotate" ? "primary" : "destructive"}
          title={fill(open.kind === "rotate" ? words.rotateTitle : words.removeTitle, {
            name: nameOf(words, open.target),
          })}
          text={open.kind === "rotate" ? words.rotateText : words.removeText}
          confirm={open.kind === "rotate" ? words.rotate : words.remove}
          busy={dialog.isBusy(open.target.id)}
          error={dialog.problemOf(open.target.id)}
          returnFocusTo={opener}
          onConfirm={() => void (open.kind === "rotate" ? rotate(open.target) : remove(open.target))}
          onClose={() => show(null)}
        />
      ) : null}
    </Section>
  );
}
