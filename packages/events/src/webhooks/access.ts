/** Decides who can manage webhooks: the app itself, site admins, or members of the organization that they belong to. */

import { authorize, type Permissions } from "@latchkey/core/access";
import type { Transaction } from "@latchkey/core/database";
import {
  type ActiveSession,
  defineGuard,
  denyImpersonation,
  findService,
  type Guard,
  hasAdminPermissions,
  httpErrors,
  type ImpersonationErrorCode,
  impersonationErrors,
  type OrganizationGrant,
  type RequestContext,
  requireFreshSession,
  requireSession,
  type SessionErrorCode,
  sessionErrors,
  userTable,
} from "@latchkey/core/plugin";
import type { WebhookScope } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import type { EventsSettings } from "../options.ts";
import { type WebhookKind, type WebhookRow, webhookTable } from "../tables.ts";

/** Who calls. */
export interface WebhookCaller {
  /** `null` if it's the app itself. */
  readonly caller: ActiveSession | null;
}

/** What a caller does with webhooks: the action of the permission `webhook`. */
export type WebhookAction = "create" | "read" | "update" | "delete";

/** Webhooks that get the whole audit log are for those who can export it. Otherwise, they'd be a way around. */
function permissionsFor(kind: WebhookKind, action: WebhookAction): Permissions {
  return { webhook: [action], ...(kind === "audit" ? { audit: ["export"] } : {}) };
}

/** The webhooks that a call is about, and what it does with them. */
interface WebhookAccess {
  readonly kind: WebhookKind;
  readonly action: WebhookAction;
}

/**
 * Requires a fresh session that isn't impersonated, or a call of the app itself. Otherwise, a stolen old session or an
 * impersonator could have events sent elsewhere for longer than the session lasts.
 */
export const requireWebhookManager: Guard<WebhookCaller, SessionErrorCode | ImpersonationErrorCode> = defineGuard({
  name: "requireWebhookManager",
  summary: "A user who can manage the webhook recently confirmed who they are, or the server called.",
  errors: { ...sessionErrors, ...impersonationErrors },
  async check(context, input) {
    if (context.isServerCall) return { caller: null };
    await requireSession.check(context, input);
    await denyImpersonation.check(context, input);
    return { caller: (await requireFreshSession.check(context, input)) ?? null };
  },
});

/** Requires a session, or a call of the app itself. */
export const requireWebhookReader: Guard<WebhookCaller, "UNAUTHORIZED"> = defineGuard({
  name: "requireWebhookReader",
  summary: "A user who can see the webhook is signed in, or the server called.",
  errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED },
  async check(context, input) {
    if (context.isServerCall) return { caller: null };
    return { caller: (await requireSession.check(context, input)) ?? null };
  },
});

/** Requires a fresh session, or a call of the app itself. For downloads, which a stolen old session could leak. */
export const requireFreshReader: Guard<WebhookCaller, SessionErrorCode> = defineGuard({
  name: "requireFreshReader",
  summary: "A user who can export the audit log recently confirmed who they are, or the server called.",
  errors: sessionErrors,
  async check(context, input) {
    if (context.isServerCall) return { caller: null };
    return { caller: (await requireFreshSession.check(context, input)) ?? null };
  },
});

/** The owner of webhooks, whom the caller can act for. */
export interface WebhookOwner {
  /** `null`: the whole site. */
  readonly organizationId: string | null;
  /**
   * Locks the organization, so that no one can add a webhook meanwhile, and checks again that the caller can do it.
   * @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS` if they just lost the permission
   */
  lock(tx: Transaction): Promise<void>;
}

/**
 * Finds out whose webhooks a call is about. At most one query.
 * @throws {AuthError} `NO_ACTIVE_ORGANIZATION`, `YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION`,
 *   `YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS`
 */
