/** Decides which event types exist, and which webhooks receive them. */

import { type AuditRow, type AuthContext, coreAuditActions } from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import type { WebhookRow } from "../tables.ts";

/** Returns an app's event types: the audit log actions of core and its plugins, in alphabetical order. */
export function eventTypes({ extensions }: AuthContext): readonly string[] {
  const pluginTypes = extensions.plugins.flatMap(({ auditActions = [] }) => auditActions);
  return [...new Set([...coreAuditActions, ...pluginTypes])].sort();
}

/** Returns the chosen types without duplicates. @throws {AuthError} `UNKNOWN_EVENT_TYPE` for the first unknown one */
export function checkTypes(context: AuthContext, chosen: readonly string[]): readonly string[] {
  const known = eventTypes(context);
  for (const one of chosen) {
    const exists = one === "*" || known.includes(one) || known.some((type) => isInFamily(type, one));
    if (!exists) failWith("UNKNOWN_EVENT_TYPE", { message: `There's no event type "${one}"` });
  }
  if (chosen.length === 0) failWith("UNKNOWN_EVENT_TYPE", { message: "Choose at least one event type" });
  return [...new Set(chosen)];
}

/** Whether a webhook receives events of this type. */
export function isSubscribed({ kind, events }: Pick<WebhookRow, "kind" | "events">, type: string): boolean {
  if (kind === "audit") return true;
  return events.some((one) => one === "*" || one === type || isInFamily(type, one));
}

function isInFamily(type: string, pattern: string): boolean {
  return pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1));
}

/** The parts of an event that decide which webhooks receive it. */
export type EventTarget = Pick<AuditRow, "organizationId"> & { readonly type: string };
