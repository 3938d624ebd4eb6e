/** The UI plugin for apps that are an OAuth provider. */

import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { AccountChooser } from "./account-chooser.tsx";
import { OrganizationApplications } from "./applications.tsx";
import { ConnectedApps } from "./connected-apps.tsx";
import { ConsentScreen } from "./consent-screen.tsx";
import { OrganizationChooser } from "./organization-chooser.tsx";
import { readPageRequest, resumePath } from "./page-request.ts";
import { RequestError } from "./request-error.tsx";
import { type OAuthProviderTexts, oauthProviderEn } from "./texts.ts";
import type { OAuthProviderPaths, OAuthProviderUi } from "./ui.ts";

/** Options for `oauthProviderUi`. */
export interface OAuthProviderUiOptions {
  /** Paths of the pages. */
  readonly paths?: Partial<OAuthProviderPaths>;
  /**
   * Descriptions of the app's custom scopes, such as `{ "photos:read": "See your photos" }`. Default: the scope's name.
   */
  readonly scopes?: Readonly<Record<string, string>>;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<OAuthProviderTexts>;
}

const defaultPaths: OAuthProviderPaths = {
  consent: "/consent",
  selectAccount: "/select-account",
  organization: "/choose-organization",
  error: "/request-error",
};

/**
 * Adds the pages where users allow other apps to use their account, and returns users to the app's request after they
 * sign in. Adds a "Connected apps" section to the account page, and an "Applications" section to the organization page
 * if organizations can have applications. For apps whose server has `oauthProvider()` from `@latchkey/oauth-provider`.
 */
export function oauthProviderUi(options: OAuthProviderUiOptions = {}): OAuthProviderUi {
  return createOAuthProviderUi(options, oauthProviderEn);
}

function createOAuthProviderUi(options: OAuthProviderUiOptions, language: OAuthProviderTexts): OAuthProviderUi {
  const texts = overrideTexts(language, options.texts);
  const paths = { ...defaultPaths, ...options.paths };
  return {
    id: "oauth-provider",
    localize: (other) => createOAuthProviderUi(options, other as OAuthProviderTexts),
    texts,
    paths,
    scopes: options.scopes ?? {},
    errors: texts.errors,
    account: {
      sections: [
        {
          id: "apps",
          title: texts.apps.title,
          icon: "layout-grid",
          Section: ConnectedApps,
          path: "/oauth2/get-connected-apps",
          forGuests: false,
          isAvailable: (capabilities) => capabilities?.plugins["oauth-provider"] !== undefined,
        },
      ],
    },
    organization: {
      sections: [
        {
          id: "applications",
          title: texts.applications.title,
          icon: "layout-grid",
          Section: OrganizationApplications,
          path: "/oauth2/get-clients",
          permission: "oauthClient:read",
          isAvailable: (capabilities) => capabilities?.plugins["oauth-provider"]?.organizations === true,
        },
      ],
    },
    authPages: [
      { path: paths.consent, Page: ConsentScreen },
      { path: paths.selectAccount, Page: AccountChooser },
      { path: paths.organization, Page: OrganizationChooser },
      { path: paths.error, Page: RequestError },
    ],
    readSignInRequest(params) {
      const request = readPageRequest(params);
      if (request === null) return null;
      return { destination: resumePath(paths.consent, request), email: request.loginHint };
    },
  };
}
