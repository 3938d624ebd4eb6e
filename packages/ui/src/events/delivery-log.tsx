/** What was sent to a webhook, and how its server responded. */

import type { Webhook, WebhookDelivery } from "@latchkey/events";
import { type ReactElement, useState } from "react";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Badge, type Tone } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { Pager } from "../primitives/data-table.tsx";
import { Drawer } from "../primitives/drawer.tsx";
import { EmptyState } from "../primitives/empty-state.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { Icon } from "../primitives/icons.tsx";
import { MetaLine } from "../primitives/meta-line.tsx";
import { SelectField } from "../primitives/select-field.tsx";
import { ItemsSkeleton, Loading } from "../primitives/skeleton.tsx";
import { useToast } from "../primitives/toast.tsx";
import { usePagination } from "../primitives/use-pagination.ts";
import { useQuery } from "../primitives/use-query.ts";
import { useShowsFilters } from "../primitives/use-shows-filters.ts";
import { useAuthUi } from "../provider/context.ts";
import { timeAgo, timeAgoAtStart } from "../sessions/time-ago.ts";
import { errorText, fill, fillCount } from "../texts/texts.ts";
import { useEventsClient, useEventsUi } from "./ui.ts";

/** Props for `DeliveryLog`. */
export interface DeliveryLogProps {
  /** `null` if the panel is closed. */
  readonly webhook: Webhook | null;
  /** Whether the member can send events again. */
  readonly canReplay: boolean;
  onClose(): void;
}

const pageSize = 20;
const tones: Readonly<Record<WebhookDelivery["state"], Tone>> = {
  pending: "neutral",
  delivered: "success",
  failed: "destructive",
};

/** A panel with the deliveries of a webhook, newest first. */
export function DeliveryLog({ webhook, canReplay, onClose }: DeliveryLogProps): ReactElement {
  const { title } = useEventsUi().texts.deliveries;
  return (
    <Drawer open={webhook !== null} title={title} text={webhook?.url} onClose={onClose}>
      {webhook ? <Deliveries webhook={webhook} canReplay={canReplay && webhook.enabled} /> : null}
    </Drawer>
  );
}

type StateFilter = WebhookDelivery["state"] | "";

interface DeliveriesProps {
  readonly webhook: Webhook;
  readonly canReplay: boolean;
}

function Deliveries({ webhook: { id }, canReplay }: DeliveriesProps): ReactElement {
  const client = useEventsClient();
  const { texts } = useAuthUi();
  const words = useEventsUi().texts.deliveries;
  const showToast = useToast();
  const pages = usePagination();
  const [state, setState] = useState<StateFilter>("");
  const [problem, setProblem] = useState<string | null>(null);
  const query = {
    id,
    limit: pageSize,
    ...(state === "" ? {} : { state }),
    ...(pages.cursor === null ? {} : { cursor: pages.cursor }),
  };
  const { data, error, isPending, reload } = useQuery(
    "/webhook/deliveries",
    `${id} ${state} ${pages.cursor}`,
    () => client.webhook.deliveries({ query }),
    () => true,
  );
  const replay = async (deliveryId: string): Promise<void> => {
    setProblem(null);
    const { error: refused } = await client.webhook.replay({ id, deliveryId });
    if (refused) return setProblem(errorText(texts, refused));
    showToast({ text: words.replayed });
    await reload();
  };
  const next = data?.nextCursor ?? null;
  const showsFilter = useShowsFilters(state !== "", data?.deliveries ?? null, error);
  return (
    <div className="lk-audit-drawer">
      {showsFilter ? (
        <SelectField
          label={words.state}
          name="state"
          value={state}
          options={[
            { value: "", label: words.all },
            ...(["delivered", "pending", "failed"] as const).map((value) => ({ value, label: words[value] })),
          ]}
          onChange={({ target }) => {
            pages.restart();
            setState(target.value as StateFilter);
          }}
        />
      ) : null}
      {error && !data ? (
        <ErrorPanel error={error} onRetry={reload} />
      ) : (
        <div>
          {problem ? <ErrorAlert error={problem} /> : null}
          <Loading pending={data === null} skeleton={<ItemsSkeleton rows={4} icons={false} />}>
            {data?.deliveries.length === 0 ? (
              <EmptyState icon="clock" title={state === "" ? words.none : words.noMatches} />
            ) : (
              <ul className="lk-rows" aria-label={words.title} aria-busy={isPending}>
                {data?.deliveries.map((delivery) => (
                  <Delivery
                    key={delivery.id}
                    delivery={delivery}
                    onReplay={canReplay ? () => replay(delivery.id) : null}
                  />
                ))}
              </ul>
            )}
          </Loading>
        </div>
      )}
      {data ? (
        <div className="lk-actions">
          <Button variant="secondary" icon={<Icon name="refresh-cw" />} onClick={() => void reload()}>
            {words.refresh}
          </Button>
        </div>
      ) : null}
      {pages.number > 0 || next !== null ? (
        <Pager
          summary=""
          onPrevious={pages.number > 0 ? () => pages.previous() : undefined}
          onNext={next === null ? undefined : () => pages.next(next)}
        />
      ) : null}
    </div>
  );
}

interface DeliveryProps {
  readonly delivery: WebhookDelivery;
  /** `null` if the event can't be sent again. */
  readonly onReplay: (() => Promise<void>) | null;
}

function Delivery({ delivery, onReplay }: DeliveryProps): ReactElement {
  const { texts } = useAuthUi();
  const words = useEventsUi().texts.deliveries;
  const [busy, setBusy] = useState(false);
  const { type, state, attempts, responseStatus, nextAt, createdAt, payload } = delivery;
  const now = new Date();
  const answer = responseStatus === null ? words.noResponse : fill(words.status, { status: String(responseStatus) });
  const facts = [
    timeAgoAtStart(createdAt, now, texts.language),
    ...(attempts > 0 ? [answer, fillCount(texts, words.attempts, attempts)] : []),
    ...(nextAt && attempts > 0 ? [fill(words.next, { time: timeAgo(nextAt, now, texts.language) })] : []),
  ];
  const run = async (): Promise<void> => {
    setBusy(true);
    await onReplay?.();
    setBusy(false);
  };
  return (
    <li className="lk-device" data-lk="row">
      <div className="lk-list-text">
        <p className="lk-device-name">
          <code className="lk-code">{type}</code>
          <Badge tone={tones[state]}>{words[state]}</Badge>
        </p>
        <MetaLine facts={facts} />
        <details>
          <summary className="lk-note">{words.payload}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling block must be reachable by keyboard */}
          <pre className="lk-audit-json" dir="ltr" tabIndex={0}>
            {JSON.stringify(payload, null, 2)}
          </pre>
        </details>
      </div>
      {onReplay && state !== "pending" ? (
        <Button
          path="/webhook/replay"
          variant="secondary"
          size="small"
          busy={busy}
          aria-label={fill(words.replayEvent, { event: type })}
          onClick={() => void run()}
        >
          {words.replay}
        </Button>
      ) : null}
    </li>
  );
}
