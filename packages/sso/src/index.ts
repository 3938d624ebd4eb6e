/** Public exports of `@latchkey/sso`. */

export { type SsoAuditAction, ssoAuditActions } from "./audit-actions.ts";
export type {
  AllSsoDomains,
  AllSsoDomainsQuery,
  AllSsoProviders,
  AllSsoProvidersQuery,
  DiscoveredProviders,
  DnsRecord,
  InitiateSsoQuery,
  LastSsoTests,
  OidcConfigInput,
  OrganizationNames,
  RegisteredSsoProvider,
  RegisterSsoProviderInput,
  RequestedVerification,
  RotateSsoKeysInput,
  SamlConfigInput,
  SetEnforcementInput,
  SetupLink,
  SetupLinkInput,
  SetupProviderInput,
  SignInSsoInput,
  SignOutSsoInput,
  SsoDomain,
  SsoDomainInput,
  SsoProvider,
  SsoProviderWithDomains,
  SsoScopeQuery,
  SsoSetup,
  SsoSignOut,
  SsoTest,
  TestSsoProviderInput,
  UpdateSsoProviderInput,
  VerifyDomainInput,
} from "./call-types.ts";
export type { SsoCalls, SsoCapabilities, SsoClient, SsoTypes } from "./contract.ts";
export { ssoErrors } from "./errors.ts";
export type { DomainVerificationOptions, SsoOptions } from "./options.ts";
export { type SsoPlugin, sso } from "./plugin.ts";
export type { OidcConfig, TokenEndpointAuthentication } from "./providers/config.ts";
export {
  type ImportedSsoProvider,
  type ImportProblem,
  insertImportedProvider,
  type PreparedSsoProvider,
  prepareImportedProvider,
} from "./providers/import.ts";
export type { SendProviderNotice, SsoProviderNotice, SsoProviderNoticeReason } from "./saml-upkeep/notice.ts";
export {
  type RoleMapping,
  type SsoDomainRow,
  type SsoEnforcement,
  type SsoProviderRow,
  type SsoTestRow,
  ssoDomainTable,
  ssoProviderTable,
  ssoTestTable,
} from "./tables.ts";
