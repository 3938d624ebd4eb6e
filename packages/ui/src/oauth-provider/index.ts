/** Public exports of `@latchkey/ui/oauth-provider`. */

export { AccountChooser, type AccountChooserProps } from "./account-chooser.tsx";
export { ConsentScreen, type ConsentScreenProps } from "./consent-screen.tsx";
export { type OAuthProviderUiOptions, oauthProviderUi } from "./plugin.tsx";
export { RequestError, type RequestErrorProps } from "./request-error.tsx";
export { type OAuthProviderTexts, oauthProviderEn } from "./texts.ts";
export type { OAuthProviderPaths, OAuthProviderUi } from "./ui.ts";
