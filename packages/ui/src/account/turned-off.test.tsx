// @vitest-environment jsdom

/** Tests that screens neither offer nor request features that `disabledPaths` turns off. */

import { testPassword } from "@latchkey/test-kit";
import { cleanup, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { createMailbox } from "../../test/mailbox.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { AccountConnections } from "./connections.tsx";
import { AccountDanger } from "./danger.tsx";
import { AccountProfile } from "./profile.tsx";
import { AccountSecurity } from "./security.tsx";

history.replaceState(null, "", "/account");

watchScreens();

const keys = { clientId: "app", clientSecret: "secret" };
const everything = {
  ...createMailbox().options,
  user: { deleteUser: { enabled: true }, changeEmail: { enabled: true } },
};

/** A path, the screen that offers it, and the control for it. */
const cases: readonly (readonly [path: string, element: ReactElement, control: RegExp])[] = [
  ["/request-password-reset", <SignIn key="reset" />, new RegExp(en.signIn.toForgotPassword)],
  ["/sign-up/email", <SignIn key="sign-up" />, new RegExp(`^${en.signIn.toSignUp}$`)],
  ["/send-verification-email", <AccountProfile key="verify" />, new RegExp(en.changeEmail.sendLink)],
  ["/change-email", <AccountProfile key="email" />, new RegExp(`^${en.changeEmail.change}`)],
  ["/change-password", <AccountSecurity key="password" />, new RegExp(`^${en.changePassword.change}`)],
  ["/link-social", <AccountConnections key="link" />, new RegExp(`^${en.linkedAccounts.connect}`)],
  ["/unlink-account", <AccountConnections key="unlink" />, new RegExp(`^${en.linkedAccounts.disconnect}`)],
  ["/list-accounts", <AccountConnections key="list" />, new RegExp(`^${en.linkedAccounts.connect}`)],
  ["/update-user", <AccountProfile key="update" />, new RegExp(`^${fill(en.editField, { name: en.name })}$`)],
  [
    "/revoke-session",
    <AccountSecurity key="revoke" />,
    new RegExp(`^${fill(en.sessions.revokeLabel, { device: "(?!all)" })}`),
  ],
  ["/revoke-other-sessions", <AccountSecurity key="revoke-others" />, new RegExp(en.sessions.revokeOthers)],
  ["/delete-user", <AccountDanger key="delete" />, new RegExp(en.deleteAccount.open)],
];

test.each(cases)("without %s, its control is absent, and no request fails", async (path, element, control) => {
  // Users can still sign up with a provider.
  const socialProviders = element.type === AccountConnections ? { github: keys } : {};
  for (const disabledPaths of [[], [path]]) {
    const site = await startSite({ ...everything, disabledPaths, socialProviders });
    const visit = site.visit();
    const isAccount = element.type !== SignIn;
    if (isAccount) {
      const { user } = (await visit.browser.signUp("ann@example.com")).body;
      if (path === "/unlink-account") await site.link(user.id, "github");
      const credentials = { email: "ann@example.com", password: testPassword };
      for (let device = 0; device < 2; device++) await site.browser().post("/sign-in/email", credentials);
    }
    visit.show(element, { providers: Object.keys(socialProviders) });
    if (isAccount) await waitFor(() => expect(visit.answered).toContain("/get-session"));
    const controls = (): readonly HTMLElement[] => [
      ...screen.queryAllByRole("button", { name: control }),
      ...screen.queryAllByRole("link", { name: control }),
    ];
    if (disabledPaths.length === 0) await waitFor(() => expect(controls()).not.toEqual([]));
    await waitFor(() => expect(visit.answered).toHaveLength(visit.asked.length));
    if (disabledPaths.length > 0) expect(controls()).toEqual([]);
    expect(visit.refused).toEqual([]);
    cleanup();
  }
});
