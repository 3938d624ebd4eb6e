/** The section of the organization page with the apps that the organization has registered. */

import type { NewOAuthClient, OAuthClient } from "@latchkey/oauth-provider";
import { type ReactElement, useRef, useState } from "react";
import { type OrganizationSectionProps, SectionFrame } from "../organization/section-frame.tsx";
import type { Membership } from "../organization/use-membership.ts";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { EmptyState } from "../primitives/empty-state.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { SecretDialog } from "../primitives/secret-dialog.tsx";
import { Section } from "../primitives/section.tsx";
import { Loading, RowsSkeleton } from "../primitives/skeleton.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { errorText, fill } from "../texts/texts.ts";
import { nameOf } from "./app-name.tsx";
import { CreateApplicationDialog, EditApplicationDialog } from "./application-dialogs.tsx";
import { type ApplicationAction, ApplicationItem } from "./application-item.tsx";
import { useOAuthProviderClient, useOAuthProviderUi } from "./ui.ts";

/** The apps that the active organization lets users sign in to. `oauthProviderUi()` adds it to the organization page. */
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

/** Seconds for which a replaced secret still works. */
const overlap = 86_400;

function Applications({ membership: { organization, can }, focusOnMount }: ApplicationsProps): ReactElement {
  const client = useOAuthProviderClient();
  const { texts } = useAuthUi();
  const { applications: words, ...more } = useOAuthProviderUi().texts;
  const site = useCapabilities()?.appName ?? location.host;
  const showToast = useToast();
  const { id: organizationId } = organization;
  const { data, error, reload } = useQuery(organizationId, () =>
    client.oauth2.getClients({ query: { organizationId } }),
  );
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly id: string; readonly text: string } | null>(null);
  const createButton = useRef<HTMLButtonElement>(null);

  const show = (dialog: OpenDialog | null): void => {
    setProblem(null);
    setOpen(dialog);
  };
  const reveal = ({ client_id: id, client_secret: secret }: NewOAuthClient): void => {
    show(secret === undefined ? null : { kind: "reveal", id, secret });
    void reload();
  };
  const finish = (text: string): void => {
    showToast({ text });
    show(null);
    void reload();
  };
  const setDisabled = async ({ client_id }: OAuthClient, disabled: boolean): Promise<void> => {
    setProblem(null);
    const result = await client.oauth2.updateClient({ client_id, update: { disabled } });
    if (result.error) return setProblem({ id: client_id, text: errorText(texts, result.error) });
    // An admin of the site has turned it off, and only they can turn it on.
    if (result.data.disabled !== disabled) return setProblem({ id: client_id, text: words.blocked });
    finish(disabled ? words.turnedOff : words.turnedOn);
  };
  const act = (action: ApplicationAction, target: OAuthClient): void => {
    if (action === "on" || action === "off") void setDisabled(target, action === "off");
    else show({ kind: action, target });
  };
  const confirm = async (kind: "rotate" | "remove", { client_id }: OAuthClient): Promise<void> => {
    setBusy(true);
    const result =
      kind === "rotate"
        ? await client.oauth2.client.rotateSecret({ client_id, overlap })
        : await client.oauth2.deleteClient({ client_id });
    setBusy(false);
    if (result.error) return setProblem({ id: client_id, text: errorText(texts, result.error) });
    if ("client_id" in result.data) reveal(result.data);
    else finish(words.removed);
  };

  const create = can("oauthClient:create") ? (
    <Button ref={createButton} size="small" onClick={() => show({ kind: "create" })}>
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
      {error && !data ? <ErrorPanel error={error} onRetry={reload} /> : null}
      {error && !data ? null : (
        <Loading pending={data === null} skeleton={<RowsSkeleton rows={3} />}>
          {data?.length === 0 ? (
            <EmptyState icon="layout-grid" title={words.none} text={fill(words.noneText, { site })} />
          ) : (
            <ul className="lk-rows" aria-label={words.title}>
              {data?.map((one) => (
                <ApplicationItem
                  key={one.client_id}
                  application={one}
                  can={can}
                  problem={open === null && problem?.id === one.client_id ? problem.text : null}
                  onAction={(action) => act(action, one)}
                />
              ))}
            </ul>
          )}
        </Loading>
      )}
      {open?.kind === "create" ? (
        <CreateApplicationDialog
          organizationId={organizationId}
          returnFocusTo={createButton}
          onCreated={(made) => {
            if (made.client_secret === undefined) showToast({ text: words.created });
            reveal(made);
          }}
          onClose={() => show(null)}
        />
      ) : null}
      {open?.kind === "edit" ? (
        <EditApplicationDialog
          application={open.target}
          returnFocusTo={createButton}
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
          returnFocusTo={createButton}
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
          busy={busy}
          error={problem?.id === open.target.client_id ? problem.text : null}
          returnFocusTo={createButton}
          onConfirm={() => void confirm(open.kind, open.target)}
          onClose={() => show(null)}
        />
      ) : null}
    </Section>
  );
}
