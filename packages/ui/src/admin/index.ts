/** Public exports of `@latchkey/ui/admin`. */

export { Admin, type AdminProps } from "./admin.tsx";
export { AdminOrganization, type AdminOrganizationProps } from "./admin-organization.tsx";
export { AdminOrganizations, type AdminOrganizationsProps } from "./admin-organizations.tsx";
export { AdminUser, type AdminUserProps } from "./admin-user.tsx";
export { AdminUsers, type AdminUsersProps } from "./admin-users.tsx";
export { AuditLog, type AuditLogProps } from "./audit-log.tsx";
export { adminEn } from "./en.ts";
export { ImpersonationBanner, type ImpersonationBannerProps } from "./impersonation-banner.tsx";
export { type AdminUi, type AdminUiOptions, adminUi } from "./plugin.tsx";
export type { AdminTexts } from "./texts.ts";
