/** Public exports of `@latchkey/ui/api-key`. */

export { AccountApiKeys, OrganizationApiKeys } from "./api-keys.tsx";
export { type ApiKeyUiOptions, apiKeyUi } from "./plugin.tsx";
export { type ApiKeyTexts, apiKeyEn } from "./texts.ts";
export type { ApiKeyUi, KeyScope } from "./ui.ts";
