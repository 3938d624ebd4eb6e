/** Records what admins do in the audit log, and reports it to the app. */

import type { Transaction } from "@latchkey/core/database";
import {
  type AuthContext,
  callerOf,
  createMessage,
  enqueueMessage,
  type OutboxHandler,
  type RequestContext,
  recordAudit,
} from "@latchkey/core/plugin";
import type { AdminAction } from "./audit-actions.ts";
import type { AdminSettings } from "./options.ts";

/** The action to record. */
export type NewAdminAction = Pick<AdminAction, "action" | "actorId" | "userId"> & Partial<Pick<AdminAction, "data">>;

export const actionMessageKind = "admin.action";

/** Records an action in the given transaction, and reports it to the app's `onAction` after the commit. */
export async function recordAction(
  tx: Transaction,
  context: RequestContext,
  settings: AdminSettings,
  { data = null, ...entry }: NewAdminAction,
): Promise<void> {
  // Admin endpoints reject impersonated sessions, so the actor is always the admin in person.
  await recordAudit(tx, context, { ...entry, onBehalfOf: null, ...(data ? { data } : {}) });
  if (!settings.onAction) return;
  const action: AdminAction = { ...entry, data, at: context.now(), ...callerOf(context) };
  await enqueueMessage(tx, context, createMessage(context, actionMessageKind, action));
}

/** Delivers recorded actions to the app's `onAction`. */
export function createActionHandler({ onAction }: AdminSettings): OutboxHandler {
  return async (payload: unknown, _: AuthContext) => {
    const action = payload as Omit<AdminAction, "at"> & { readonly at: string };
    await onAction?.({ ...action, at: new Date(action.at) });
  };
}
