/** Public exports of `@latchkey/sso`. */

export { type SsoAuditAction, ssoAuditActions } from "./audit-actions.ts";
export type {
  DnsRecord,
  RequestedVerification,
  SsoCalls,
  SsoCapabilities,
  SsoClient,
  SsoDomain,
  SsoDomainInput,
  SsoScopeQuery,
  SsoTypes,
} from "./contract.ts";
export { ssoErrors } from "./errors.ts";
export type { DomainVerificationOptions, SsoOptions } from "./options.ts";
export { type SsoPlugin, sso } from "./plugin.ts";
export { type SsoDomainRow, ssoDomainTable } from "./tables.ts";
