/** The UI plugin for directories that manage an organization's members. */

import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { AdminDirectories } from "./admin-directories.tsx";
import { ScimPanel } from "./scim-panel.tsx";
import { DirectoryStep } from "./setup-step.tsx";
import { type ScimTexts, scimEn } from "./texts.ts";
import type { ScimUi } from "./ui.ts";

/** Options for `scimUi`. */
export interface ScimUiOptions {
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<ScimTexts>;
}

/**
 * Adds a "Directory" section to the organization page, for members who have the permission. For apps whose server has
 * `scim()` from `@latchkey/scim`. Adds a "Directories" page to the admin pages.
 */
export function scimUi(options: ScimUiOptions = {}): ScimUi {
  return createScimUi(options, scimEn);
}

function createScimUi(options: ScimUiOptions, language: ScimTexts): ScimUi {
  const texts = overrideTexts(language, options.texts);
  return {
    id: "scim",
    localize: (other) => createScimUi(options, other as ScimTexts),
    isAvailable: ({ plugins }) => plugins.scim !== undefined,
    texts,
    errors: texts.errors,
    admin: {
      pages: [
        {
          id: "directory",
          title: texts.all.title,
          icon: "users",
          Page: AdminDirectories,
          path: "/scim/list-all-connections",
          permission: "scim:read",
          isAvailable: (capabilities) => capabilities?.plugins.scim !== undefined,
        },
      ],
    },
    organization: {
      sections: [
        {
          id: "directory",
          title: texts.title,
          icon: "users",
          Section: ScimPanel,
          path: "/scim/list-connections",
          permission: "scim:read",
        },
      ],
      setupStep: { permission: "scim:create", text: texts.step.text, Step: DirectoryStep },
    },
  };
}
