/** A webhook with its state and a menu. */

import type { Webhook } from "@latchkey/events";
import type { ReactElement } from "react";
import type { HasPermission } from "../organization/use-membership.ts";
import { ErrorAlert } from "../primitives/alert.tsx";
import { Badge } from "../primitives/badge.tsx";
import { Button } from "../primitives/button.tsx";
import { Icon } from "../primitives/icons.tsx";
import { Menu, MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import { fill, fillCount } from "../texts/texts.ts";
import { useEventsUi } from "./ui.ts";

/** What the menu offers. */
export type WebhookAction = "deliveries" | "test" | "edit" | "rotate" | "on" | "off" | "remove";

/** Props of `WebhookItem`. */
export interface WebhookItemProps {
  readonly webhook: Webhook;
  readonly can: HasPermission;
  readonly problem: string | null;
  onAction(action: WebhookAction): void;
}

/** A list item. Put it into `<ul className="lk-rows">`. */
export function WebhookItem({ webhook, can, problem, onAction }: WebhookItemProps): ReactElement {
  const { texts } = useAuthUi();
  const words = useEventsUi().texts.webhooks;
  const { url, events, kind, enabled, failingSince } = webhook;
  // The log contains IP addresses, so these are for members who can export it.
  const canUpdate = can("webhook:update") && (kind === "webhook" || can("audit:export"));
  const item = (action: WebhookAction, icon: Parameters<typeof MenuItem>[0]["icon"], label: string): ReactElement => (
    <MenuItem icon={icon} onSelect={() => onAction(action)}>
      {label}
    </MenuItem>
  );
  return (
    <li className="lk-device" data-lk="row">
      <span className="lk-list-icon">
        <Icon name="link" size={20} />
      </span>
      <div className="lk-list-text">
        <p className="lk-device-name">
          <bdi className="lk-list-title" dir="ltr" title={url}>
            {url.replace(/^https:\/\//, "")}
          </bdi>
          {enabled ? null : <Badge>{words.off}</Badge>}
          {enabled && failingSince ? <Badge tone="warning">{words.failing}</Badge> : null}
        </p>
        <p className="lk-note">
          {kind === "audit"
            ? words.auditLog
            : events.includes("*")
              ? words.allEvents
              : fillCount(texts, words.eventCount, events.length)}
        </p>
      </div>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="small"
            icon={<Icon name="ellipsis" />}
            aria-label={fill(words.manage, { url })}
          />
        }
      >
        {item("deliveries", "eye", words.deliveries)}
        {canUpdate ? (
          <>
            {item("test", "upload", words.test)}
            {item("edit", "pencil", words.edit)}
            {item("rotate", "key-round", words.rotate)}
            {enabled ? item("off", "ban", words.turnOff) : item("on", "check", words.turnOn)}
          </>
        ) : null}
        {can("webhook:delete") ? (
          <MenuItem icon="trash-2" tone="destructive" onSelect={() => onAction("remove")}>
            {words.remove}
          </MenuItem>
        ) : null}
      </Menu>
      {problem ? (
        <div className="lk-device-error">
          <ErrorAlert error={problem} />
        </div>
      ) : null}
    </li>
  );
}
