/** The UI plugin for single sign-on. */

import type { Capabilities } from "@latchkey/client/capabilities";
import { overrideTexts, type TextOverrides } from "../texts/overrides.ts";
import { AdminDomains, AdminProviders } from "./admin-pages.tsx";
import { DomainsPanel } from "./domains-panel.tsx";
import { ssoEn } from "./en.ts";
import { ProvidersPanel } from "./providers-panel.tsx";
import { SsoSetupPage } from "./setup/setup-page.tsx";
import { RequiredSso, SsoSignIn, SsoStep } from "./sign-in.tsx";
import type { SsoTexts } from "./texts.ts";
import type { SsoReactClient, SsoUi } from "./ui.ts";

/** Options for `ssoUi`. */
export interface SsoUiOptions {
  /** Path of the page with `SsoSignIn`. Default: `/sign-in/sso`. */
  readonly signInPath?: string;
  /** Path of the page with `SsoSetupPage`, where setup links lead. Default: `/sso-setup`. */
  readonly setupPath?: string;
  /** Texts to use instead of the language's. */
  readonly texts?: TextOverrides<SsoTexts>;
}

/**
 * Adds single sign-on to the sign-in page, and "Domains" and "Single sign-on" sections to the organization page, for
 * members who have the permission. Adds pages with the domains and providers of all organizations to the admin pages.
 * For apps whose server has `sso()` from `@latchkey/sso`.
 */
export function ssoUi(options: SsoUiOptions = {}): SsoUi {
  return createSsoUi(options, ssoEn);
}

function createSsoUi(options: SsoUiOptions, language: SsoTexts): SsoUi {
  const { signInPath = "/sign-in/sso", setupPath = "/sso-setup" } = options;
  const texts = overrideTexts(language, options.texts);
  const adminPage = {
    permission: "sso:read",
    isAvailable: (capabilities: Capabilities | null) => hasSso(capabilities),
  } as const;
  const section = { permission: "sso:read", isAvailable: hasSso } as const;
  return {
    id: "sso",
    localize: (other) => createSsoUi(options, other as SsoTexts),
    isAvailable: hasSso,
    texts,
    errors: texts.errors,
    setupPath,
    signInMethods: [
      {
        id: "sso",
        icon: "building-2",
        labels: { "sign-in": texts.signIn.button, "sign-up": texts.signIn.button },
        isOffered: ({ signIn }, page) => signIn.sso && page === "sign-in",
        Step: SsoStep,
      },
    ],
    emailOwner: {
      owns: async (client, email) => {
        const { data } = await (client as SsoReactClient).sso.discover({ email });
        return data?.required ?? false;
      },
      codes: ["SSO_REQUIRED"],
      methodId: "sso",
      Continue: RequiredSso,
    },
    authPages: [
      { path: signInPath, Page: SsoSignIn },
      { path: setupPath, Page: SsoSetupPage },
    ],
    admin: {
      pages: [
        {
          ...adminPage,
          id: "domains",
          title: texts.domains.title,
          icon: "link",
          Page: AdminDomains,
          path: "/sso/list-all-domains",
        },
        {
          ...adminPage,
          id: "sso",
          title: texts.providers.title,
          icon: "key-round",
          Page: AdminProviders,
          path: "/sso/list-all-providers",
        },
      ],
    },
    organization: {
      sections: [
        {
          ...section,
          id: "domains",
          title: texts.domains.title,
          icon: "link",
          Section: DomainsPanel,
          path: "/sso/domains",
        },
        {
          ...section,
          id: "sso",
          title: texts.providers.title,
          icon: "key-round",
          Section: ProvidersPanel,
          path: "/sso/providers",
        },
      ],
    },
  };
}

function hasSso(capabilities: { readonly plugins: LatchkeyCapabilities } | null): boolean {
  return capabilities?.plugins.sso !== undefined;
}
