/** The UI plugin for webhooks and for an organization's audit log. */

import type { Capabilities } from "@latchkey/client/capabilities";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { AdminWebhooks } from "./admin-webhooks.tsx";
import { AuditTrail } from "./audit-trail.tsx";
import { type EventsTexts, eventsEn } from "./texts.ts";
import type { EventsUi } from "./ui.ts";
import { WebhooksPanel } from "./webhooks-panel.tsx";

/** Options for `eventsUi`. */
export interface EventsUiOptions {
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<EventsTexts>;
}

/**
 * Adds "Webhooks" and "Audit log" sections to the organization page, for members who have the permissions, if the
 * server has `events({ organizations: true })` from `@latchkey/events`. Adds a "Webhooks" page to the admin pages.
 */
export function eventsUi(options: EventsUiOptions = {}): EventsUi {
  return createEventsUi(options, eventsEn);
}

function createEventsUi(options: EventsUiOptions, language: EventsTexts): EventsUi {
  const texts = overrideTexts(language, options.texts);
  return {
    id: "events",
    localize: (other) => createEventsUi(options, other as EventsTexts),
    isAvailable: ({ plugins }) => plugins.events !== undefined,
    texts,
    errors: texts.errors,
    admin: {
      pages: [
        {
          id: "webhooks",
          title: texts.webhooks.title,
          icon: "link",
          Page: AdminWebhooks,
          path: "/webhook/list-all",
          permission: "webhook:read",
          isAvailable: (capabilities) => capabilities?.plugins.events !== undefined,
        },
      ],
    },
    organization: {
      sections: [
        {
          id: "webhooks",
          title: texts.webhooks.title,
          icon: "link",
          Section: WebhooksPanel,
          path: "/webhook/list",
          permission: "webhook:read",
          isAvailable: hasOrganizationEvents,
        },
        {
          id: "audit-log",
          title: texts.audit.title,
          icon: "clock",
          Section: AuditTrail,
          path: "/audit/list",
          permission: "audit:read",
          isAvailable: hasOrganizationEvents,
        },
      ],
    },
  };
}

function hasOrganizationEvents(capabilities: Capabilities | null): boolean {
  return capabilities?.plugins.events?.organizations === true;
}
