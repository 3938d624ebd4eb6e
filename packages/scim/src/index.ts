/** Public exports of `@latchkey/scim`. */

export { type ScimAuditAction, scimAuditActions } from "./audit-actions.ts";
export type {
  AllScimConnections,
  AllScimConnectionsQuery,
  CreateScimConnectionInput,
  DeletedScimConnection,
  DeleteScimConnectionInput,
  ListResourcesQuery,
  MapScimGroupInput,
  NewScimToken,
  ProtocolCall,
  ResourceInput,
  ResourceRef,
  RotateScimTokenInput,
  ScimCalls,
  ScimCapabilities,
  ScimClient,
  ScimConnection,
  ScimConnectionQuery,
  ScimConnectionWithTokens,
  ScimEvent,
  ScimEventPage,
  ScimGroup,
  ScimGroupPage,
  ScimOrganizationQuery,
  ScimSetup,
  ScimToken,
  ScimTypes,
  UpdateScimConnectionInput,
} from "./contract.ts";
export { protocolErrors, type ScimErrorCode, scimErrors } from "./errors.ts";
export type { ScimOptions } from "./options.ts";
export { type ScimPlugin, scim } from "./plugin.ts";
export {
  connectionTable as scimConnectionTable,
  type Deprovisioning,
  type ScimConnectionRow,
  type ScimEventRow,
  type ScimGroupMemberRow,
  type ScimGroupRow,
  type ScimTokenRow,
  type ScimUserEmailRow,
  type ScimUserRow,
  scimEventTable,
  scimGroupMemberTable,
  scimGroupTable,
  scimUserEmailTable,
  scimUserTable,
  tokenTable as scimTokenTable,
} from "./tables.ts";
