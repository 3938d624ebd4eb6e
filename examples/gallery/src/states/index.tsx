/** Combines the states of all components of `@latchkey/ui`. */

import type { Gallery } from "../state.ts";
import { account } from "./account.tsx";
import { admin } from "./admin.tsx";
import { apiKeysAndDevices } from "./api-keys.tsx";
import { authentication } from "./authentication.tsx";
import { shop } from "./billing.tsx";
import { connectedAppsGallery } from "./connected-apps.tsx";
import { eventsGallery } from "./events.tsx";
import { oauthProviderGallery } from "./oauth-provider.tsx";
import { organization } from "./organization.tsx";
import { passwordlessGallery } from "./passwordless.tsx";
import { primitives } from "./primitives.tsx";
import { layoutPrimitives } from "./primitives-layout.tsx";
import { overlayPrimitives } from "./primitives-overlay.tsx";
import { scimGallery } from "./scim.tsx";
import { serviceAccountsGallery } from "./service-accounts.tsx";
import { activeSessions } from "./sessions.tsx";
import { ssoGallery } from "./sso.tsx";
import { twoFactor } from "./two-factor.tsx";

/** Components that belong together. */
export interface GalleryGroup {
  readonly title: string;
  readonly components: Gallery;
}

export const groups: readonly GalleryGroup[] = [
  { title: "Sign-in", components: authentication },
  { title: "Sign-in without a password", components: passwordlessGallery },
  { title: "Account", components: { ...account, ...activeSessions } },
  { title: "Two-factor", components: twoFactor },
  { title: "Webhooks and audit log", components: eventsGallery },
  { title: "Single sign-on", components: ssoGallery },
  { title: "Directory", components: scimGallery },
  { title: "API keys and devices", components: { ...apiKeysAndDevices, ...serviceAccountsGallery } },
  { title: "Access for other apps", components: { ...oauthProviderGallery, ...connectedAppsGallery } },
  { title: "Organization", components: organization },
  { title: "Admin", components: admin },
  { title: "Billing", components: shop },
  { title: "Primitives", components: { ...primitives, ...layoutPrimitives, ...overlayPrimitives } },
];

export const gallery: Gallery = Object.assign({}, ...groups.map(({ components }) => components));
