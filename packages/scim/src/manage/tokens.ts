/** The calls that replace and revoke tokens. */

import { randomId } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import {
  type ActingCaller,
  auditActor,
  defineEndpoint,
  type EndpointOf,
  input,
  type RequestContext,
  recordAudit,
  requireManagingCaller,
} from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import type { NewScimToken, RotateScimTokenInput, ScimCalls } from "../contract.ts";
import { failWith, pickErrors } from "../errors.ts";
import { mappedRoles } from "../groups/roles.ts";
import { hasTeams } from "../groups/teams.ts";
import { newTokenOutput } from "../outputs.ts";
import { connectionTable, type ScimConnectionRow, tokenTable } from "../tables.ts";
import { generateToken, hashToken, startOf } from "../tokens.ts";
import { checkRanks, checkTeamPermission, findConnection, lockConnection, requireScope } from "./access.ts";
import { changeLimit, expiresInField, scimStores } from "./shared.ts";

const day = 86_400;

/** The options of a new token. */
interface TokenChoice {
  readonly readOnly?: boolean | undefined;
  readonly expiresIn?: number | undefined;
}

/** Stores a connection's new token in the change's transaction. */
export async function insertToken(
  tx: Transaction,
  context: RequestContext & ActingCaller,
  { id: connectionId, organizationId }: ScimConnectionRow,
  { readOnly = false, expiresIn }: TokenChoice,
): Promise<NewScimToken> {
  const token = generateToken(context.random);
  const now = context.now();
  const expiresAt = expiresIn === undefined ? null : new Date(now.getTime() + expiresIn * 1000);
  const tokenId = randomId(context.random);
  const start = startOf(token);
  await tx.insert(tokenTable, {
    id: tokenId,
    connectionId,
    token: hashToken(token),
    start,
    readOnly,
    expiresAt,
    lastUsedAt: null,
    graceUntil: null,
    createdAt: now,
  });
  const { actorId, data: by } = auditActor(context);
  const data = { scimConnectionId: connectionId, tokenId, start, readOnly, expiresAt, ...by };
  await recordAudit(tx, context, { action: "scim.token.create", actorId, organizationId, data });
  return { token, tokenId, expiresAt };
}

/** Creates a token and returns it once. The connection's other tokens work until the overlap ends. */
export const rotateToken: EndpointOf<ScimCalls["rotateScimToken"]> = defineEndpoint({
  method: "POST",
  path: "/scim/rotate-token",
  summary: "Replace a SCIM connection's tokens",
  changes: scimStores,
  input: input.object<RotateScimTokenInput>({
    id: input.id,
    overlap: input.optional(input.jsonInteger({ min: 0, max: 7 * day })),
    readOnly: input.optional(input.boolean),
    expiresIn: input.optional(expiresInField),
  }),
  output: newTokenOutput,
  guards: [requireManagingCaller],
  errors: pickErrors(
    "SCIM_CONNECTION_NOT_FOUND",
    "SCIM_ROLE_NOT_ALLOWED",
    "SCIM_TEAM_NOT_ALLOWED",
    "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM",
  ),
  rateLimit: changeLimit,
  queryBudget: 16,
  async handle({ id, overlap = day, ...choice }, context) {
    const managed = await findConnection(context, id, "update");
    return context.db.transaction(async (tx) => {
      const row = await lockConnection(tx, managed);
      // Anyone with the token can add themselves to any group.
      await checkRanks(tx, managed.scope, [row.defaultRole, ...(await mappedRoles(tx, id))]);
      if (await hasTeams(tx, id))
        for (const action of ["update", "delete"] as const) checkTeamPermission(managed.scope, action);
      const now = context.now();
      // Tokens that already expire sooner keep their expiration time.
      await tx.remove(tokenTable, { where: { connectionId: id, graceUntil: { lte: now } } });
      if (overlap === 0) await tx.remove(tokenTable, { where: { connectionId: id } });
      const graceUntil = new Date(now.getTime() + overlap * 1000);
      const replaced = [
        { connectionId: id, graceUntil: null },
        { connectionId: id, graceUntil: { gt: graceUntil } },
      ];
      await tx.update(tokenTable, { where: replaced, set: { graceUntil } });
      return insertToken(tx, context, row, choice);
    });
  },
});

/** Revokes one token immediately. */
export const revokeToken: EndpointOf<ScimCalls["revokeScimToken"]> = defineEndpoint({
  method: "POST",
  path: "/scim/revoke-token",
  summary: "Revoke a SCIM token",
  changes: scimStores,
  input: input.object<{ readonly tokenId: string }>({ tokenId: input.id }),
  output: successResponse,
  guards: [requireManagingCaller],
  errors: pickErrors("SCIM_TOKEN_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM"),
  rateLimit: changeLimit,
  queryBudget: 10,
  async handle({ tokenId }, context) {
    const found = await context.db.findOne(tokenTable, {
      where: { id: tokenId },
      join: { connection: { table: connectionTable, on: { id: "connectionId" }, required: true } },
    });
    if (!found) return failWith("SCIM_TOKEN_NOT_FOUND");
    const { connection, start } = found;
    const scope = await requireScope(context, connection.organizationId, "update", "SCIM_TOKEN_NOT_FOUND");
    await context.db.transaction(async (tx) => {
      await scope.lock(tx);
      if ((await tx.remove(tokenTable, { where: { id: tokenId } })) === 0) failWith("SCIM_TOKEN_NOT_FOUND");
      const { id: scimConnectionId, organizationId } = connection;
      const actorId = context.caller?.user.id ?? null;
      const data = { scimConnectionId, tokenId, start };
      await recordAudit(tx, context, { action: "scim.token.revoke", actorId, organizationId, data });
    });
    return { success: true };
  },
});
