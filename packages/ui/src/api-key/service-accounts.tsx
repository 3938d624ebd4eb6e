/** The service accounts section of the organization page. */

import type { ServiceAccount } from "@latchkey/api-key";
import type { ReactElement } from "react";
import { type OrganizationSectionProps, SectionFrame } from "../organization/section-frame.tsx";
import type { Membership } from "../organization/use-membership.ts";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { Icon } from "../primitives/icons.tsx";
import { ManagedList, useListDialog } from "../primitives/managed-list.tsx";
import { Section } from "../primitives/section.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { fill } from "../texts/texts.ts";
import { CreateKeyDialog, RevealDialog } from "./create-key.tsx";
import { ServiceAccountDialog } from "./service-account-dialog.tsx";
import { type ServiceAccountAction, ServiceAccountItem } from "./service-account-item.tsx";
import { useApiKeyClient, useApiKeyUi } from "./ui.ts";

/** The active organization's service accounts: a section of the organization page, which `apiKeyUi()` adds. */
export function OrganizationServiceAccounts({ focusOnMount = false }: OrganizationSectionProps): ReactElement {
  return (
    <SectionFrame>
      {(membership) => <ServiceAccounts membership={membership} focusOnMount={focusOnMount} />}
    </SectionFrame>
  );
}

interface ServiceAccountsProps {
  readonly membership: Membership;
  readonly focusOnMount: boolean;
}

/** The dialog that's open. */
type OpenDialog =
  | { readonly kind: "create" }
  | { readonly kind: "reveal"; readonly key: string }
  | { readonly kind: "key" | "edit" | "remove"; readonly target: ServiceAccount };

function ServiceAccounts({ membership, focusOnMount }: ServiceAccountsProps): ReactElement {
  const client = useApiKeyClient();
  const words = useApiKeyUi().texts.serviceAccounts;
  const { organization, canDo } = membership;
  const { id: organizationId } = organization;
  const { data, error, reload } = useQuery("/service-account/list", organizationId, () =>
    client.serviceAccount.list({ query: { organizationId } }),
  );
  const dialog = useListDialog<OpenDialog>(reload);
  const { open, show, finish, opener } = dialog;

  const setDisabled = ({ id }: ServiceAccount, disabled: boolean): Promise<void> =>
    dialog.send(
      id,
      () => client.serviceAccount.update({ id, disabled }),
      () => finish(disabled ? words.turnedOff : words.turnedOn),
    );
  const act = (action: ServiceAccountAction, target: ServiceAccount): void => {
    if (action === "on" || action === "off") void setDisabled(target, action === "off");
    else show({ kind: action, target });
  };
  const remove = ({ id }: ServiceAccount): Promise<void> =>
    dialog.send<unknown>(
      id,
      () => client.serviceAccount.delete({ id }),
      () => finish(words.removed),
    );

  const create = canDo("serviceAccount:create", "/service-account/create") ? (
    <Button ref={opener} icon={<Icon name="plus" />} onClick={() => show({ kind: "create" })}>
      {words.create}
    </Button>
  ) : null;
  return (
    <Section title={words.title} text={words.text} focusOnMount={focusOnMount} actions={data ? create : null}>
      <ManagedList
        items={data}
        error={error}
        onRetry={reload}
        label={words.title}
        icon="bot"
        none={words.none}
        noneText={create ? words.noneText : undefined}
      >
        {(one) => (
          <ServiceAccountItem
            key={one.id}
            account={one}
            canDo={canDo}
            problem={dialog.rowProblemOf(one.id)}
            onAction={(action) => act(action, one)}
          />
        )}
      </ManagedList>
      {open?.kind === "create" || open?.kind === "edit" ? (
        <ServiceAccountDialog
          membership={membership}
          account={open.kind === "edit" ? open.target : null}
          returnFocusTo={opener}
          onSaved={() => finish(open.kind === "edit" ? words.saved : words.created)}
          onClose={() => show(null)}
        />
      ) : null}
      {open?.kind === "key" ? (
        <CreateKeyDialog
          organizationId={organizationId}
          serviceAccountId={open.target.id}
          returnFocusTo={opener}
          onCreated={(key) => show({ kind: "reveal", key })}
          onClose={() => show(null)}
        />
      ) : null}
      {open?.kind === "reveal" ? (
        <RevealDialog apiKey={open.key} returnFocusTo={opener} onClose={() => show(null)} />
      ) : null}
      {open?.kind === "remove" ? (
        <ConfirmDialog
          open
          title={fill(words.removeTitle, { name: open.target.name })}
          text={words.removeText}
          confirm={words.remove}
          busy={dialog.isBusy(open.target.id)}
          error={dialog.problemOf(open.target.id)}
          returnFocusTo={opener}
          onConfirm={() => void remove(open.target)}
          onClose={() => show(null)}
        />
      ) : null}
    </Section>
  );
}
