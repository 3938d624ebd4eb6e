/** Public exports of `@latchkey/ui/sso`. */

export { AdminDomains, AdminProviders, type AdminSsoProps } from "./admin-pages.tsx";
export { DomainsPanel } from "./domains-panel.tsx";
export { ssoEn } from "./en.ts";
export { type SsoUiOptions, ssoUi } from "./plugin.tsx";
export { ProvidersPanel } from "./providers-panel.tsx";
export type { SetupCalls } from "./setup/calls.ts";
export { SsoSetupPage, type SsoSetupPageProps } from "./setup/setup-page.tsx";
export { SsoSetupWizard, type SsoSetupWizardProps } from "./setup/wizard.tsx";
export { SsoSignIn, type SsoSignInProps } from "./sign-in.tsx";
export type {
  SsoAllTexts,
  SsoCertificateTexts,
  SsoDomainTexts,
  SsoProviderTexts,
  SsoRoleTexts,
  SsoSetupTexts,
  SsoSignInTexts,
  SsoTestTexts,
  SsoTexts,
} from "./texts.ts";
export type { SsoUi } from "./ui.ts";
