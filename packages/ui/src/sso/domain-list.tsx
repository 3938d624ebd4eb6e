/** A list of domains with all of their actions. */

import type { ClientError } from "@latchkey/react";
import type { SsoDomain } from "@latchkey/sso";
import type { ReactElement, ReactNode } from "react";
import type { HasPermission } from "../organization/use-membership.ts";
import { Badge } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { Icon } from "../primitives/icons.tsx";
import { ManagedItem } from "../primitives/managed-item.tsx";
import { ManagedList, useListDialog } from "../primitives/managed-list.tsx";
import { MenuItem } from "../primitives/menu.tsx";
import { fill, isolateLtr } from "../texts/texts.ts";
import { AddDomainDialog, EnforcementDialog, RecordDialog } from "./domain-dialogs.tsx";
import { useSsoClient, useSsoUi } from "./ui.ts";

/** Props for `DomainList`. */
export interface DomainListProps {
  /** `null` while loading. */
  readonly domains: readonly SsoDomain[] | null;
  readonly error: ClientError | null;
  reload(): Promise<void>;
  readonly can: HasPermission;
  /** The organization of new domains. `null` for a list with several organizations. */
  readonly organizationId: string | null;
  /** Title of the empty list, and the next step. */
  readonly none: string;
  readonly noneText?: string | undefined;
  /** Returns the name of a domain's owner. Only for lists with domains from several organizations. */
  ownerOf?(domain: SsoDomain): string;
  /** Renders the page around the list. @param add the button that adds a domain */
  children(add: ReactElement | null, list: ReactNode): ReactNode;
}

/** The dialog that's open. */
type OpenDialog =
  | { readonly kind: "add" }
  | { readonly kind: "record" | "enforcement" | "remove"; readonly target: SsoDomain };

/** Shows domains. The server checks permissions again. */
export function DomainList(props: DomainListProps): ReactElement {
  const { domains, error, reload, can, organizationId, none, noneText, ownerOf, children } = props;
  const client = useSsoClient();
  const words = useSsoUi().texts.domains;
  const canUpdate = can("sso:update");
  const dialog = useListDialog<OpenDialog>(reload);
  const { open, show, finish, opener } = dialog;
  const remove = ({ id, organizationId: owner, domain }: SsoDomain): Promise<void> =>
    dialog.send(
      id,
      () => client.sso.removeDomain({ organizationId: owner, domain }),
      () => finish(words.removed),
    );
  const frame = { returnFocusTo: opener, onClose: () => show(null) };
  const add =
    domains && organizationId !== null && canUpdate ? (
      <Button ref={opener} path="/sso/add-domain" icon={<Icon name="plus" />} onClick={() => show({ kind: "add" })}>
        {words.add}
      </Button>
    ) : null;
  return (
    <>
      {children(
        add,
        <ManagedList
          items={domains}
          error={error}
          onRetry={reload}
          label={words.title}
          icon="link"
          none={none}
          noneText={noneText}
        >
          {(domain) => (
            <DomainItem
              key={domain.id}
              domain={domain}
              canUpdate={canUpdate}
              owner={ownerOf?.(domain)}
              onAction={(kind) => show({ kind, target: domain })}
            />
          )}
        </ManagedList>,
      )}
      {open?.kind === "add" && organizationId !== null ? (
        <AddDomainDialog
          {...frame}
          organizationId={organizationId}
          onAdded={(target) => {
            show({ kind: "record", target });
            void reload();
          }}
        />
      ) : null}
      {open?.kind === "record" ? (
        <RecordDialog
          {...frame}
          organizationId={open.target.organizationId}
          domain={open.target}
          canVerify={canUpdate}
          onVerified={() => finish(words.nowVerified)}
        />
      ) : null}
      {open?.kind === "enforcement" ? (
        <EnforcementDialog
          {...frame}
          organizationId={open.target.organizationId}
          domain={open.target}
          onSaved={() => finish(words.saved)}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <ConfirmDialog
          {...frame}
          open
          title={fill(words.removeTitle, { domain: isolateLtr(open.target.domain) })}
          text={words.removeText}
          confirm={words.remove}
          busy={dialog.isBusy(open.target.id)}
          error={dialog.problemOf(open.target.id)}
          onConfirm={() => void remove(open.target)}
        />
      ) : null}
    </>
  );
}

interface DomainItemProps {
  readonly domain: SsoDomain;
  readonly canUpdate: boolean;
  readonly owner: string | undefined;
  onAction(kind: "record" | "enforcement" | "remove"): void;
}

function DomainItem({ domain, canUpdate, owner, onAction }: DomainItemProps): ReactElement {
  const words = useSsoUi().texts.domains;
  const mode = words.modes[domain.enforcement];
  return (
    <ManagedItem
      icon={
        <span className="lk-list-icon">
          <Icon name="link" size={20} />
        </span>
      }
      name={domain.domain}
      ltr
      badge={<DomainState domain={domain} />}
      facts={[owner && <bdi key="owner">{owner}</bdi>, mode]}
      menuLabel={fill(words.manage, { domain: domain.domain })}
      menu={
        <>
          <MenuItem icon="eye" onSelect={() => onAction("record")}>
            {words.record}
          </MenuItem>
          {canUpdate && domain.verified ? (
            <MenuItem icon="shield" path="/sso/set-enforcement" onSelect={() => onAction("enforcement")}>
              {words.enforcement}
            </MenuItem>
          ) : null}
          {canUpdate ? (
            <MenuItem icon="trash-2" tone="destructive" path="/sso/remove-domain" onSelect={() => onAction("remove")}>
              {words.remove}
            </MenuItem>
          ) : null}
        </>
      }
      problem={null}
    />
  );
}

/** Whether a domain is verified. */
export function DomainState({ domain }: { readonly domain: SsoDomain }): ReactElement {
  const words = useSsoUi().texts.domains;
  if (domain.verified && domain.failingSince) return <Badge tone="warning">{words.failing}</Badge>;
  return (
    <Badge tone={domain.verified ? "success" : "neutral"}>{domain.verified ? words.verified : words.pending}</Badge>
  );
}
