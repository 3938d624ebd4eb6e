/** The UI plugin for admin pages: the menu item, texts, and paths. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { type ManagedUser, rolesOf } from "./client.ts";
import { adminEn } from "./en.ts";
import type { AdminTexts } from "./texts.ts";

/** The admin settings of the UI. */
export interface AdminUi extends UiPlugin {
  readonly id: "admin";
  readonly texts: AdminTexts;
  readonly roles: readonly string[];
  readonly adminRoles: readonly string[];
  readonly path: string;
}

/** Options of `adminUi`. */
export interface AdminUiOptions {
  /** The roles that can be assigned. Default: `["user", "admin"]`. */
  readonly roles?: readonly string[];
  /** The roles that see the admin pages in their menu. Default: `["admin"]`. */
  readonly adminRoles?: readonly string[];
  /**
   * Path of `AdminUsers`. `AdminUser` is at `{path}/users/{id}` and `AuditTrail` at `{path}/audit`. Default: `/admin`.
   */
  readonly path?: string;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<AdminTexts>;
}

/** Adds the admin pages. For apps whose server has `admin()` of `@latchkey/admin`. */
export function adminUi(options: AdminUiOptions = {}): AdminUi {
  return createAdminUi(options, adminEn);
}

function createAdminUi(options: AdminUiOptions, language: AdminTexts): AdminUi {
  const { roles = ["user", "admin"], adminRoles = ["admin"], path = "/admin" } = options;
  const texts = overrideTexts(language, options.texts);
  return {
    id: "admin",
    localize: (other) => createAdminUi(options, other as AdminTexts),
    texts,
    errors: texts.errors,
    roles,
    adminRoles,
    path,
    MenuItems: AdminMenuItem,
  };
}

/** Returns the admin settings. Throws if the provider lacks `adminUi()`. */
export const useAdminUi = (): AdminUi => useUiPlugin<AdminUi>("admin", "adminUi()");

function AdminMenuItem(): ReactElement | null {
  const { navigate } = useAuthUi();
  const { texts, adminRoles, path } = useAdminUi();
  const user = useAuthClient().useSession().data?.user as ManagedUser | undefined;
  // This only hides the link. The server checks permissions.
  if (!rolesOf(user).some((role) => adminRoles.includes(role))) return null;
  return <MenuItem onSelect={() => navigate(path)}>{texts.menu}</MenuItem>;
}
