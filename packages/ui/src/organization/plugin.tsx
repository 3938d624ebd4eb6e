/** The UI plugin for organizations. */

import type { ReactElement } from "react";
import { MenuItem } from "../primitives/menu.tsx";
import { useAuthUi } from "../provider/context.ts";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { OwnOrganizations } from "./switcher/own-organizations.tsx";
import { type OrganizationTexts, organizationEn } from "./texts.ts";
import { type OrganizationUi, useOrganizationUi } from "./ui.ts";

/** Options for `organizationUi`. */
export interface OrganizationUiOptions {
  /** Path of the organization's page. Default: `/organization`. */
  readonly path?: string;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<OrganizationTexts>;
}

/**
 * Adds a section to the account page and an item to the user menu. For apps whose server has `organization()` from
 * `@latchkey/organization`. Roles, teams, and permissions come from the server.
 */
export function organizationUi(options: OrganizationUiOptions = {}): OrganizationUi {
  return createOrganizationUi(options, organizationEn);
}

function createOrganizationUi(options: OrganizationUiOptions, language: OrganizationTexts): OrganizationUi {
  const texts = overrideTexts(language, options.texts);
  return {
    id: "organization",
    localize: (other) => createOrganizationUi(options, other as OrganizationTexts),
    texts,
    errors: texts.errors,
    path: options.path ?? "/organization",
    account: {
      sections: [
        {
          id: "organizations",
          title: texts.list.title,
          icon: "building-2",
          Section: OwnOrganizations,
          forGuests: false,
          path: "/organization/list",
        },
      ],
    },
    MenuItems: OrganizationMenuItem,
  };
}

function OrganizationMenuItem(): ReactElement {
  const { navigate } = useAuthUi();
  const { texts, path } = useOrganizationUi();
  return (
    <MenuItem
      icon="building-2"
      path={["/organization/get-full-organization", "/organization/get-active-member"]}
      onSelect={() => navigate(path)}
    >
      {texts.menu}
    </MenuItem>
  );
}
