/** A list of directories with all of their actions. */

import type { ClientError } from "@latchkey/react";
import type { ScimConnectionWithTokens } from "@latchkey/scim";
import type { ReactElement, ReactNode } from "react";
import type { HasPermission, Membership } from "../organization/use-membership.ts";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { Icon } from "../primitives/icons.tsx";
import { ManagedList, useListDialog } from "../primitives/managed-list.tsx";
import { SecretDialog } from "../primitives/secret-dialog.tsx";
import { ConnectionDialog } from "./connection-dialog.tsx";
import { type ConnectionAction, ConnectionItem } from "./connection-item.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { DirectoryDetails } from "./directory-details.tsx";
import { useScimClient, useScimUi } from "./ui.ts";

/** Props for `DirectoryList`. */
export interface DirectoryListProps {
  /** `null` while loading. */
  readonly connections: readonly ScimConnectionWithTokens[] | null;
  readonly error: ClientError | null;
  reload(): Promise<void>;
  readonly can: HasPermission;
  /**
   * Decides which roles directories can assign. `null` for a list with several organizations, which can't be edited.
   */
  readonly membership: Membership | null;
  /** Whether the organization can't connect more directories. */
  readonly isFull?: boolean;
  /** Title of the empty list, and the next step. */
  readonly none: string;
  readonly noneText: string | undefined;
  /** Returns the name of a directory's owner. Only for lists with directories from several organizations. */
  ownerOf?(connection: ScimConnectionWithTokens): string;
  /** Renders the page around the list. @param create the button that connects a directory */
  children(create: ReactElement | null, list: ReactNode): ReactNode;
}

/** The dialog that's open. */
type OpenDialog =
  | { readonly kind: "create" }
  | { readonly kind: "reveal"; readonly baseURL: string; readonly token: string }
  | { readonly kind: "view" | "edit" | "replace" | "remove"; readonly id: string };

/** Shows directories. The server checks permissions again. */
export function DirectoryList(props: DirectoryListProps): ReactElement {
  const { connections, error, reload, can, membership, isFull = false, none, noneText, ownerOf, children } = props;
  const client = useScimClient();
  const words = useScimUi().texts;
  const dialog = useListDialog<OpenDialog>(reload);
  const { open, show, finish, opener } = dialog;
  const find = (kind: OpenDialog["kind"]): ScimConnectionWithTokens | null =>
    (open && "id" in open && open.kind === kind && connections?.find(({ id }) => id === open.id)) || null;

  const reveal = ({ baseURL, token }: { readonly baseURL: string; readonly token: string }): void => {
    show({ kind: "reveal", baseURL, token });
    void reload();
  };
  const turn = (id: string, enabled: boolean): Promise<void> =>
    dialog.send(
      id,
      () => client.scim.updateConnection({ id, enabled }),
      () => finish(enabled ? words.turnedOn : words.turnedOff),
    );
  const replace = ({ id, baseURL }: ScimConnectionWithTokens): Promise<void> =>
    dialog.send(
      id,
      () => client.scim.rotateToken({ id }),
      ({ token }) => reveal({ baseURL, token }),
    );
  const act = (action: ConnectionAction, id: string): void => {
    const tokenless = connections?.find((connection) => connection.id === id && connection.tokens.length === 0);
    if (action === "on" || action === "off") void turn(id, action === "on");
    else if (action === "replace" && tokenless) void replace(tokenless);
    else show({ kind: action, id });
  };
  const frame = { returnFocusTo: opener, onClose: () => show(null) };
  const create =
    membership && can("scim:create") ? (
      <Button
        ref={opener}
        path="/scim/create-connection"
        icon={<Icon name="plus" />}
        blocked={isFull}
        onClick={() => show({ kind: "create" })}
      >
        {words.create}
      </Button>
    ) : null;
  const [viewed, edited, replaced, removed] = [find("view"), find("edit"), find("replace"), find("remove")];
  return (
    <>
      {children(
        connections ? create : null,
        <ManagedList
          items={connections}
          error={error}
          onRetry={reload}
          label={words.title}
          icon="users"
          none={none}
          noneText={membership === null || create ? noneText : undefined}
        >
          {(connection) => (
            <ConnectionItem
              key={connection.id}
              connection={connection}
              can={can}
              canEdit={membership !== null}
              owner={ownerOf?.(connection)}
              problem={dialog.rowProblemOf(connection.id)}
              onAction={(action) => act(action, connection.id)}
            />
          )}
        </ManagedList>,
      )}
      {membership && (open?.kind === "create" || edited) ? (
        <ConnectionDialog
          {...frame}
          membership={membership}
          connection={edited}
          onCreated={reveal}
          onSaved={() => finish(words.saved)}
        />
      ) : null}
      {open?.kind === "reveal" ? (
        <SecretDialog
          {...frame}
          title={words.revealTitle}
          text={words.revealText}
          done={words.done}
          values={[
            { label: words.baseUrl, value: open.baseURL, copy: words.copyUrl },
            { label: words.token, value: open.token, copy: words.copyToken },
          ]}
        />
      ) : null}
      <DirectoryDetails
        connection={viewed}
        membership={membership}
        canUpdate={can("scim:update")}
        busy={viewed !== null && dialog.isBusy(viewed.id)}
        problem={viewed && dialog.problemOf(viewed.id)}
        onCreateToken={() => (viewed ? act("replace", viewed.id) : undefined)}
        onChanged={() => void reload()}
        onClose={() => show(null)}
      />
      {replaced ? (
        <ConfirmDialog
          {...frame}
          open
          variant="primary"
          title={words.replaceTitle}
          text={words.replaceText}
          confirm={words.replace}
          busy={dialog.isBusy(replaced.id)}
          error={dialog.problemOf(replaced.id)}
          onConfirm={() => void replace(replaced)}
        />
      ) : null}
      {removed ? <DeleteDialog {...frame} connection={removed} onDeleted={() => finish(words.removed)} /> : null}
    </>
  );
}
