/** Public exports of `@latchkey/oauth-provider`. */

export type * from "./admin-contract.ts";
export { type OAuthProviderAuditAction, oauthProviderAuditActions } from "./audit-actions.ts";
export type * from "./call-types.ts";
export type * from "./contract.ts";
export { oauthErrors, providerErrors } from "./errors.ts";
export { type McpOptions, type McpProviderOptions, mcp } from "./mcp.ts";
export type {
  ClaimsInput,
  ClientPrivilegeCheck,
  OAuthProviderOptions,
  PostLoginCheck,
  PostLoginOptions,
} from "./options.ts";
export { type OAuthProviderPlugin, oauthProvider } from "./plugin.ts";
export type { ResourceOptions } from "./resources/options.ts";
export {
  type OAuthClientResourceRow,
  type OAuthResourceRow,
  oauthClientResourceTable,
  oauthResourceTable,
} from "./resources/tables.ts";
export type * from "./resources/types.ts";
export {
  type ClientAuthMethod,
  type OAuthAccessTokenRow,
  type OAuthClientRow,
  type OAuthConsentRow,
  type OAuthGrantRow,
  type OAuthRefreshTokenRow,
  type OAuthSessionRow,
  oauthAccessTokenTable,
  oauthClientTable,
  oauthConsentTable,
  oauthGrantTable,
  oauthRefreshTokenTable,
  oauthSessionTable,
} from "./tables.ts";
