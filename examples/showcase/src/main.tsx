import "@fontsource-variable/inter";
import { AuthUiProvider, type LinkProps } from "@latchkey/ui";
import { adminUi } from "@latchkey/ui/admin";
import { anonymousUi } from "@latchkey/ui/anonymous";
import { apiKeyUi } from "@latchkey/ui/api-key";
import { billingUi } from "@latchkey/ui/billing";
import { captchaUi } from "@latchkey/ui/captcha";
import { deviceAuthorizationUi } from "@latchkey/ui/device-authorization";
import { emailOtpUi } from "@latchkey/ui/email-otp";
import { eventsUi } from "@latchkey/ui/events";
import { magicLinkUi } from "@latchkey/ui/magic-link";
import { multiSessionUi } from "@latchkey/ui/multi-session";
import { oauthProviderUi } from "@latchkey/ui/oauth-provider";
import { oneTapUi } from "@latchkey/ui/one-tap";
import "@latchkey/ui/styles.css";
import { organizationUi } from "@latchkey/ui/organization";
import { passkeyUi } from "@latchkey/ui/passkey";
import { phoneNumberUi } from "@latchkey/ui/phone-number";
import { scimUi } from "@latchkey/ui/scim";
import { ssoUi } from "@latchkey/ui/sso";
import { stepUpUi } from "@latchkey/ui/step-up";
import { twoFactorUi } from "@latchkey/ui/two-factor";
import { usernameUi } from "@latchkey/ui/username";
import { type ReactElement, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Link, useLocation } from "wouter";
import { App } from "./app.tsx";
import { Challenge } from "./challenge.tsx";
import { client } from "./client.ts";
import { DemoProvider, loadDemo } from "./demo/facts.tsx";
import "./page.css";
import "./header.css";
import "./home/home.css";
import { loadLocale } from "./theme/languages.ts";
import { loadTheme } from "./theme/theme.ts";
import { ThemeProvider, useThemeSettings } from "./theme/use-theme.tsx";
import { uploadImage } from "./upload-image.ts";

const loadedDemo = loadDemo();
const loadedLocale = loadLocale(loadTheme().language);

function Root(): ReactElement {
  const [, navigate] = useLocation();
  const { control, appearance, locale } = useThemeSettings();
  return (
    <ThemeProvider value={control}>
      <AuthUiProvider
        client={client}
        link={AppLink}
        navigate={navigate}
        paths={paths}
        plugins={plugins}
        appearance={appearance}
        locale={locale}
        uploadImage={uploadImage}
      >
        <App />
      </AuthUiProvider>
    </ThemeProvider>
  );
}

const plugins = [
  usernameUi(),
  passkeyUi(),
  emailOtpUi(),
  magicLinkUi(),
  phoneNumberUi(),
  anonymousUi(),
  captchaUi({ Captcha: Challenge }),
  multiSessionUi(),
  oneTapUi(),
  twoFactorUi(),
  stepUpUi(),
  adminUi(),
  organizationUi(),
  ssoUi(),
  scimUi(),
  oauthProviderUi({ scopes: { "notes:read": "Read your notes", "notes:write": "Add notes" } }),
  apiKeyUi(),
  eventsUi(),
  deviceAuthorizationUi(),
  billingUi({ sellerRoles: ["admin"] }),
];
const paths = { home: "/account" };

function AppLink({ href, className, children }: LinkProps): ReactElement {
  return (
    <Link href={href} className={className}>
      {children}
    </Link>
  );
}

// Load the language before the first render, so that the page doesn't flash in English.
await loadedLocale;

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <DemoProvider value={await loadedDemo}>
      <Root />
    </DemoProvider>
  </StrictMode>,
);
