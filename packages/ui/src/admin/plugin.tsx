/** The UI plugin for admin pages: the menu item, texts, and paths. */

import type { ReactElement } from "react";
import { MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { adminEn } from "./en.ts";
import type { AdminTexts } from "./texts.ts";
import { useIsAdmin } from "./use-is-admin.ts";

/** The admin settings of the UI. */
export interface AdminUi extends UiPlugin {
  readonly id: "admin";
  readonly texts: AdminTexts;
  readonly path: string;
}

/** Options for `adminUi`. */
export interface AdminUiOptions {
  /**
   * Path of `Admin`. Users are at `{path}/users/{id}`, organizations at `{path}/organizations`, and the audit log at
   * `{path}/audit`. Default: `/admin`.
   */
  readonly path?: string;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<AdminTexts>;
}

/** Adds the admin pages. For apps whose server has `admin()` from `@latchkey/admin`. */
export function adminUi(options: AdminUiOptions = {}): AdminUi {
  return createAdminUi(options, adminEn);
}

function createAdminUi(options: AdminUiOptions, language: AdminTexts): AdminUi {
  const { path = "/admin" } = options;
  const texts = overrideTexts(language, options.texts);
  return {
    id: "admin",
    localize: (other) => createAdminUi(options, other as AdminTexts),
    texts,
    errors: texts.errors,
    path,
    MenuItems: AdminMenuItem,
  };
}

/** Returns the admin settings. Throws if the provider lacks `adminUi()`. */
export const useAdminUi = (): AdminUi => useUiPlugin<AdminUi>("admin", "adminUi()");

function AdminMenuItem(): ReactElement | null {
  const { navigate } = useAuthUi();
  const { texts, path } = useAdminUi();
  if (!useIsAdmin()) return null;
  return (
    <MenuItem icon="shield" onSelect={() => navigate(path)}>
      {texts.menu}
    </MenuItem>
  );
}
