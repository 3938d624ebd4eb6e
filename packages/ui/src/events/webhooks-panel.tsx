/** The section of the organization page with its webhooks. */

import type { Webhook } from "@latchkey/events";
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
import { DeliveryLog } from "./delivery-log.tsx";
import { useEventsClient, useEventsUi } from "./ui.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { type WebhookAction, WebhookItem } from "./webhook-item.tsx";

/** The active organization's webhooks: a section of the organization page, which `eventsUi()` adds. */
export function WebhooksPanel({ focusOnMount = false }: OrganizationSectionProps): ReactElement {
  return (
    <SectionFrame>{(membership) => <Webhooks membership={membership} focusOnMount={focusOnMount} />}</SectionFrame>
  );
}

interface WebhooksProps {
  readonly membership: Membership;
  readonly focusOnMount: boolean;
}

/** The dialog that's open. */
type OpenDialog =
  | { readonly kind: "create" }
  | { readonly kind: "reveal"; readonly secret: string }
  | { readonly kind: "edit" | "deliveries"; readonly target: Webhook }
  | { readonly kind: "rotate" | "remove"; readonly target: Webhook };

function Webhooks({ membership, focusOnMount }: WebhooksProps): ReactElement {
  const client = useEventsClient();
  const { texts } = useAuthUi();
  const words = useEventsUi().texts.webhooks;
  const max = useCapabilities()?.plugins.events?.maxWebhooks;
  const showToast = useToast();
  const { organization, can } = membership;
  const { id: organizationId } = organization;
  const { data, error, reload } = useQuery(organizationId, () => client.webhook.list({ query: { organizationId } }));
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly id: string; readonly text: string } | null>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const isFull = max !== undefined && (data?.length ?? 0) >= max;

  const show = (dialog: OpenDialog | null): void => {
    setProblem(null);
    setOpen(dialog);
  };
  const finish = (text: string): void => {
    showToast({ text });
    show(null);
    void reload();
  };
  const reveal = (secret: string): void => {
    show({ kind: "reveal", secret });
    void reload();
  };
  /** Changes a webhook without a dialog. */
  const change = async ({ id }: Webhook, action: "on" | "off" | "test"): Promise<void> => {
    setProblem(null);
    const { error: refused } =
      action === "test"
        ? await client.webhook.test({ id })
        : await client.webhook.update({ id, enabled: action === "on" });
    if (refused) return setProblem({ id, text: errorText(texts, refused) });
    finish({ on: words.turnedOn, off: words.turnedOff, test: words.tested }[action]);
  };
  const act = (action: WebhookAction, target: Webhook): void => {
    if (action === "on" || action === "off" || action === "test") void change(target, action);
    else if (action === "rotate" || action === "remove") show({ kind: action, target });
    else show({ kind: action, target });
  };
  const confirm = async (kind: "rotate" | "remove", { id }: Webhook): Promise<void> => {
    setBusy(true);
    const result = kind === "rotate" ? await client.webhook.rotateSecret({ id }) : await client.webhook.delete({ id });
    setBusy(false);
    if (result.error) return setProblem({ id, text: errorText(texts, result.error) });
    if ("secret" in result.data) return reveal(result.data.secret);
    finish(words.removed);
  };

  const create = can("webhook:create") ? (
    <Button ref={createButton} size="small" blocked={isFull} onClick={() => show({ kind: "create" })}>
      {words.create}
    </Button>
  ) : null;
  return (
    <Section title={words.title} text={words.text} focusOnMount={focusOnMount} actions={data ? create : null}>
      {isFull && max ? <p className="lk-note">{fill(words.full, { max: String(max) })}</p> : null}
      {error && !data ? <ErrorPanel error={error} onRetry={reload} /> : null}
      {error && !data ? null : (
        <Loading pending={data === null} skeleton={<RowsSkeleton rows={3} />}>
          {data?.length === 0 ? (
            <EmptyState icon="link" title={words.none} />
          ) : (
            <ul className="lk-rows" aria-label={words.title}>
              {data?.map((one) => (
                <WebhookItem
                  key={one.id}
                  webhook={one}
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
        <WebhookDialog
          membership={membership}
          webhook={open.kind === "edit" ? open.target : null}
          returnFocusTo={createButton}
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
          returnFocusTo={createButton}
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
          title={open.kind === "rotate" ? words.rotateTitle : words.removeTitle}
          text={open.kind === "rotate" ? words.rotateText : words.removeText}
          confirm={open.kind === "rotate" ? words.rotate : words.remove}
          busy={busy}
          error={problem?.id === open.target.id ? problem.text : null}
          returnFocusTo={createButton}
          onConfirm={() => void confirm(open.kind, open.target)}
          onClose={() => show(null)}
        />
      ) : null}
    </Section>
  );
}
