/** The section of the organization page with its service accounts. */

import type { ServiceAccount } from "@latchkey/api-key";
import { type ReactElement, useRef, useState } from "react";
import { type OrganizationSectionProps, SectionFrame } from "../organization/section-frame.tsx";
import type { Membership } from "../organization/use-membership.ts";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { EmptyState } from "../primitives/empty-state.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Section } from "../primitives/section.tsx";
import { Loading, RowsSkeleton } from "../primitives/skeleton.tsx";
import { useToast } from "../primitives/toast.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useAuthUi } from "../provider/context.ts";
import { errorText, fill } from "../texts/texts.ts";
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
  const { texts } = useAuthUi();
  const words = useApiKeyUi().texts.serviceAccounts;
  const showToast = useToast();
  const { organization, can } = membership;
  const { id: organizationId } = organization;
  const { data, error, reload } = useQuery(organizationId, () =>
    client.serviceAccount.list({ query: { organizationId } }),
  );
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly id: string; readonly text: string } | null>(null);
  const createButton = useRef<HTMLButtonElement>(null);

  const show = (dialog: OpenDialog | null): void => {
    setProblem(null);
    setOpen(dialog);
  };
  const finish = (text: string): void => {
    showToast({ text });
    show(null);
    void reload();
  };
  const setDisabled = async ({ id }: ServiceAccount, disabled: boolean): Promise<void> => {
    setProblem(null);
    const { error: refused } = await client.serviceAccount.update({ id, disabled });
    if (refused) return setProblem({ id, text: errorText(texts, refused) });
    finish(disabled ? words.turnedOff : words.turnedOn);
  };
  const act = (action: ServiceAccountAction, target: ServiceAccount): void => {
    if (action === "on" || action === "off") void setDisabled(target, action === "off");
    else show({ kind: action, target });
  };
  const remove = async ({ id }: ServiceAccount): Promise<void> => {
    setBusy(true);
    const { error: refused } = await client.serviceAccount.delete({ id });
    setBusy(false);
    if (refused) return setProblem({ id, text: errorText(texts, refused) });
    finish(words.removed);
  };

  const create = can("serviceAccount:create") ? (
    <Button ref={createButton} size="small" onClick={() => show({ kind: "create" })}>
      {words.create}
    </Button>
  ) : null;
  return (
    <Section title={words.title} text={words.text} focusOnMount={focusOnMount} actions={data ? create : null}>
      {error && !data ? <ErrorPanel error={error} onRetry={reload} /> : null}
      {error && !data ? null : (
        <Loading pending={data === null} skeleton={<RowsSkeleton rows={3} />}>
          {data?.length === 0 ? (
            <EmptyState icon="bot" title={words.none} />
          ) : (
            <ul className="lk-rows" aria-label={words.title}>
              {data?.map((one) => (
                <ServiceAccountItem
                  key={one.id}
                  account={one}
                  can={can}
                  problem={open === null && problem?.id === one.id ? problem.text : null}
                  onAction={(action) => act(action, one)}
                />
              ))}
            </ul>
          )}
        </Loading>
      )}
      {open?.kind === "create" || open?.kind === "edit" ? (
        <ServiceAccountDialog
          membership={membership}
          account={open.kind === "edit" ? open.target : null}
          returnFocusTo={createButton}
          onSaved={() => finish(open.kind === "edit" ? words.saved : words.created)}
          onClose={() => show(null)}
        />
      ) : null}
      {open?.kind === "key" ? (
        <CreateKeyDialog
          organizationId={organizationId}
          serviceAccountId={open.target.id}
          returnFocusTo={createButton}
          onCreated={(key) => show({ kind: "reveal", key })}
          onClose={() => show(null)}
        />
      ) : null}
      {open?.kind === "reveal" ? (
        <RevealDialog apiKey={open.key} returnFocusTo={createButton} onClose={() => show(null)} />
      ) : null}
      {open?.kind === "remove" ? (
        <ConfirmDialog
          open
          title={fill(words.removeTitle, { name: open.target.name })}
          text={words.removeText}
          confirm={words.remove}
          busy={busy}
          error={problem?.id === open.target.id ? problem.text : null}
          returnFocusTo={createButton}
          onConfirm={() => void remove(open.target)}
          onClose={() => show(null)}
        />
      ) : null}
    </Section>
  );
}
