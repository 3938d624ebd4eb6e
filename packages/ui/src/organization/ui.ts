/** Gives organization components access to the organization settings. */

import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { OrganizationTexts } from "./texts.ts";

/** The organization settings of the UI. */
export interface OrganizationUi extends UiPlugin {
  readonly id: "organization";
  readonly texts: OrganizationTexts;
  /** Path of the organization's page. */
  readonly path: string;
}

/** Returns the organization settings. Throws if the provider lacks `organizationUi()`. */
export const useOrganizationUi = (): OrganizationUi => useUiPlugin<OrganizationUi>("organization", "organizationUi()");
