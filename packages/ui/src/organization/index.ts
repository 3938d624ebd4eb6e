/** The face of `@latchkey/ui/organization`. */

export { type OrganizationUi, type OrganizationUiOptions, organizationUi } from "./plugin.tsx";
export { type OrganizationTexts, organizationEn } from "./texts.ts";
