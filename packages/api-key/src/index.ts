/** Public exports of `@latchkey/api-key`. */

export { type ApiKeyAuditAction, apiKeyAuditActions } from "./audit-actions.ts";
export type {
  ApiKey,
  ApiKeyCalls,
  ApiKeyCapabilities,
  ApiKeyClient,
  ApiKeyList,
  ApiKeyTypes,
  CreateApiKeyInput,
  GetApiKeyQuery,
  KeyIdInput,
  KeyRejection,
  KeyVerification,
  ListApiKeysQuery,
  NewApiKey,
  RotateApiKeyInput,
  ServerKeyInput,
  UpdateApiKeyInput,
  VerifyApiKeyInput,
} from "./contract.ts";
export { apiKeyErrors } from "./errors.ts";
export type {
  ApiKeyOptions,
  KeyExpirationOptions,
  KeyPermissionOptions,
  KeyRateLimitOptions,
  StartingCharactersOptions,
} from "./options.ts";
export { type ApiKeyPlugin, apiKey } from "./plugin.ts";
export { type ApiKeyRow, apiKeyTable, type KeyPermissions } from "./tables.ts";
