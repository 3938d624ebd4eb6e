// @vitest-environment jsdom

import { jwt } from "@latchkey/jwt";
import { multiSession } from "@latchkey/multi-session";
import { multiSessionClient } from "@latchkey/multi-session/client";
import { type OAuthClient, oauthProvider } from "@latchkey/oauth-provider";
import { oauthProviderClient } from "@latchkey/oauth-provider/client";
import { screen, waitFor, within } from "@testing-library/react";
import { StrictMode } from "react";
import { expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { Auth } from "../auth/auth.tsx";
import { multiSessionUi } from "../multi-session/plugin.ts";
import { RequireSession } from "../session-gate/require-session.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { twoFactorUi } from "../two-factor/plugin.tsx";
import { oauthProviderUi } from "./plugin.tsx";
import { oauthProviderEn as words } from "./texts.ts";

history.replaceState(null, "", "/consent");

watchScreens();

const plugins = [multiSessionUi(), oauthProviderUi({ scopes: { "photos:read": "See your photos" } })];
const redirectUri = "https://photos.test/callback";
const password = "correct horse battery";
const names = { app: "Photos", site: "Latchkey" };

async function start() {
  const provider = oauthProvider({
    loginPage: "/sign-in",
    consentPage: "/consent",
    selectAccount: { page: "/select-account" },
    scopes: ["openid", "profile", "email", "offline_access", "photos:read"],
    clientPrivileges: () => true,
  });
  const site = await startSite({ plugins: [multiSession(), jwt(), provider] }, [
    multiSessionClient(),
    oauthProviderClient(),
  ]);
  const metadata = { client_name: "Photos", client_uri: "https://www.photos.test/", redirect_uris: [redirectUri] };
  const app = await site.call<OAuthClient>("createOAuthClient", metadata);
  const visit = site.visit();
  return { site, app, visit, metadata };
}

/** Opens a client's authorization request, and returns the page that the browser is redirected to. */
async function open({ browser }: Visit, { client_id }: OAuthClient, more: Record<string, string> = {}): Promise<URL> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirectUri,
    scope: "openid email photos:read",
    state: "s1",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    ...more,
  });
  const reply = await browser.get(`/oauth2/authorize?${query}`);
  return new URL(reply.headers.get("location") ?? "", "http://app.test");
}

/** Navigates to a page. */
function goTo({ pathname, search }: URL): string {
  history.replaceState(null, "", pathname + search);
  return pathname;
}

const button = (name: string): HTMLElement => screen.getByRole("button", { name });

/** The hosts on the page. They're in one element for each label. */
const hosts = () => [...document.querySelectorAll(".lk-hosts")].map(({ textContent }) => textContent);

test("a user sees which app requests which permissions, and allows access", async () => {
  const { app, visit } = await start();
  await visit.browser.signUp("ann@example.com", password);
  const path = goTo(await open(visit, app));
  const { person } = visit.show(<Auth path={path} />, { plugins });
  await screen.findByRole("heading", { name: fill(words.title, names) });
  screen.getByText(fill(words.text, names));
  const callbackHost = new URL(redirectUri).host;
  expect(hosts()).toEqual(["www.photos.test", callbackHost]);
  expect(document.querySelector(".lk-hosts > span")?.textContent).toBe("www.");
  screen.getByText("ann@example.com");
  screen.getByText(words.scopes.openid);
  screen.getByText("See your photos");
  expect(screen.queryByText(words.scopes.profile)).toBeNull();
  screen.getByText(words.limits.password);
  expect(screen.queryByText(words.unverified)).toBeNull();
  await person.click(button(words.allow));
  await waitFor(() => expect(visit.left).toHaveLength(1));
  const final = new URL(visit.left[0] ?? "", location.href);
  expect(final.origin + final.pathname).toBe(redirectUri);
  expect(final.searchParams.get("code")).toBeTruthy();
  expect(final.searchParams.get("state")).toBe("s1");
});

test("if the app can't be loaded, the title says so, and a retry loads it", async () => {
  const { app, visit } = await start();
  await visit.browser.signUp("ann@example.com");
  const path = goTo(await open(visit, app));
  let isUp = false;
  visit.onSend = (call) => {
    visit.isOffline = !isUp && call.startsWith("/oauth2/public-client");
  };
  const { person } = visit.show(<Auth path={path} />, { plugins });
  await screen.findByRole("heading", { name: words.errorTitle });
  isUp = true;
  await person.click(await screen.findByRole("button", { name: en.tryAgain }));
  await screen.findByRole("heading", { name: fill(words.title, names) });
});

