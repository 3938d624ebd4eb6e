/** Public exports of `@latchkey/ui/oauth-provider`. */

export { AccountChooser, type AccountChooserProps } from "./account-chooser.tsx";
export { OrganizationApplications } from "./applications.tsx";
export { ConnectedApps } from "./connected-apps.tsx";
export { ConsentScreen, type ConsentScreenProps } from "./consent-screen.tsx";
export { OrganizationChooser, type OrganizationChooserProps } from "./organization-chooser.tsx";
export { type OAuthProviderUiOptions, oauthProviderUi } from "./plugin.tsx";
export { RequestError, type RequestErrorProps } from "./request-error.tsx";
export {
  type ApplicationsTexts,
  type ConnectedAppsTexts,
  type OAuthProviderTexts,
  type OrganizationChoiceTexts,
  oauthProviderEn,
} from "./texts.ts";
export type { OAuthProviderPaths, OAuthProviderUi } from "./ui.ts";
