/** The admin page with webhooks for the site and for all organizations. */

import type { Webhook } from "@latchkey/events";
import { type ReactElement, useState } from "react";
import { AdminGate } from "../admin/access.tsx";
import { AdminScreen } from "../admin/admin-screen.tsx";
import { AllListPage, useAdminPermission } from "../admin/all-list.tsx";
import { usePagination } from "../primitives/use-pagination.ts";
import { useQuery } from "../primitives/use-query.ts";
import { useEventsClient, useEventsUi } from "./ui.ts";
import { WebhookList } from "./webhook-list.tsx";

/** Props for `AdminWebhooks`. */
export interface AdminWebhooksProps {
  readonly className?: string;
}

/**
 * All webhooks: an admin page, which `eventsUi()` adds at `{path}/webhooks`. Admins see what was sent to each of them,
 * and create webhooks that get events from the whole site.
 */
export function AdminWebhooks({ className }: AdminWebhooksProps): ReactElement {
  return (
    <AdminScreen className={className}>
      <Webhooks />
    </AdminScreen>
  );
}

function Webhooks(): ReactElement {
  const { title } = useEventsUi().texts.webhooks;
  return (
    <AdminGate title={title} resource="webhook" action="read" code="YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS">
      <AllWebhooks />
    </AdminGate>
  );
}

type State = "off" | "failing";
const pageSize = 20;

function AllWebhooks(): ReactElement {
  const client = useEventsClient();
  const { webhooks: words, allWebhooks, deliveries } = useEventsUi().texts;
  const can = useAdminPermission();
  const pages = usePagination();
  const [state, setState] = useState<State | "">("");
  const query = {
    limit: pageSize,
    ...(state === "" ? {} : { state }),
    ...(pages.cursor === null ? {} : { cursor: pages.cursor }),
  };
  const { data, error, reload } = useQuery(
    "/webhook/list-all",
    `${state} ${pages.cursor}`,
    () => client.webhook.listAll({ query }),
    () => true,
  );
  const ownerOf = ({ organizationId }: Webhook): string => {
    if (organizationId === null) return allWebhooks.site;
    return data?.organizations[organizationId]?.name ?? organizationId;
  };
  return (
    <WebhookList
      webhooks={data?.webhooks ?? null}
      error={error}
      reload={reload}
      can={can}
      scope={{ site: true }}
      none={state === "" ? words.none : allWebhooks.noMatches}
      noneText={state === "" ? words.noneText : undefined}
      ownerOf={ownerOf}
    >
      {(create, list) => (
        <AllListPage
          title={words.title}
          text={allWebhooks.text}
          actions={create}
          filter={{
            label: deliveries.state,
            options: (["off", "failing"] as const).map((value) => ({ value, label: words[value] })),
          }}
          state={state}
          onState={setState}
          pages={pages}
          items={data?.webhooks}
          error={error}
          nextCursor={data?.nextCursor ?? null}
        >
          {list}
        </AllListPage>
      )}
    </WebhookList>
  );
}
