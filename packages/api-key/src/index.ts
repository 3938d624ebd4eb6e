/** Public exports of `@latchkey/api-key`. */

export { type ApiKeyAuditAction, apiKeyAuditActions } from "./audit-actions.ts";
export type {
  ApiKey,
  ApiKeyList,
  CreateApiKeyInput,
  CreateServiceAccountInput,
  GetApiKeyQuery,
  KeyIdInput,
  KeyRejection,
  KeyVerification,
  ListApiKeysQuery,
  NewApiKey,
  Principal,
  ReportedToken,
  ReportResult,
  RotateApiKeyInput,
  ServerKeyInput,
  ServiceAccount,
  UpdateApiKeyInput,
  UpdateServiceAccountInput,
  VerifyApiKeyInput,
} from "./call-types.ts";
export type { ApiKeyCalls, ApiKeyCapabilities, ApiKeyClient, ApiKeyTypes } from "./contract.ts";
export { apiKeyErrors } from "./errors.ts";
export type {
  ApiKeyOptions,
  KeyExpirationOptions,
  KeyPermissionOptions,
  KeyRateLimitOptions,
  LeakNotice,
  LeakReportOptions,
  StartingCharactersOptions,
} from "./options.ts";
export { type ApiKeyPlugin, apiKey } from "./plugin.ts";
export {
  type ApiKeyRow,
  apiKeyTable,
  type KeyPermissions,
  type ServiceAccountRow,
  serviceAccountTable,
} from "./tables.ts";
