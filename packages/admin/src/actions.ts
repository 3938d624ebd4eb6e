/** What admins do leaves a record, and is told to the app. */

import type { Transaction } from "@latchkey/core/database";
import {
  type AuthContext,
  callerOf,
  type OutboxHandler,
  plainMessage,
  putMessage,
  type RequestContext,
  recordAudit,
} from "@latchkey/core/plugin";
import type { AdminAuditAction } from "./audit-actions.ts";
import type { AdminSettings } from "./options.ts";

/** Something that an admin did. */
export interface AdminAction {
  /** `admin.user.ban`, `admin.impersonation.start`, … */
  readonly action: AdminAuditAction;
  /** Who did it; `null`: the app itself. */
  readonly actorId: string | null;
  /** Whom it was done to. */
  readonly userId: string | null;
  readonly at: Date;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** Further facts, never a secret. */
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** What is to be recorded. */
export type Deed = Pick<AdminAction, "action" | "actorId" | "userId"> & Partial<Pick<AdminAction, "data">>;

export const actionKind = "admin.action";

/** Records a deed in its own transaction, and has the app told of it once that is over. */
export async function recordDeed(
  tx: Transaction,
  context: RequestContext,
  settings: AdminSettings,
  { data = null, ...deed }: Deed,
): Promise<void> {
  // Nobody acts as somebody else in here: whoever does it is the actor.
  await recordAudit(tx, context, { ...deed, onBehalfOf: null, ...(data ? { data } : {}) });
  if (!settings.onAction) return;
  const action: AdminAction = { ...deed, data, at: context.now(), ...callerOf(context) };
  await putMessage(tx, context, plainMessage(context, actionKind, action));
}

/** Calls the app's `onAction`. */
export function actionDeliverer({ onAction }: AdminSettings): OutboxHandler {
  return async (payload: unknown, _: AuthContext) => {
    const action = payload as Omit<AdminAction, "at"> & { readonly at: string };
    await onAction?.({ ...action, at: new Date(action.at) });
  };
}
