/** The section of the organization page with its webhooks. */

import type { ReactElement } from "react";
import { type OrganizationSectionProps, SectionFrame } from "../organization/section-frame.tsx";
import type { Membership } from "../organization/use-membership.ts";
import { Section } from "../primitives/section.tsx";
import { useQuery } from "../primitives/use-query.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { fill } from "../texts/texts.ts";
import { useEventsClient, useEventsUi } from "./ui.ts";
import { WebhookList } from "./webhook-list.tsx";

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

function Webhooks({ membership, focusOnMount }: WebhooksProps): ReactElement {
  const client = useEventsClient();
  const words = useEventsUi().texts.webhooks;
  const max = useCapabilities()?.plugins.events?.maxWebhooks;
  const { id: organizationId } = membership.organization;
  const { data, error, reload } = useQuery("/webhook/list", organizationId, () =>
    client.webhook.list({ query: { organizationId } }),
  );
  const isFull = max !== undefined && (data?.length ?? 0) >= max;
  return (
    <WebhookList
      webhooks={data}
      error={error}
      reload={reload}
      can={membership.can}
      scope={{ organizationId }}
      isFull={isFull}
      none={words.none}
      noneText={words.noneText}
    >
      {(create, list) => (
        <Section title={words.title} text={words.text} focusOnMount={focusOnMount} actions={create}>
          {isFull && max ? <p className="lk-note">{fill(words.full, { max: String(max) })}</p> : null}
          {list}
        </Section>
      )}
    </WebhookList>
  );
}
