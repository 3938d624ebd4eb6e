/** Public exports of `@latchkey/ui/scim`. */

export { AdminDirectories, type AdminDirectoriesProps } from "./admin-directories.tsx";
export { type ScimUiOptions, scimUi } from "./plugin.tsx";
export { ScimPanel } from "./scim-panel.tsx";
export { type ScimTexts, scimEn } from "./texts.ts";
export type { ScimUi } from "./ui.ts";
