/** A webhook with its state and a menu. */

import type { Webhook } from "@latchkey/events";
import type { ReactElement } from "react";
import type { HasPermission } from "../organization/use-membership.ts";
import { Badge } from "../primitives/badge.tsx";
import { Icon } from "../primitives/icons.tsx";
import { ManagedItem } from "../primitives/managed-item.tsx";
import { MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import { joinNames } from "../texts/join-names.ts";
import { fill } from "../texts/texts.ts";
import { useEventsUi } from "./ui.ts";

/** What the menu offers. */
export type WebhookAction = "deliveries" | "test" | "edit" | "rotate" | "on" | "off" | "remove";

/** The calls of the menu. */
const paths: Readonly<Record<WebhookAction, string>> = {
  deliveries: "/webhook/deliveries",
  test: "/webhook/test",
  edit: "/webhook/update",
  rotate: "/webhook/rotate-secret",
  on: "/webhook/update",
  off: "/webhook/update",
  remove: "/webhook/delete",
};

/** Props for `WebhookItem`. */
export interface WebhookItemProps {
  readonly webhook: Webhook;
  readonly can: HasPermission;
  readonly problem: string | null;
  /** The owner's name, if the list has webhooks from several owners. */
  readonly owner?: string | undefined;
  onAction(action: WebhookAction): void;
}

/** A list item. Put it into `<ul className="lk-rows">`. */
export function WebhookItem({ webhook, can, problem, owner, onAction }: WebhookItemProps): ReactElement {
  const words = useEventsUi().texts.webhooks;
  const { url, enabled, kind, failingSince } = webhook;
  const description = useDescription(webhook);
  // The audit log contains IP addresses, so only members who can export it can change webhooks that receive it.
  const canUpdate = can("webhook:update") && (kind === "webhook" || can("audit:export"));
  const canDelete = can("webhook:delete");
  const item = (action: WebhookAction, icon: Parameters<typeof MenuItem>[0]["icon"], label: string): ReactElement => (
    <MenuItem icon={icon} path={paths[action]} onSelect={() => onAction(action)}>
      {label}
    </MenuItem>
  );
  return (
    <ManagedItem
      icon={
        <span className="lk-list-icon">
          <Icon name="link" size={20} />
        </span>
      }
      name={withoutScheme(url)}
      ltr
      badge={enabled ? failingSince ? <Badge tone="warning">{words.failing}</Badge> : null : words.off}
      facts={[owner && <bdi key="owner">{owner}</bdi>, description]}
      menuLabel={fill(words.manage, { url })}
      menu={
        <>
          {item("deliveries", "eye", words.deliveries)}
          {canUpdate ? (
            <>
              {item("test", "upload", words.test)}
              {item("edit", "pencil", words.edit)}
              {item("rotate", "key-round", words.rotate)}
              {enabled ? item("off", "ban", words.turnOff) : item("on", "check", words.turnOn)}
            </>
          ) : null}
          {canDelete ? (
            <MenuItem icon="trash-2" tone="destructive" path={paths.remove} onSelect={() => onAction("remove")}>
              {words.remove}
            </MenuItem>
          ) : null}
        </>
      }
      menuPaths={[
        paths.deliveries,
        ...(canUpdate ? [paths.test, paths.edit, paths.rotate] : []),
        ...(canDelete ? [paths.remove] : []),
      ]}
      problem={problem}
    />
  );
}

/** Returns a description of the events that the webhook receives. */
function useDescription({ kind, events }: Webhook): string {
  const { language } = useAuthUi().texts;
  const { webhooks, audit } = useEventsUi().texts;
  if (kind === "audit") return webhooks.auditLog;
  if (events.includes("*")) return webhooks.allEvents;
  const names = events.map((type) => audit.families[type.replace(/\*$/, "")] ?? audit.actions[type] ?? type);
  return joinNames(language, names);
}

/** Returns a webhook's URL without `https://`, which all of them start with. */
export function withoutScheme(url: string): string {
  return url.replace(/^https:\/\//, "");
}