test("a user denies access, and the app is told", async () => {
  const { app, visit } = await start();
  await visit.browser.signUp("ann@example.com");
  const path = goTo(await open(visit, app));
  const { person } = visit.show(<Auth path={path} />, { plugins });
  await person.click(await screen.findByRole("button", { name: en.cancel }));
  await waitFor(() => expect(visit.left).toHaveLength(1));
  expect(new URL(visit.left[0] ?? "", location.href).searchParams.get("error")).toBe("access_denied");
});

test("OIDP-18: an app that the site didn't register is marked, without the home page and logo that it claims", async () => {
  const { visit, metadata } = await start();
  await visit.browser.signUp("ann@example.com");
  const created = await visit.browser.post<OAuthClient>("/oauth2/create-client", {
    ...metadata,
    client_name: "Latchkey <b>Security</b>\u202e",
    client_uri: "https://bank.test/",
    logo_uri: "https://bank.test/logo.png",
  });
  const path = goTo(await open(visit, created.body));
  visit.show(<Auth path={path} />, { plugins });
  await screen.findByText(words.unverified);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    fill(words.title, { app: "Latchkey <b>Security</b>" }),
  );
  expect(document.body.innerHTML).not.toContain("bank.test");
  expect(hosts()).toEqual(Array(2).fill(new URL(redirectUri).host));
});

test("a request that was already accepted or denied shows a message", async () => {
  const { app, visit } = await start();
  await visit.browser.signUp("ann@example.com");
  const page = await open(visit, app);
  const path = goTo(page);
  const { person } = visit.show(<Auth path={path} />, { plugins });
  await screen.findByRole("button", { name: words.allow });
  await visit.browser.post("/oauth2/consent", { accept: false, oauth_query: page.search.slice(1) });
  await person.click(button(words.allow));
  await screen.findByRole("heading", { name: words.endedTitle });
  expect(visit.left).toEqual([]);
});

test("the page shows a message if it's opened without a request", async () => {
  const { visit } = await start();
  history.replaceState(null, "", "/consent?client_id=x");
  visit.show(<Auth path="/consent" />, { plugins });
  await screen.findByRole("heading", { name: words.endedTitle });
  expect(visit.asked.filter((path) => path.startsWith("/oauth2"))).toEqual([]);
});

test("the sign-in page keeps the request, fills in its email hint, and continues to the consent page", async () => {
  const { site, app, visit } = await start();
  await site.browser().signUp("ann@example.com", password);
  const path = goTo(await open(visit, app, { login_hint: "ann@example.com" }));
  expect(path).toBe("/sign-in");
  const { person, unmount } = visit.show(<Auth path={path} />, { plugins });
  const email = await screen.findByLabelText<HTMLInputElement>(en.email);
  expect(email.value).toBe("ann@example.com");
  expect(screen.getByRole("link", { name: en.signIn.toSignUp }).getAttribute("href")).toContain(
    "redirectTo=%2Fconsent",
  );
  await person.type(screen.getByLabelText(en.password), `${password}{Enter}`);
  await waitFor(() => expect(visit.went).toHaveLength(1));
  const next = new URL(visit.went[0] ?? "", location.href);
  expect(next.pathname).toBe("/consent");
  expect(next.searchParams.has("client_id")).toBe(false);
  unmount();
  goTo(next);
  visit.show(
    <StrictMode>
      <Auth path="/consent" />
    </StrictMode>,
    { plugins },
  );
  await waitFor(() => expect(visit.left).toHaveLength(1));
  const page = new URL(visit.left[0] ?? "", location.href);
  expect(page.pathname).toBe("/consent");
  expect(page.searchParams.get("client_id")).toBe(app.client_id);
  expect(visit.refused).toEqual([]);
});

test("another user can take over the request with Not you?", async () => {
  const { app, visit } = await start();
  await visit.browser.signUp("ann@example.com");
  const page = await open(visit, app);
  const path = goTo(page);
  visit.show(<Auth path={path} />, { plugins });
  const link = await screen.findByRole("link", { name: words.otherAccount });
  const destination = new URL(link.getAttribute("href") ?? "", location.href).searchParams.get("redirectTo") ?? "";
  expect(new URL(destination, location.href).searchParams.get("rid")).toBe(page.searchParams.get("rid"));
});

