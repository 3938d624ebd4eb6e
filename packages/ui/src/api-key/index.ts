/** Public exports of `@latchkey/ui/api-key`. */

export { AccountApiKeys, OrganizationApiKeys } from "./api-keys.tsx";
export { type ApiKeyUiOptions, apiKeyUi } from "./plugin.tsx";
export { OrganizationServiceAccounts } from "./service-accounts.tsx";
export { type ApiKeyTexts, apiKeyEn, type ServiceAccountTexts } from "./texts.ts";
export type { ApiKeyUi, KeyScope } from "./ui.ts";
