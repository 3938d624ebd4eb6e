/** Assembles the SCIM plugin. */

import type { Plugin } from "@latchkey/core";
import { type AuthContext, definePlugin } from "@latchkey/core/plugin";
import { scimAuditActions } from "./audit-actions.ts";
import type { ScimTypes } from "./contract.ts";
import { protocolErrors, scimErrors } from "./errors.ts";
import { groupEndpoints } from "./groups/endpoints.ts";
import { directoryRoles } from "./groups/roles.ts";
import { unmapDeletedTeams } from "./groups/teams.ts";
import { createConnection, deleteConnection, updateConnection } from "./manage/connections.ts";
import { mapGroup } from "./manage/groups.ts";
import { listAllConnections, listConnections, listEvents, listGroups } from "./manage/read.ts";
import { connectSetup, getSetup } from "./manage/setup.ts";
import { revokeToken, rotateToken } from "./manage/tokens.ts";
import { resolveScim, type ScimOptions } from "./options.ts";
import { discoveryEndpoints } from "./protocol/discovery.ts";
import {
  connectionTable,
  scimEventTable,
  scimGroupMemberTable,
  scimGroupTable,
  scimUserEmailTable,
  scimUserTable,
  tokenTable,
} from "./tables.ts";
import { userEndpoints } from "./users/endpoints.ts";
import { createVerifiedHook, followUp, followUpKind } from "./users/follow-up.ts";
import { createJoinHook } from "./users/join.ts";

/** The plugin that `scim` returns. */
export interface ScimPlugin extends Plugin<ScimTypes> {
  readonly id: "scim";
}

/** How long events are kept, in milliseconds. */
const eventRetention = 30 * 86_400_000;

/**
 * Lets directories such as Microsoft Entra ID and Okta add, change, suspend, and remove an organization's members with
 * SCIM 2.0. Requires `organization()`.
 *
 * @throws {Error} if an option is invalid
 */
export function scim(options: ScimOptions = {}): ScimPlugin {
  const settings = resolveScim(options);
  const { maxConnections } = settings;
  return definePlugin<ScimPlugin>({
    id: "scim",
    uses: { organizationAccess: "organization() from @latchkey/organization" },
    provides: { directoryRoles },
    tables: [
      connectionTable,
      tokenTable,
      scimUserTable,
      scimUserEmailTable,
      scimGroupTable,
      scimGroupMemberTable,
      scimEventTable,
    ],
    endpoints: {
      createScimConnection: createConnection(settings),
      updateScimConnection: updateConnection,
      deleteScimConnection: deleteConnection,
      rotateScimToken: rotateToken,
      revokeScimToken: revokeToken,
      mapScimGroup: mapGroup,
      getScimSetup: getSetup,
      connectScimSetup: connectSetup(settings),
      listScimConnections: listConnections,
      listAllScimConnections: listAllConnections,
      listScimGroups: listGroups,
      listScimEvents: listEvents,
      ...userEndpoints(settings),
      ...groupEndpoints(settings),
      ...discoveryEndpoints,
    },
    errors: { ...scimErrors, ...protocolErrors },
    auditActions: scimAuditActions,
    tableHooks: (getContext) => [createJoinHook(getContext), createVerifiedHook(getContext), unmapDeletedTeams],
    outbox: { [followUpKind]: followUp },
    capabilities: (_, isCallable) => (isCallable("createScimConnection") ? { plugin: { maxConnections } } : {}),
    maintenanceJobs: { removeOldScimEvents: removeOldEvents },
  });
}

/** Deletes old events. Returns how many. */
function removeOldEvents({ db, now }: AuthContext): Promise<number> {
  return db.remove(scimEventTable, { where: { at: { lte: new Date(now().getTime() - eventRetention) } } });
}