export async function requireOwner(
  context: RequestContext & WebhookCaller,
  settings: EventsSettings,
  { organizationId, site = false }: WebhookScope,
  action: WebhookAction,
  kind: WebhookKind = "webhook",
): Promise<WebhookOwner> {
  const { caller } = context;
  const wanted = { kind, action };
  const isSite = site || !settings.organizations;
  if (isSite && organizationId !== undefined) failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS");
  if (!caller) return ofServer(context, isSite ? null : (organizationId ?? failWith("NO_ACTIVE_ORGANIZATION")));
  if (isSite) return ofAdmin(context, caller, null, wanted) ?? failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS");
  const owner = await ofMember(context, caller, organizationId, wanted);
  if (owner === "none") return failWith("NO_ACTIVE_ORGANIZATION");
  if (owner !== "stranger") return owner;
  const asAdmin = organizationId === undefined ? null : ofAdmin(context, caller, organizationId, wanted);
  return asAdmin ?? failWith("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
}

/** A webhook that the caller can act on. */
export interface ManagedWebhook {
  readonly row: WebhookRow;
  readonly owner: WebhookOwner;
}

/**
 * Finds a webhook. One query, and another one if an organization owns it.
 * @throws {AuthError} `WEBHOOK_NOT_FOUND`, also for strangers; `YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS`
 */
export async function findManaged(
  context: RequestContext & WebhookCaller,
  id: string,
  action: WebhookAction,
): Promise<ManagedWebhook> {
  const { caller, db } = context;
  const row = (await db.findOne(webhookTable, { where: { id } })) ?? failWith("WEBHOOK_NOT_FOUND");
  const { organizationId = null } = row;
  if (!caller) return { row, owner: ofServer(context, organizationId) };
  const wanted = { kind: row.kind, action };
  const found = organizationId === null ? "stranger" : await ofMember(context, caller, organizationId, wanted);
  const owner = typeof found === "string" ? ofAdmin(context, caller, organizationId, wanted) : found;
  return { row, owner: owner ?? failWith("WEBHOOK_NOT_FOUND") };
}

/** Locks the owner and the webhook. @throws {AuthError} `WEBHOOK_NOT_FOUND` if it was deleted meanwhile */
export async function lockManaged(tx: Transaction, { row, owner }: ManagedWebhook): Promise<WebhookRow> {
  await owner.lock(tx);
  return (await tx.lock(webhookTable, row.id)) ?? failWith("WEBHOOK_NOT_FOUND");
}

function ofServer(context: RequestContext, organizationId: string | null): WebhookOwner {
  return { organizationId, lock: (tx) => lockOrganization(context, tx, organizationId) };
}

/** @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS` if a member lacks the permission */
async function ofMember(
  context: RequestContext,
  caller: ActiveSession,
  organizationId: string | undefined,
  { kind, action }: WebhookAccess,
): Promise<WebhookOwner | "none" | "stranger"> {
  const access = findService(context, "organizationAccess");
  const grant = (await access?.find(context, caller, organizationId, ["webhook", action])) ?? "stranger";
  if (typeof grant === "string") return grant;
  if (!authorize(grant.granted, permissionsFor(kind, action)).success)
    failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS");
  return { organizationId: grant.organizationId, lock: (tx) => lockGrant(tx, grant) };
}

async function lockGrant(tx: Transaction, grant: OrganizationGrant): Promise<void> {
  if (!(await grant.lock(tx))) failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS");
}

/** Returns `null` if the caller isn't a site admin with the permission. */
function ofAdmin(
  context: RequestContext,
  { user }: ActiveSession,
  organizationId: string | null,
  { kind, action }: WebhookAccess,
): WebhookOwner | null {
  const permissions = permissionsFor(kind, action);
  if (!hasAdminPermissions(context, user, permissions)) return null;
  return {
    organizationId,
    async lock(tx) {
      const admin = await tx.lock(userTable, user.id);
      if (!admin || !hasAdminPermissions(context, admin, permissions)) {
        failWith("YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS");
      }
      await lockOrganization(context, tx, organizationId);
    },
  };
}

/** @throws {AuthError} `YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION` if it doesn't exist */
async function lockOrganization(
  context: RequestContext,
  tx: Transaction,
  organizationId: string | null,
): Promise<void> {
  if (organizationId === null) return;
  const access = findService(context, "organizationAccess");
  if (!access || !(await tx.lock(access.table, organizationId))) failWith("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
}

/** The errors of finding out whose webhooks a call is about. */
export const ownerErrors = pickErrors(
  "NO_ACTIVE_ORGANIZATION",
  "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
  "YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS",
);

/** The errors of finding a webhook. */
export const findErrors = pickErrors("WEBHOOK_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS");
