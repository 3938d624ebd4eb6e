/** Decides who can manage webhooks: the app itself, site admins, or members of the organization that they belong to. */

import type { Permissions } from "@latchkey/core/access";
import type { Transaction } from "@latchkey/core/database";
import {
  type CallerSession,
  type OrganizationScope,
  type RefuseScope,
  type RequestContext,
  requireOrganizationScope,
  requireSiteScope,
  type ScopeRule,
} from "@latchkey/core/plugin";
import type { WebhookScope } from "../call-types.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { EventsSettings } from "../options.ts";
import { type WebhookKind, type WebhookRow, webhookTable } from "../tables.ts";

/** What a caller does with webhooks. These are the `webhook` permission's actions. */
export type WebhookAction = "create" | "read" | "update" | "delete";

/**
 * Webhooks that receive the whole audit log require the permission to export it. Otherwise, they would bypass that
 * permission.
 */
function permissionsFor(kind: WebhookKind, action: WebhookAction): Permissions {
  return { webhook: [action], ...(kind === "audit" ? { audit: ["export"] } : {}) };
}

/** The owner that the caller can act for: an organization, or the whole site. */
export type WebhookOwner = OrganizationScope<string | null>;

const errorCodes = {
  none: "NO_ACTIVE_ORGANIZATION",
  stranger: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
  denied: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS",
} as const;

/** The errors of {@link requireOwner}. */
export const ownerErrors = pickErrors(...Object.values(errorCodes));

/** The errors of {@link findManaged}. */
export const findErrors = pickErrors("WEBHOOK_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS");

/**
 * Finds the owner of the webhooks that a call is about. Sends at most one query.
 * @throws {AuthError} one of {@link ownerErrors}
 */
export async function requireOwner(
  context: RequestContext & CallerSession,
  settings: EventsSettings,
  { organizationId, site = false }: WebhookScope,
  action: WebhookAction,
  kind: WebhookKind = "webhook",
): Promise<WebhookOwner> {
  const isSite = site || !settings.organizations;
  if (isSite && organizationId !== undefined) failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS");
  const rule = ruleOf(kind, action, (why) => failWith(errorCodes[why]));
  return isSite ? requireSiteScope(context, rule) : requireOrganizationScope(context, organizationId, rule);
}

function ruleOf(kind: WebhookKind, action: WebhookAction, refuse: RefuseScope): ScopeRule {
  return { permission: ["webhook", action], permissions: permissionsFor(kind, action), refuse };
}

/** The error of {@link requireSiteReader}. */
export const siteErrors = pickErrors("YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS");

/** Requires a site admin who can read webhooks, or the app itself. @throws {AuthError} one of {@link siteErrors} */
export function requireSiteReader(context: RequestContext & CallerSession): void {
  requireSiteScope(
    context,
    ruleOf("webhook", "read", () => failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS")),
  );
}

/** A webhook that the caller can act on. */
export interface ManagedWebhook {
  readonly row: WebhookRow;
  readonly owner: WebhookOwner;
}

/**
 * Finds a webhook. Sends one query, and another one if an organization owns it.
 * @throws {AuthError} `WEBHOOK_NOT_FOUND`, even if it exists but the caller isn't a member of its organization.
 * `YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS` for members without the permission
 */
export async function findManaged(
  context: RequestContext & CallerSession,
  id: string,
  action: WebhookAction,
): Promise<ManagedWebhook> {
  const row = (await context.db.findOne(webhookTable, { where: { id } })) ?? failWith("WEBHOOK_NOT_FOUND");
  const { organizationId, kind } = row;
  if (organizationId === null) {
    return {
      row,
      owner: requireSiteScope(
        context,
        ruleOf(kind, action, () => failWith("WEBHOOK_NOT_FOUND")),
      ),
    };
  }
  const rule = ruleOf(kind, action, (why) => failWith(why === "denied" ? errorCodes.denied : "WEBHOOK_NOT_FOUND"));
  return { row, owner: await requireOrganizationScope(context, organizationId, rule) };
}

/**
 * Locks the owner and the webhook, and checks the permission again. @throws {AuthError} the errors of {@link
 * findManaged}
 */
export async function lockManaged(tx: Transaction, { row, owner }: ManagedWebhook): Promise<WebhookRow> {
  await owner.lock(tx);
  return (await tx.lock(webhookTable, row.id)) ?? failWith("WEBHOOK_NOT_FOUND");
}
