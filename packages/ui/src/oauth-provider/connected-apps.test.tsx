// @vitest-environment jsdom

import { jwt } from "@latchkey/jwt";
import { type OAuthClient, oauthProvider } from "@latchkey/oauth-provider";
import { oauthProviderClient } from "@latchkey/oauth-provider/client";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findDialog } from "../../test/dialogs.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { Account } from "../account/account.tsx";
import { Auth } from "../auth/auth.tsx";
import { Organization } from "../organization/organization.tsx";
import { organizationUi } from "../organization/plugin.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { oauthProviderUi } from "./plugin.tsx";
import { oauthProviderEn } from "./texts.ts";

history.replaceState(null, "", "/account");

watchScreens();

const { apps: words, applications, organization: choice, scopes } = oauthProviderEn;
const plugins = [organizationUi(), oauthProviderUi()];
const redirectUri = "https://photos.test/callback";

async function start() {
  const provider = oauthProvider({
    loginPage: "/sign-in",
    consentPage: "/consent",
    organizations: { page: "/choose-organization" },
  });
  const site = await startSite({ plugins: [organization(), jwt(), provider] }, [
    organizationClient(),
    oauthProviderClient(),
  ]);
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  const create = (name: string) =>
    site.call<OAuthClient>("createOAuthClient", { client_name: name, redirect_uris: [redirectUri] });
  const found = async (name: string): Promise<string> => {
    const { body } = await visit.browser.post<{ id: string }>("/organization/create", {
      name,
      slug: name.toLowerCase(),
    });
    return body.id;
  };
  return { site, visit, create, found };
}

/** Opens an app's authorization request, and returns the page that the browser is redirected to. */
async function open({ browser }: Visit, { client_id }: OAuthClient, scope: string): Promise<URL> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirectUri,
    scope,
    state: "s1",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  const reply = await browser.get(`/oauth2/authorize?${query}`);
  return new URL(reply.headers.get("location") ?? "", "http://app.test");
}

/** Approves the request, as the consent page does. */
async function allow({ browser }: Visit, page: URL): Promise<void> {
  const reply = await browser.post("/oauth2/consent", { accept: true, oauth_query: page.search.slice(1) });
  expect(reply.status).toBe(200);
}

const toast = (text: string): Promise<HTMLElement> => screen.findByText(text, { selector: ".lk-toast-text" });

test("a user sees an app's permissions for the account, and disconnects the app", async () => {
  const { visit, create } = await start();
  const [photos, notes] = [await create("Photos"), await create("Notes")];
  await allow(visit, await open(visit, photos, "openid email"));
  await allow(visit, await open(visit, notes, "openid"));
  history.replaceState(null, "", "/account#apps");
  const { person } = visit.show(<Account />, { plugins });
  await screen.findByRole("heading", { name: words.title });
  const item = (await screen.findByText("Photos")).closest("li") as HTMLElement;
  const can = within(item).getByRole("list", { name: fill(words.can, { app: "Photos" }) });
  expect(
    within(can)
      .getAllByRole("listitem")
      .map((one) => one.textContent),
  ).toEqual([scopes.openid, scopes.email]);
  await person.click(screen.getByRole("button", { name: fill(words.disconnectLabel, { app: "Photos" }) }));
  const dialog = within(await findDialog());
  dialog.getByText(fill(words.disconnectText, { app: "Photos" }));
  await person.click(dialog.getByRole("button", { name: words.disconnect }));
  await toast(fill(words.disconnected, { app: "Photos" }));
  await waitFor(() => expect(screen.queryByText("Photos")).toBeNull());
  screen.getByText("Notes");
  // The app's next request asks for consent again.
  expect((await open(visit, photos, "openid email")).pathname).toBe("/consent");
  expect((await open(visit, notes, "openid")).origin).toBe("https://photos.test");
});

test("disconnecting an app that was just deleted shows no error", async () => {
  const { site, visit, create } = await start();
  const photos = await create("Photos");
  await allow(visit, await open(visit, photos, "openid"));
  history.replaceState(null, "", "/account#apps");
  const { person } = visit.show(<Account />, { plugins });
  await person.click(await screen.findByRole("button", { name: fill(words.disconnectLabel, { app: "Photos" }) }));
  await site.call("deleteOAuthClient", { client_id: photos.client_id });
  await person.click(within(await findDialog()).getByRole("button", { name: words.disconnect }));
  await screen.findByText(words.none);
});

test("an app gets the organization that the user chooses, and the account page shows it", async () => {
  const { visit, create, found } = await start();
  await found("Acme");
  await found("Globex");
  const photos = await create("Photos");
  const page = await open(visit, photos, "openid organization");
  expect(page.pathname).toBe("/choose-organization");
  history.replaceState(null, "", page.pathname + page.search);
  const { person, unmount } = visit.show(<Auth path={page.pathname} />, { plugins });
  await screen.findByText(fill(choice.text, { app: "Photos" }));
  await person.click(await screen.findByRole("button", { name: /Globex/ }));
  await waitFor(() => expect(visit.left).toHaveLength(1));
  const next = new URL(visit.left[0] ?? "", location.href);
  expect(next.pathname).toBe("/consent");
  unmount();
  await allow(visit, next);
  history.replaceState(null, "", "/account#apps");
  visit.show(<Account />, { plugins });
  await screen.findByText(fill(words.forOrganization, { organization: "Globex" }));
});

test("a user without an organization can cancel, which returns an error to the app", async () => {
  const { visit, create } = await start();
  const page = await open(visit, await create("Photos"), "openid organization");
  history.replaceState(null, "", page.pathname + page.search);
  const { person } = visit.show(<Auth path={page.pathname} />, { plugins });
  await screen.findByText(choice.none);
  await person.click(screen.getByRole("button", { name: en.cancel }));
  await waitFor(() => expect(visit.left).toHaveLength(1));
  expect(new URL(visit.left[0] ?? "").searchParams.get("error")).toBe("access_denied");
});

test("a user who just left the chosen organization can choose another", async () => {
  const { site, visit, create, found } = await start();
  const acme = await found("Acme");
  await found("Globex");
  const page = await open(visit, await create("Photos"), "openid organization");
  history.replaceState(null, "", page.pathname + page.search);
  const { person } = visit.show(<Auth path={page.pathname} />, { plugins });
  const button = await screen.findByRole("button", { name: /Acme/ });
  await site.removeMembers(acme);
  await person.click(button);
  await screen.findByText(oauthProviderEn.errors.YOU_ARE_NOT_ALLOWED_TO_CHOOSE_THIS_ORGANIZATION ?? "");
  expect(visit.left).toEqual([]);
  await person.click(screen.getByRole("button", { name: /Globex/ }));
  await waitFor(() => expect(visit.left).toHaveLength(1));
});

test("members without the permission have no Applications section in their organization", async () => {
  const { site, visit, found } = await start();
  const acme = await found("Acme");
  const mia = site.visit();
  const { body } = await mia.browser.signUp("mia@example.com");
  await site.call("addMember", { organizationId: acme, userId: body.user.id, role: "member" });
  await mia.browser.post("/organization/set-active", { organizationId: acme });
  const shown = mia.show(<Organization />, { plugins });
  await screen.findByRole("heading", { name: "Acme" });
  expect(screen.queryByRole("link", { name: applications.title })).toBeNull();
  shown.unmount();
  visit.show(<Organization />, { plugins });
  await screen.findByRole("link", { name: applications.title });
});
