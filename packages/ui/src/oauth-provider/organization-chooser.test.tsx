// @vitest-environment jsdom

import { jwt } from "@latchkey/jwt";
import { type OAuthClient, oauthProvider } from "@latchkey/oauth-provider";
import { oauthProviderClient } from "@latchkey/oauth-provider/client";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findDialog } from "../../test/dialogs.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { organizationUi } from "../organization/plugin.tsx";
import { organizationEn } from "../organization/texts.ts";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { OrganizationChooser } from "./organization-chooser.tsx";
import { oauthProviderUi } from "./plugin.tsx";
import { oauthProviderEn } from "./texts.ts";

history.replaceState(null, "", "/choose-organization");

watchScreens();

const words = oauthProviderEn.organization;
const { create, switcher } = organizationEn;
const name = { app: "Photos" };

/** Ann signs in to Photos, which asks for an organization. She has none. */
async function start(canCreate: boolean) {
  const page = "/choose-organization";
  const provider = oauthProvider({
    loginPage: "/sign-in",
    consentPage: "/consent",
    organizations: { page },
    clientPrivileges: () => true,
  });
  const server = [jwt(), organization({ allowUserToCreateOrganization: canCreate }), provider];
  const site = await startSite({ plugins: server }, [oauthProviderClient(), organizationClient()]);
  const redirectUri = "https://photos.test/callback";
  const app = await site.call<OAuthClient>("createOAuthClient", {
    client_name: "Photos",
    redirect_uris: [redirectUri],
  });
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: app.client_id,
    redirect_uri: redirectUri,
    scope: "openid organization",
    state: "s1",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  const reply = await visit.browser.get(`/oauth2/authorize?${query}`);
  const asked = new URL(reply.headers.get("location") ?? "", "http://app.test");
  expect(asked.pathname).toBe(page);
  history.replaceState(null, "", asked.pathname + asked.search);
  return visit;
}

test("a user without an organization can create one, and continues with it", async () => {
  const visit = await start(true);
  const { person } = visit.show(<OrganizationChooser />, { plugins: [organizationUi(), oauthProviderUi()] });
  await screen.findByText(fill(words.noneText, name));
  await person.click(await screen.findByRole("button", { name: switcher.create }));
  const dialog = within(await findDialog());
  await person.type(dialog.getByLabelText(create.name), "Acme");
  await person.click(dialog.getByRole("button", { name: create.submit }));
  await waitFor(() => expect(visit.left).toHaveLength(1));
  expect(new URL(visit.left[0] ?? "", location.href).pathname).toBe("/consent");
});

test("if the app can't continue with the new organization, the user can choose it from the list", async () => {
  const visit = await start(true);
  const { person } = visit.show(<OrganizationChooser />, { plugins: [organizationUi(), oauthProviderUi()] });
  await person.click(await screen.findByRole("button", { name: switcher.create }));
  const dialog = within(await findDialog());
  await person.type(dialog.getByLabelText(create.name), "Acme");
  const release = visit.hold("/oauth2/continue");
  await person.click(dialog.getByRole("button", { name: create.submit }));
  await waitFor(() => expect(visit.asked.at(-1)).toBe("/oauth2/continue"));
  expect(screen.getByRole("button", { name: switcher.create }).getAttribute("aria-busy")).toBe("true");
  visit.isOffline = true;
  release();
  await screen.findByText(en.errors.NETWORK_ERROR ?? "");
  visit.isOffline = false;
  const item = screen.getByRole("button", { name: /Acme/ });
  expect(document.activeElement).toBe(item);
  await person.click(item);
  await waitFor(() => expect(visit.left).toHaveLength(1));
  expect(screen.queryByText(words.none)).toBeNull();
});

test("a user who can't create organizations is asked to accept an invitation", async () => {
  const visit = await start(false);
  visit.show(<OrganizationChooser />, { plugins: [organizationUi(), oauthProviderUi()] });
  await screen.findByText(fill(words.inviteOnly, name));
  expect(screen.queryByRole("button", { name: switcher.create })).toBeNull();
});

test("without the organization UI, the message says what the user needs", async () => {
  const visit = await start(true);
  visit.show(<OrganizationChooser />, { plugins: [oauthProviderUi()] });
  await screen.findByText(fill(words.noneText, name));
  expect(screen.queryByRole("button", { name: switcher.create })).toBeNull();
});
