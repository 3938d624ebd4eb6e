/** What the administration brings into the menu and above every page. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import { type UiPlugin, useUiPlugin } from "../provider/plugin.ts";
import { type ManagedUser, rolesOf } from "./client.ts";
import { type AdminTexts, adminEn } from "./texts.ts";

/** The part of the administration in the screens. */
export interface AdminUi extends UiPlugin {
  readonly id: "admin";
  readonly texts: AdminTexts;
  readonly roles: readonly string[];
  readonly adminRoles: readonly string[];
  readonly path: string;
}

/** What `adminUi` takes. */
export interface AdminUiOptions {
  /** The roles that can be given. Default: `["user", "admin"]`. */
  readonly roles?: readonly string[];
  /** Who finds the administration in their menu. Default: `["admin"]`. */
  readonly adminRoles?: readonly string[];
  /** Path of `AdminUsers`; `AdminUser` is at `{path}/users/{id}`, `AuditTrail` at `{path}/audit`. Default: `/admin`. */
  readonly path?: string;
  /** Default: English. */
  readonly texts?: AdminTexts;
}

/** For apps whose server has `admin()` of `@latchkey/admin`. */
export function adminUi(options: AdminUiOptions = {}): AdminUi {
  const { roles = ["user", "admin"], adminRoles = ["admin"], path = "/admin", texts = adminEn } = options;
  return { id: "admin", texts, errors: texts.errors, roles, adminRoles, path, MenuItems: AdminMenuItem };
}

/** The part, for the screens of it. */
export const useAdminUi = (): AdminUi => useUiPlugin<AdminUi>("admin", "adminUi()");

function AdminMenuItem(): ReactElement | null {
  const { navigate } = useAuthUi();
  const { texts, adminRoles, path } = useAdminUi();
  const user = useAuthClient().useSession().data?.user as ManagedUser | undefined;
  // Only what is offered: the server decides what may be done.
  if (!rolesOf(user).some((role) => adminRoles.includes(role))) return null;
  return <MenuItem onSelect={() => navigate(path)}>{texts.menu}</MenuItem>;
}
