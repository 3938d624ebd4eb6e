/** The section of the organization page with the apps that the organization has registered. */

import type { NewOAuthClient, OAuthClient } from "@latchkey/oauth-provider";
import type { ReactElement } from "react";
import { type OrganizationSectionProps, SectionFrame } from "../organization/section-frame.tsx";
import type { Membership } from "../organization/use-membership.ts";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { Icon } from "../primitives/icons.tsx";
import { ManagedList, useListDialog } from "../primitives/managed-list.tsx";
import { SecretDialog } from "../primitives/secret-dialog.tsx";
import { Section } from "../primitives/section.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fill } from "../texts/texts.ts";
import { nameOf } from "./app-name.tsx";
import { CreateApplicationDialog, EditApplicationDialog } from "./application-dialogs.tsx";
import { type ApplicationAction, ApplicationItem } from "./application-item.tsx";
import { useOAuthProviderClient, useOAuthProviderUi } from "./ui.ts";

/**
 * The apps that the active organization lets users sign in to. `oauthProviderUi()` adds it to the organization page.
 */
export function OrganizationApplications({ focusOnMount = false }: OrganizationSectionProps): ReactElement {
  return (
    <SectionFrame>{(membership) => <Applications membership={membership} focusOnMount={focusOnMount} />}</SectionFrame>
  );
}

interface ApplicationsProps {
  readonly membership: Membership;
  readonly focusOnMount: boolean;
}

/** The dialog that's open. */
type OpenDialog =
  | { readonly kind: "create" }
  | { readonly kind: "reveal"; readonly id: string; readonly secret: string }
  | { readonly kind: "edit"; readonly target: OAuthClient }
  | { readonly kind: "rotate" | "remove"; readonly target: OAuthClient };

/** How long a replaced secret still works, in seconds. */
const overlap = 86_400;

function Applications({ membership: { organization, canDo }, focusOnMount }: ApplicationsProps): ReactElement {
  const client = useOAuthProviderClient();
  const { applications: words, ...more } = useOAuthProviderUi().texts;
  const site = useCapabilities()?.appName ?? location.host;
  const showToast = useToast();
  const { id: organizationId } = organization;
  const { data, error, reload } = useQuery("/oauth2/get-clients", organizationId, () =>
    client.oauth2.getClients({ query: { organizationId } }),
  );
  const dialog = useListDialog<OpenDialog>(reload);
  const { open, show, finish, opener } = dialog;

  const reveal = ({ client_id: id, client_secret: secret }: NewOAuthClient): void => {
    show(secret === undefined ? null : { kind: "reveal", id, secret });
    void reload();
  };
  const setDisabled = ({ client_id: id }: OAuthClient, disabled: boolean): Promise<void> =>
    dialog.send(
      id,
      () => client.oauth2.updateClient({ client_id: id, update: { disabled } }),
      (updated) => {
        // An admin of the site has turned it off, and only they can turn it on.
        if (updated.disabled !== disabled) dialog.refuse(id, words.blocked);
        else finish(disabled ? words.turnedOff : words.turnedOn);
      },
    );
  const act = (action: ApplicationAction, target: OAuthClient): void => {
    if (action === "on" || action === "off") void setDisabled(target, action === "off");
    else show({ kind: action, target });
  };
  const rotate = ({ client_id: id }: OAuthClient): Promise<void> =>
    dialog.send(id, () => client.oauth2.client.rotateSecret({ client_id: id, overlap }), reveal);
  const remove = ({ client_id: id }: OAuthClient): Promise<void> =>
    dialog.send<unknown>(
      id,
      () => client.oauth2.deleteClient({ client_id: id }),
      () => finish(words.removed),
    );

  const create = canDo("oauthClient:create", "/oauth2/create-client") ? (
    <Button ref={opener} icon={<Icon name="plus" />} onClick={() => show({ kind: "create" })}>
      {words.create}
    </Button>
  ) : null;
  return (
    <Section
      title={words.title}
      text={fill(words.text, { site })}
      focusOnMount={focusOnMount}
      actions={data ? create : null}
    >
      <ManagedList
        items={data}
        error={error}
        onRetry={reload}
        label={words.title}
        icon="layout-grid"
        none={words.none}
        noneText={fill(words.noneText, { site })}
      >
        {(application) => (
          <ApplicationItem
            key={application.client_id}
            application={application}
            canDo={canDo}
            problem={dialog.rowProblemOf(application.client_id)}
            onAction={(action) => act(action, application)}
          />
        )}
      </ManagedList>
      {open?.kind === "create" ? (
        <CreateApplicationDialog
          organizationId={organizationId}
          returnFocusTo={opener}
          onCreated={(created) => {
            if (created.client_secret === undefined) showToast({ text: words.created });
            reveal(created);
          }}
          onClose={() => show(null)}
        />
      ) : null}
      {open?.kind === "edit" ? (
        <EditApplicationDialog
          application={open.target}
          returnFocusTo={opener}
          onSaved={() => finish(words.saved)}
          onClose={() => show(null)}
        />
      ) : null}
      {open?.kind === "reveal" ? (
        <SecretDialog
          title={words.revealTitle}
          text={words.revealText}
          done={words.done}
          values={[
            { label: words.clientId, value: open.id, copy: words.copyId },
            { label: words.clientSecret, value: open.secret, copy: words.copySecret },
          ]}
          returnFocusTo={opener}
          onClose={() => show(null)}
        />
      ) : null}
      {open?.kind === "rotate" || open?.kind === "remove" ? (
        <ConfirmDialog
          open
          variant={open.kind === "rotate" ? "primary" : "destructive"}
          title={fill(open.kind === "rotate" ? words.rotateTitle : words.removeTitle, {
            name: nameOf(more, open.target),
          })}
          text={open.kind === "rotate" ? words.rotateText : words.removeText}
          confirm={open.kind === "rotate" ? words.rotate : words.remove}
          busy={dialog.isBusy(open.target.client_id)}
          error={dialog.problemOf(open.target.client_id)}
          returnFocusTo={opener}
          onConfirm={() => void (open.kind === "rotate" ? rotate(open.target) : remove(open.target))}
          onClose={() => show(null)}
        />
      ) : null}
    </Section>
  );
}
