// @vitest-environment jsdom

/** Tests that screens don't offer features that a plugin's options or `disabledPaths` turn off. */

import type { ClientPlugin } from "@latchkey/client";
import type { Plugin } from "@latchkey/core";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { passkey } from "@latchkey/passkey";
import { passkeyClient } from "@latchkey/passkey/client";
import { twoFactor } from "@latchkey/two-factor";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { username } from "@latchkey/username";
import { usernameClient } from "@latchkey/username/client";
import { cleanup, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { anonymousEn } from "../src/anonymous/texts.ts";
import { emailOtpEn } from "../src/email-otp/texts.ts";
import { AccountSecurity, SignIn } from "../src/index.ts";
import { magicLinkEn } from "../src/magic-link/texts.ts";
import { Organization } from "../src/organization/organization.tsx";
import { organizationUi } from "../src/organization/plugin.tsx";
import { OrganizationDanger } from "../src/organization/settings/danger.tsx";
import { OrganizationGeneral } from "../src/organization/settings/general.tsx";
import { OwnOrganizations } from "../src/organization/switcher/own-organizations.tsx";
import { organizationEn } from "../src/organization/texts.ts";
import { passkeyUi } from "../src/passkey/plugin.tsx";
import { passkeySignInEn } from "../src/passkey/sign-in-texts.ts";
import { passkeyEn } from "../src/passkey/texts.ts";
import { phoneSignInEn } from "../src/phone-number/sign-in-texts.ts";
import type { UiPlugin } from "../src/provider/types.ts";
import { en } from "../src/texts/en.ts";
import { fill } from "../src/texts/texts.ts";
import { twoFactorUi } from "../src/two-factor/plugin.tsx";
import { twoFactorEn } from "../src/two-factor/texts.ts";
import { usernameUi } from "../src/username/plugin.ts";
import { usernameEn } from "../src/username/texts.ts";
import { installPasskeys } from "./passkeys.tsx";
import { plugins as passwordlessPlugins, startPasswordlessSite } from "./passwordless.tsx";
import { startSite, type Visit, watchScreens } from "./site.tsx";

watchScreens();

const signInMethods: readonly (readonly [path: string, button: string])[] = [
  ["/sign-in/magic-link", magicLinkEn.signIn],
  ["/sign-in/email-otp", emailOtpEn.signIn],
  ["/email-otp/send-verification-otp", emailOtpEn.signIn],
  ["/phone-number/send-otp", phoneSignInEn.signIn.button],
  ["/phone-number/verify", phoneSignInEn.signIn.button],
  ["/sign-in/anonymous", anonymousEn.signIn],
];

test.each(signInMethods)("without %s, the sign-in page doesn't offer its method", async (path, name) => {
  for (const disabledPaths of [[], [path]]) {
    const visit = (await startPasswordlessSite({ disabledPaths })).visit();
    visit.show(<SignIn />, { plugins: passwordlessPlugins });
    await screen.findByRole("button", { name: magicLinkEn.signIn === name ? emailOtpEn.signIn : magicLinkEn.signIn });
    expect(screen.queryAllByRole("button", { name })).toHaveLength(1 - disabledPaths.length);
    expect(visit.refused).toEqual([]);
    cleanup();
  }
});

/** A plugin feature, turned on and off. */
interface Part {
  readonly on: Plugin;
  readonly off: Plugin;
  readonly disabledPath?: string;
  readonly client: ClientPlugin;
  readonly ui: UiPlugin;
  readonly element: ReactElement;
  /** Finds the elements that are only shown if the feature is on. */
  find(): readonly HTMLElement[];
}

const button = (name: string) => () => screen.queryAllByRole("button", { name });
const link = (name: string) => () => screen.queryAllByRole("link", { name });

const organizations = { client: organizationClient(), ui: organizationUi() };
const factors = { client: twoFactorClient(), ui: twoFactorUi(), element: <AccountSecurity /> };
const sendOTP = (): void => {};
const setUp = (method: "totp" | "otp"): string => `${twoFactorEn.settings.setUp} (${twoFactorEn.settings[method]})`;

const parts: readonly (readonly [name: string, part: Part])[] = [
  [
    "creating organizations",
    {
      ...organizations,
      on: organization(),
      off: organization({ allowUserToCreateOrganization: false }),
      element: <OwnOrganizations />,
      find: button(organizationEn.switcher.create),
    },
  ],
  [
    "creating organizations, by path",
    {
      ...organizations,
      on: organization(),
      off: organization(),
      disabledPath: "/organization/create",
      element: <OwnOrganizations />,
      find: button(organizationEn.switcher.create),
    },
  ],
  [
    "inviting members",
    {
      ...organizations,
      on: organization(),
      off: organization(),
      disabledPath: "/organization/invite-member",
      element: <Organization />,
      find: button(organizationEn.invitations.invite),
    },
  ],
  [
    "renaming organizations",
    {
      ...organizations,
      on: organization(),
      off: organization(),
      disabledPath: "/organization/update",
      element: <OrganizationGeneral />,
      find: button(fill(en.editField, { name: organizationEn.general.name })),
    },
  ],
  [
    "leaving organizations",
    {
      ...organizations,
      on: organization(),
      off: organization(),
      disabledPath: "/organization/leave",
      element: <OwnOrganizations />,
      find: button(fill(organizationEn.list.leaveOf, { name: "Acme" })),
    },
  ],
  [
    "deleting organizations",
    {
      ...organizations,
      on: organization(),
      off: organization({ disableOrganizationDeletion: true }),
      element: <OrganizationDanger />,
      find: button(organizationEn.danger.remove),
    },
  ],
  [
    "teams",
    {
      ...organizations,
      on: organization({ teams: { enabled: true } }),
      off: organization(),
      element: <Organization />,
      find: link(organizationEn.teams.title),
    },
  ],
  [
    "custom roles",
    {
      ...organizations,
      on: organization({ dynamicAccessControl: { enabled: true } }),
      off: organization(),
      element: <Organization />,
      find: link(organizationEn.roles.title),
    },
  ],
  [
    "authenticator apps",
    {
      ...factors,
      on: twoFactor({ otpOptions: { sendOTP } }),
      off: twoFactor({ otpOptions: { sendOTP }, totpOptions: { disable: true } }),
      find: button(setUp("totp")),
    },
  ],
  [
    "setting up second factors",
    {
      ...factors,
      on: twoFactor(),
      off: twoFactor(),
      disabledPath: "/two-factor/enable",
      find: button(setUp("totp")),
    },
  ],
  [
    "adding passkeys",
    {
      client: passkeyClient(),
      ui: passkeyUi(),
      on: passkey(),
      off: passkey(),
      disabledPath: "/passkey/verify-registration",
      element: <AccountSecurity />,
      find: button(passkeyEn.settings.add),
    },
  ],
  [
    "mailed codes",
    { ...factors, on: twoFactor({ otpOptions: { sendOTP } }), off: twoFactor(), find: button(setUp("otp")) },
  ],
  [
    "passkeys",
    {
      client: passkeyClient(),
      ui: passkeyUi(),
      on: passkey(),
      off: passkey(),
      disabledPath: "/passkey/verify-authentication",
      element: <SignIn />,
      find: button(passkeySignInEn.signIn.button),
    },
  ],
  [
    "sign-in with a username",
    {
      client: usernameClient(),
      ui: usernameUi(),
      on: username(),
      off: username(),
      disabledPath: "/sign-in/username",
      element: <SignIn />,
      find: () => screen.queryAllByLabelText(usernameEn.emailOrUsername),
    },
  ],
];

test.each(parts)("features that are turned off aren't offered: %s", async (_, { on, off, disabledPath, ...part }) => {
  installPasskeys();
  history.replaceState(null, "", "/");
  for (const isOn of [true, false]) {
    const disabledPaths = isOn || disabledPath === undefined ? [] : [disabledPath];
    const site = await startSite({ plugins: [isOn ? on : off], disabledPaths }, [part.client]);
    const visit = site.visit();
    if (part.element.type !== SignIn) await signUpWithOrganization(visit, part.ui.id === "organization");
    visit.show(part.element, { plugins: [part.ui] });
    if (isOn) await waitFor(() => expect(part.find()).not.toEqual([]));
    await screen.findAllByRole("heading");
    await waitFor(() => expect(visit.answered).toHaveLength(visit.asked.length));
    if (!isOn) expect(part.find()).toEqual([]);
    expect(visit.refused).toEqual([]);
    cleanup();
  }
});

/** Signs Ann up. She gets an organization if the server lets her create one. */
async function signUpWithOrganization({ browser }: Visit, hasOrganizations: boolean): Promise<void> {
  await browser.signUp("ann@example.com");
  if (hasOrganizations) await browser.post("/organization/create", { name: "Acme", slug: "acme" });
}
