/** A list of webhooks with all of their actions. */

import type { Webhook } from "@latchkey/events";
import type { ClientError } from "@latchkey/react";
import type { ReactElement, ReactNode } from "react";
import type { HasPermission } from "../organization/use-membership.ts";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { Icon } from "../primitives/icons.tsx";
import { ManagedList, useListDialog } from "../primitives/managed-list.tsx";
import { SecretDialog } from "../primitives/secret-dialog.tsx";
import { fill, isolateLtr } from "../texts/texts.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { useEventsClient, useEventsUi } from "./ui.ts";
import { WebhookDialog, type WebhookListScope } from "./webhook-dialog.tsx";
import { type WebhookAction, WebhookItem, withoutScheme } from "./webhook-item.tsx";

/** Props for `WebhookList`. */
export interface WebhookListProps {
  /** `null` while loading. */
  readonly webhooks: readonly Webhook[] | null;
  readonly error: ClientError | null;
  reload(): Promise<void>;
  readonly can: HasPermission;
  /** The owner of new webhooks. */
  readonly scope: WebhookListScope;
  /** Whether the owner can't create more webhooks. */
  readonly isFull?: boolean;
  /** Title of the empty list, and the next step. */
  readonly none: string;
  readonly noneText: string | undefined;
  /** Returns the name of a webhook's owner. Only for lists with webhooks from several owners. */
  ownerOf?(webhook: Webhook): string;
  /** Renders the page around the list. @param create the button that creates a webhook */
  children(create: ReactElement | null, list: ReactNode): ReactNode;
}

/** The dialog that's open. */
type OpenDialog =
  | { readonly kind: "create" }
  | { readonly kind: "reveal"; readonly secret: string }
  | { readonly kind: "edit" | "deliveries"; readonly target: Webhook }
  | { readonly kind: "rotate" | "remove"; readonly target: Webhook };

/** Shows webhooks. The server checks permissions again. */
export function WebhookList(props: WebhookListProps): ReactElement {
  const { webhooks, error, reload, can, scope, isFull = false, none, noneText, ownerOf, children } = props;
  const client = useEventsClient();
  const words = useEventsUi().texts.webhooks;
  const dialog = useListDialog<OpenDialog>(reload);
  const { open, show, finish, opener } = dialog;

  const reveal = (secret: string): void => {
    show({ kind: "reveal", secret });
    void reload();
  };
  /** Changes a webhook without a dialog. */
  const change = ({ id }: Webhook, action: "on" | "off" | "test"): Promise<void> =>
    dialog.send<unknown>(
      id,
      () => (action === "test" ? client.webhook.test({ id }) : client.webhook.update({ id, enabled: action === "on" })),
      () => finish({ on: words.turnedOn, off: words.turnedOff, test: words.tested }[action]),
    );
  const act = (action: WebhookAction, target: Webhook): void => {
    if (action === "on" || action === "off" || action === "test") void change(target, action);
    else if (action === "rotate" || action === "remove") show({ kind: action, target });
    else show({ kind: action, target });
  };
  const rotate = ({ id }: Webhook): Promise<void> =>
    dialog.send(
      id,
      () => client.webhook.rotateSecret({ id }),
      ({ secret }) => reveal(secret),
    );
  const remove = ({ id }: Webhook): Promise<void> =>
    dialog.send<unknown>(
      id,
      () => client.webhook.delete({ id }),
      () => finish(words.removed),
    );

  const create = can("webhook:create") ? (
    <Button
      ref={opener}
      path="/webhook/create"
      icon={<Icon name="plus" />}
      blocked={isFull}
      onClick={() => show({ kind: "create" })}
    >
      {words.create}
    </Button>
  ) : null;
  const list = (
    <ManagedList
      items={webhooks}
      error={error}
      onRetry={reload}
      label={words.title}
      icon="link"
      none={none}
      noneText={can("webhook:create") ? noneText : undefined}
    >
      {(webhook) => (
        <WebhookItem
          key={webhook.id}
          webhook={webhook}
          can={can}
          owner={ownerOf?.(webhook)}
          problem={dialog.rowProblemOf(webhook.id)}
          onAction={(action) => act(action, webhook)}
        />
      )}
    </ManagedList>
  );
  return (
    <>
      {children(webhooks ? create : null, list)}
      {open?.kind === "create" || open?.kind === "edit" ? (
        <WebhookDialog
          scope={scope}
          can={can}
          webhook={open.kind === "edit" ? open.target : null}
          returnFocusTo={opener}
          onCreated={reveal}
          onSaved={() => finish(words.saved)}
          onClose={() => show(null)}
        />
      ) : null}
      {open?.kind === "reveal" ? (
        <SecretDialog
          title={words.revealTitle}
          text={words.revealText}
          done={words.done}
          values={[{ label: words.secret, value: open.secret, copy: words.copy }]}
          returnFocusTo={opener}
          onClose={() => show(null)}
        />
      ) : null}
      <DeliveryLog
        webhook={open?.kind === "deliveries" ? open.target : null}
        canReplay={can("webhook:update")}
        onClose={() => show(null)}
      />
      {open?.kind === "rotate" || open?.kind === "remove" ? (
        <ConfirmDialog
          open
          variant={open.kind === "rotate" ? "primary" : "destructive"}
          title={fill(open.kind === "rotate" ? words.rotateTitle : words.removeTitle, { url: nameOf(open.target) })}
          text={open.kind === "rotate" ? words.rotateText : words.removeText}
          confirm={open.kind === "rotate" ? words.rotate : words.remove}
          busy={dialog.isBusy(open.target.id)}
          error={dialog.problemOf(open.target.id)}
          returnFocusTo={opener}
          onConfirm={() => void (open.kind === "rotate" ? rotate(open.target) : remove(open.target))}
          onClose={() => show(null)}
        />
      ) : null}
    </>
  );
}

function nameOf({ url }: Webhook): string {
  return isolateLtr(withoutScheme(url));
}
