/** States of single sign-on. */

import { en, SignIn } from "@latchkey/ui";
import { SsoSignIn, ssoEn } from "@latchkey/ui/sso";
import { usernameEn } from "@latchkey/ui/username";
import { offered } from "../fixtures/sso.ts";
import { errorResponse, ok } from "../mock-fetch.ts";
import type { Gallery, State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import { adminDomainStates, adminProviderStates } from "./sso-admin.tsx";
import { domainStates } from "./sso-domains.tsx";
import { providerStates } from "./sso-providers.tsx";
import { setupStates, wizardStates } from "./sso-setup.tsx";

const { signIn, errors } = ssoEn;

const discovered = (...names: string[]) => ({
  required: false,
  providers: names.map((name) => ({ providerId: name.toLowerCase(), name, type: "oidc" })),
});
const typeEmail = async ({ type, click }: UserActions): Promise<void> => {
  await type(en.email, "bo@acme.example");
  await click("button", en.continue);
};
const signInStates: readonly State[] = [
  { name: "email", element: <SsoSignIn />, responses: offered, expectedText: signIn.text },
  {
    name: "none",
    element: <SsoSignIn />,
    responses: { ...offered, "/sso/discover": ok(discovered()) },
    play: typeEmail,
    expectedText: signIn.none,
  },
  {
    name: "several",
    element: <SsoSignIn />,
    responses: { ...offered, "/sso/discover": ok(discovered("Okta", "Google")) },
    play: typeEmail,
    expectedText: signIn.continueWith.replace("{name}", "Okta"),
  },
  {
    name: "required",
    element: <SignIn flow="identifier" />,
    responses: { ...offered, "/sso/discover": ok({ ...discovered("Okta"), required: true }) },
    play: async ({ type, click }) => {
      await type(usernameEn.emailOrUsername, "bo@acme.example");
      await click("button", en.continue);
    },
    expectedText: /requires single sign-on/,
  },
  {
    name: "after-password",
    element: <SignIn />,
    responses: { ...offered, "/sign-in/email": errorResponse(403, "SSO_REQUIRED") },
    play: async ({ type, click }) => {
      await type(usernameEn.emailOrUsername, "bo@acme.example");
      await type(en.password, "a good password");
      await click("button", en.signIn.submit);
    },
    expectedText: errors.SSO_REQUIRED ?? "",
  },
];

export const ssoGallery: Gallery = {
  SsoSignIn: signInStates,
  AdminDomains: adminDomainStates,
  AdminProviders: adminProviderStates,
  DomainsPanel: domainStates,
  ProvidersPanel: providerStates,
  SsoSetupWizard: wizardStates,
  SsoSetupPage: setupStates,
};
