/** Public exports of `@latchkey/sso`. */

export { type SsoAuditAction, ssoAuditActions } from "./audit-actions.ts";
export type {
  DiscoveredProviders,
  DnsRecord,
  InitiateSsoQuery,
  OidcConfigInput,
  RegisteredSsoProvider,
  RegisterSsoProviderInput,
  RequestedVerification,
  SamlConfigInput,
  SignInSsoInput,
  SsoCalls,
  SsoCapabilities,
  SsoClient,
  SsoDomain,
  SsoDomainInput,
  SsoProvider,
  SsoProviderWithDomains,
  SsoScopeQuery,
  SsoTypes,
  UpdateSsoProviderInput,
} from "./contract.ts";
export { ssoErrors } from "./errors.ts";
export type { DomainVerificationOptions, SsoOptions } from "./options.ts";
export { type SsoPlugin, sso } from "./plugin.ts";
export {
  type RoleMapping,
  type SsoDomainRow,
  type SsoProviderRow,
  ssoDomainTable,
  ssoProviderTable,
} from "./tables.ts";
