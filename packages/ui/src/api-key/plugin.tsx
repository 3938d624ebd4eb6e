/** The UI plugin for API keys. */

import type { Capabilities } from "@latchkey/client/capabilities";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { AccountApiKeys, OrganizationApiKeys } from "./api-keys.tsx";
import { OrganizationServiceAccounts } from "./service-accounts.tsx";
import { type ApiKeyTexts, apiKeyEn } from "./texts.ts";
import type { ApiKeyUi, KeyScope } from "./ui.ts";

/** Options for `apiKeyUi`. */
export interface ApiKeyUiOptions {
  /**
   * Permissions that users can give to a key, for a server with `clientPermissions`. Default: none, so the form doesn't
   * ask.
   */
  readonly scopes?: readonly KeyScope[];
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<ApiKeyTexts>;
}

/**
 * Adds an "API keys" section to the account page. If organizations can have keys, it adds "API keys" and "Service
 * accounts" sections to the organization page. For apps whose server has `apiKey()` from `@latchkey/api-key`.
 */
export function apiKeyUi(options: ApiKeyUiOptions = {}): ApiKeyUi {
  return createApiKeyUi(options, apiKeyEn);
}

function createApiKeyUi(options: ApiKeyUiOptions, language: ApiKeyTexts): ApiKeyUi {
  const texts = overrideTexts(language, options.texts);
  const section = { id: "api-keys", title: texts.title, icon: "key-round" } as const;
  return {
    id: "api-key",
    localize: (other) => createApiKeyUi(options, other as ApiKeyTexts),
    isAvailable: ({ plugins }) => plugins["api-key"] !== undefined,
    texts,
    scopes: options.scopes ?? [],
    errors: texts.errors,
    account: {
      sections: [
        {
          ...section,
          Section: AccountApiKeys,
          path: "/api-key/list",
          forGuests: false,
          isAvailable: (capabilities) => capabilities?.plugins["api-key"] !== undefined,
        },
      ],
    },
    organization: {
      sections: [
        {
          ...section,
          Section: OrganizationApiKeys,
          path: "/api-key/list",
          permission: "apiKey:read",
          isAvailable: hasOrganizationKeys,
        },
        {
          id: "service-accounts",
          title: texts.serviceAccounts.title,
          icon: "bot",
          Section: OrganizationServiceAccounts,
          path: "/service-account/list",
          permission: "serviceAccount:read",
          isAvailable: hasOrganizationKeys,
        },
      ],
    },
  };
}

function hasOrganizationKeys(capabilities: Capabilities | null): boolean {
  return capabilities?.plugins["api-key"]?.organizations === true;
}