test("a user can choose one of the browser's accounts", async () => {
  const { app, visit } = await start();
  await visit.browser.signUp("ann@example.com", password);
  await visit.browser.signUp("bo@example.com", password);
  const path = goTo(await open(visit, app, { prompt: "select_account" }));
  expect(path).toBe("/select-account");
  const { person } = visit.show(<Auth path={path} />, { plugins });
  await screen.findByRole("heading", { name: words.chooseTitle });
  await screen.findByText(fill(words.chooseText, names));
  const list = screen.getByRole("list", { name: words.chooseTitle });
  await within(list).findByRole("button", { name: /bo@/ });
  await person.click(await within(list).findByRole("button", { name: /ann@/ }));
  await waitFor(() => expect(visit.left).toHaveLength(1));
  expect(new URL(visit.left[0] ?? "", location.href).pathname).toBe("/consent");
  expect((await visit.browser.get<{ user: { email: string } }>("/get-session")).body.user.email).toBe(
    "ann@example.com",
  );
});

test("a user who signs in instead of choosing an account isn't asked to choose again", async () => {
  const { app, visit } = await start();
  await visit.browser.signUp("ann@example.com");
  goTo(await open(visit, app, { prompt: "select_account" }));
  const shown = visit.show(<Auth path="/select-account" />, { plugins });
  const link = await screen.findByRole("link", { name: words.chooseOther });
  const destination = new URL(link.getAttribute("href") ?? "", location.href).searchParams.get("redirectTo") ?? "";
  shown.unmount();
  goTo(new URL(destination, location.href));
  visit.show(<Auth path="/consent" />, { plugins });
  await waitFor(() => expect(visit.left).toHaveLength(1));
  expect(new URL(visit.left[0] ?? "", location.href).pathname).toBe("/consent");
});

test("if a second factor is pending, the page doesn't continue as the user who is still signed in", async () => {
  const { app, visit } = await start();
  await visit.browser.signUp("ann@example.com");
  const allowed = await open(visit, app);
  await visit.browser.post("/oauth2/consent", { accept: true, oauth_query: allowed.search.slice(1) });
  const { searchParams } = await open(visit, app, { prompt: "select_account" });
  const [rid, sig] = ["rid", "sig"].map((name) => encodeURIComponent(searchParams.get(name) ?? ""));
  const destination = `/consent?rid=${rid}&sig=${sig}&prompt=select_account`;
  // A provider returns a different user here, who chose to sign in with another account.
  history.replaceState(null, "", `${destination}&twoFactorRedirect=true`);
  const release = visit.hold("/get-session");
  const all = [...plugins, twoFactorUi()];
  const pages = (
    <>
      <Auth path="/consent" />
      <RequireSession>Ann is signed in</RequireSession>
    </>
  );
  const shown = visit.show(pages, { plugins: all });
  await waitFor(() => expect(visit.went).toHaveLength(1));
  const next = new URL(visit.went[0] ?? "", location.href);
  expect([next.pathname, next.searchParams.get("redirectTo")?.split("?")[0]]).toEqual(["/two-factor", "/consent"]);
  // Ann's session arrives while the app opens the next page.
  release();
  await screen.findByText("Ann is signed in");
  expect(visit.asked).not.toContain("/oauth2/continue");
  shown.unmount();
  visit.show(<Auth path="/consent" />, { plugins: all });
  await waitFor(() => expect(visit.left).toHaveLength(1));
  expect(visit.refused).toEqual([]);
});

test("an invalid request shows the reason, and never text from the URL", async () => {
  const { visit } = await start();
  history.replaceState(null, "", "/request-error?error=invalid_client&error_description=Call+0900");
  const { unmount } = visit.show(<Auth path="/request-error" />, { plugins });
  await screen.findByText(words.requestErrors.invalid_client);
  screen.getByText("invalid_client");
  unmount();
  history.replaceState(null, "", "/request-error?error=call_0900");
  visit.show(<Auth path="/request-error" />, { plugins });
  await screen.findByText(words.requestErrors.unknown);
  expect(document.body.textContent).not.toContain("0900");
});
