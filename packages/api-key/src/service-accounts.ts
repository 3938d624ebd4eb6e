/** Service accounts: programs that an organization owns, with roles like its members. */

import { randomId } from "@latchkey/core/crypto";
import {
  type ActiveSession,
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  input,
  type OrganizationGrant,
  type RequestContext,
  recordAudit,
  requireFreshSession,
  requireSession,
} from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import type { ApiKeyCalls } from "./contract.ts";
import { failWith, pickErrors } from "./errors.ts";
import { serviceAccountOutput, serviceAccountsOutput } from "./outputs.ts";
import { requireOrganization } from "./owner.ts";
import { findServiceAccount } from "./reach.ts";
import { type ServiceAccountRow, serviceAccountTable } from "./tables.ts";

/** The client stores that a service account change affects. */
const accountStores: readonly string[] = ["serviceAccounts"];

const errors = pickErrors(
  "ORGANIZATION_ID_REQUIRED",
  "USER_NOT_MEMBER_OF_ORGANIZATION",
  "INSUFFICIENT_API_KEY_PERMISSIONS",
);
const fields = { name: input.text({ min: 1, max: 64 }), role: input.text({ min: 1 }) };

/** The endpoints of service accounts. */
export const serviceAccountEndpoints: {
  readonly createServiceAccount: EndpointOf<ApiKeyCalls["createServiceAccount"]>;
  readonly updateServiceAccount: EndpointOf<ApiKeyCalls["updateServiceAccount"]>;
  readonly deleteServiceAccount: EndpointOf<ApiKeyCalls["deleteServiceAccount"]>;
  readonly listServiceAccounts: EndpointOf<ApiKeyCalls["listServiceAccounts"]>;
} = {
  createServiceAccount: defineEndpoint({
    method: "POST",
    path: "/service-account/create",
    summary: "Create a service account",
    changes: accountStores,
    input: input.object({ ...fields, organizationId: input.optional(input.id) }),
    output: serviceAccountOutput,
    guards: [requireFreshSession, denyImpersonation],
    errors: { ...errors, ...pickErrors("NAME_TAKEN") },
    queryBudget: 6,
    async handle({ name, role, organizationId: named }, context) {
      const grant = await requireOrganization(context, context, named, ["serviceAccount", "create"]);
      await checkRole(grant, role);
      const { organizationId } = grant;
      const now = context.now();
      const row: ServiceAccountRow = {
        id: randomId(context.random),
        organizationId,
        name,
        role,
        disabled: false,
        createdBy: context.user.id,
        createdAt: now,
        updatedAt: now,
      };
      await context.db.transaction(async (tx) => {
        if (!(await grant.lock(tx))) failWith("USER_NOT_MEMBER_OF_ORGANIZATION");
        if (!(await grant.canTake(role, tx))) failWith("INSUFFICIENT_API_KEY_PERMISSIONS");
        await tx.insert(serviceAccountTable, row);
        const data = { id: row.id, name, role };
        await recordAudit(tx, context, { ...auditOf(context, row), action: "service-account.create", data });
      });
      return row;
    },
  }),

  updateServiceAccount: defineEndpoint({
    method: "POST",
    path: "/service-account/update",
    summary: "Update a service account",
    changes: accountStores,
    input: input.object({
      id: input.id,
      name: input.optional(fields.name),
      role: input.optional(fields.role),
      disabled: input.optional(input.boolean),
    }),
    output: serviceAccountOutput,
    guards: [requireFreshSession, denyImpersonation],
    errors: { ...errors, ...pickErrors("NAME_TAKEN", "SERVICE_ACCOUNT_NOT_FOUND", "NO_VALUES_TO_UPDATE") },
    queryBudget: 9,
    async handle({ id, ...set }, context) {
      if (Object.values(set).every((value) => value === undefined)) failWith("NO_VALUES_TO_UPDATE");
      const { row, grant } = await findOwnAccount(context, id, "update");
      // Also checks its current role, because only callers who could create the account can turn it on or rename it.
      await checkRole(grant, row.role);
      if (set.role !== undefined) await checkRole(grant, set.role);
      return context.db.transaction(async (tx) => {
        if (!(await grant.lock(tx))) failWith("USER_NOT_MEMBER_OF_ORGANIZATION");
        const { role } = (await tx.lock(serviceAccountTable, id)) ?? failWith("SERVICE_ACCOUNT_NOT_FOUND");
        for (const one of new Set([role, set.role ?? role]))
          if (!(await grant.canTake(one, tx))) failWith("INSUFFICIENT_API_KEY_PERMISSIONS");
        const change = { where: { id }, set: { ...set, updatedAt: context.now() } };
        if ((await tx.update(serviceAccountTable, change)) === 0) failWith("SERVICE_ACCOUNT_NOT_FOUND");
        const data = { id, ...set };
        await recordAudit(tx, context, { ...auditOf(context, row), action: "service-account.update", data });
        return findServiceAccount(tx, id);
      });
    },
  }),

  deleteServiceAccount: defineEndpoint({
    method: "POST",
    path: "/service-account/delete",
    summary: "Delete a service account",
    changes: accountStores,
    input: input.object({ id: input.id }),
    output: successResponse,
    guards: [requireFreshSession, denyImpersonation],
    errors: { ...errors, ...pickErrors("SERVICE_ACCOUNT_NOT_FOUND") },
    queryBudget: 7,
    async handle({ id }, context) {
      const { row, grant } = await findOwnAccount(context, id, "delete");
      await context.db.transaction(async (tx) => {
        if (!(await grant.lock(tx))) failWith("USER_NOT_MEMBER_OF_ORGANIZATION");
        if ((await tx.remove(serviceAccountTable, { where: { id } })) === 0) failWith("SERVICE_ACCOUNT_NOT_FOUND");
        const data = { id, name: row.name };
        await recordAudit(tx, context, { ...auditOf(context, row), action: "service-account.delete", data });
      });
      return { success: true };
    },
  }),

  listServiceAccounts: defineEndpoint({
    method: "GET",
    path: "/service-account/list",
    summary: "List service accounts",
    input: input.object({ organizationId: input.optional(input.id) }),
    output: serviceAccountsOutput,
    guards: [requireSession],
    errors,
    queryBudget: 3,
    async handle({ organizationId: named }, context) {
      const { organizationId } = await requireOrganization(context, context, named, ["serviceAccount", "read"]);
      const orderBy = [{ column: "name" }] as const;
      return context.db.findMany(serviceAccountTable, { where: { organizationId }, orderBy, limit: 500 });
    },
  }),
};

interface OwnAccount {
  readonly row: ServiceAccountRow;
  readonly grant: OrganizationGrant;
}

/** @throws {AuthError} `SERVICE_ACCOUNT_NOT_FOUND`, even if the account exists in another organization */
async function findOwnAccount(
  context: RequestContext & ActiveSession,
  id: string,
  action: "update" | "delete",
): Promise<OwnAccount> {
  const row = await findServiceAccount(context.db, id);
  const { organizationId } = row;
  const grant = await requireOrganization(context, context, organizationId, ["serviceAccount", action]).catch(
    (error) => {
      if (error.code === "USER_NOT_MEMBER_OF_ORGANIZATION") return failWith("SERVICE_ACCOUNT_NOT_FOUND");
      throw error;
    },
  );
  return { row, grant };
}

/** @throws {AuthError} if the role doesn't exist, or has a permission that the caller lacks */
async function checkRole(grant: OrganizationGrant, role: string): Promise<void> {
  if (!(await grant.canAssign(role))) failWith("INSUFFICIENT_API_KEY_PERMISSIONS");
}

function auditOf({ user }: ActiveSession, { organizationId }: ServiceAccountRow) {
  return { actorId: user.id, organizationId };
}
