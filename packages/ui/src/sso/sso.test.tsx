// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryDialog } from "../../test/dialogs.ts";
import { watchScreens } from "../../test/site.tsx";
import {
  chooseInMenu as choose,
  issuer,
  oidcConfig,
  plugins,
  startSsoSite as start,
  submitDialog as submit,
  toast,
} from "../../test/sso-site.tsx";
import { Organization } from "../organization/organization.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { fill, isolateLtr } from "../texts/texts.ts";
import { DomainsPanel } from "./domains-panel.tsx";
import { ssoEn } from "./en.ts";
import { entityIdOf } from "./provider-fields.tsx";
import { ProvidersPanel } from "./providers-panel.tsx";
import { SsoSetupPage } from "./setup/setup-page.tsx";
import { SsoSignIn } from "./sign-in.tsx";

history.replaceState(null, "", "/organization");

watchScreens();

const { domains: words, providers, setup, signIn, errors } = ssoEn;
test("a domain is added, verified by its TXT record, and removed", async () => {
  const { visit, records } = await start();
  const { person } = visit.show(<DomainsPanel />, { plugins });
  await screen.findByText(words.none);
  await person.click(screen.getByRole("button", { name: words.add }));
  await person.type(await screen.findByLabelText(words.domain), "gmail.com");
  await submit(person, words.add);
  await screen.findByText(errors.PUBLIC_DOMAIN ?? "");
  await person.clear(screen.getByLabelText(words.domain));
  await person.type(screen.getByLabelText(words.domain), "acme.test");
  await submit(person, words.add);

  await screen.findByText(fill(words.recordTitle, { domain: isolateLtr("acme.test") }));
  await submit(person, words.verify);
  await screen.findByText(errors.DOMAIN_VERIFICATION_FAILED ?? "");
  const name = screen.getByLabelText<HTMLInputElement>(words.recordName).value;
  expect(name).toBe("_latchkey.acme.test");
  records.set(name, [screen.getByLabelText<HTMLInputElement>(words.recordValue).value]);
  await submit(person, words.verify);
  await toast(words.nowVerified);
  await screen.findByText(words.verified);

  const manage = fill(words.manage, { domain: "acme.test" });
  await choose(person, manage, words.enforcement);
  await person.selectOptions(await screen.findByLabelText(words.rule), "required");
  await submit(person, en.save);
  await screen.findByText(errors.NO_TESTED_PROVIDER ?? "");
  await person.selectOptions(screen.getByLabelText(words.rule), "off");
  await submit(person, en.save);
  await toast(words.saved);
  await screen.findByText(words.modes.off);

  await choose(person, manage, words.remove);
  await submit(person, words.remove);
  await toast(words.removed);
  await screen.findByText(words.none);
});

test("the setup shows the provider's URL, registers the provider, verifies the domain, and starts a test", async () => {
  const { visit, records } = await start();
  const { person } = visit.show(<ProvidersPanel />, { plugins });
  await screen.findByText(providers.none);
  await person.click(screen.getByRole("button", { name: providers.add }));
  await person.click(await screen.findByRole("button", { name: setup.next }));
  const url = (await screen.findByLabelText<HTMLInputElement>(setup.redirectURI)).value;
  expect(url).toMatch(/^http:\/\/app\.test\/api\/auth\/sso\/callback\/okta-[\da-f]{8}$/);
  await person.click(screen.getByRole("button", { name: setup.next }));
  await person.type(await screen.findByLabelText(providers.domains), "acme.test");
  await person.type(screen.getByLabelText(providers.issuer), "https://other.acme.test");
  await person.type(screen.getByLabelText(providers.clientId), oidcConfig.clientId);
  await person.type(screen.getByLabelText(providers.clientSecret), oidcConfig.clientSecret);
  await person.click(screen.getByRole("button", { name: setup.next }));
  await screen.findByText(errors.discovery_not_found ?? "");
  await person.clear(screen.getByLabelText(providers.issuer));
  await person.type(screen.getByLabelText(providers.issuer), issuer);
  await person.click(screen.getByRole("button", { name: setup.next }));

  const name = (await screen.findByLabelText<HTMLInputElement>(words.recordName)).value;
  records.set(name, [screen.getByLabelText<HTMLInputElement>(words.recordValue).value]);
  const back = (): Promise<void> => person.click(screen.getByRole("button", { name: setup.back }));
  // Going back shows the same URL. The provider is registered already, so the next step is the domain again.
  await back();
  expect((await screen.findByLabelText<HTMLInputElement>(setup.redirectURI)).value).toBe(url);
  expect(screen.queryByRole("button", { name: setup.back })).toBeNull();
  await person.click(screen.getByRole("button", { name: setup.next }));
  const verify = await screen.findByRole("button", { name: words.verify });
  expect(verify.previousSibling).toBe(screen.getByRole("button", { name: setup.skip }));
  await person.click(verify);
  await screen.findByText(words.verified);
  screen.getByRole("button", { name: setup.back });
  await person.click(screen.getByRole("button", { name: setup.next }));
  await screen.findByText(ssoEn.tests.none);
  await back();
  await screen.findByText(words.verified);
  await person.click(screen.getByRole("button", { name: setup.next }));
  await person.click(await screen.findByRole("button", { name: setup.skip }));
  await screen.findByRole("button", { name: setup.require });
  await back();
  await person.click(await screen.findByRole("button", { name: setup.skip }));
  await person.click(await screen.findByRole("button", { name: setup.require }));
  await screen.findByText(errors.NO_TESTED_PROVIDER ?? "");
  await person.click(screen.getByRole("button", { name: providers.done }));
  await screen.findByText("Okta");
  const registered = (await visit.browser.get<{ providers: { redirectURI: string }[] }>("/sso/providers")).body;
  expect(registered.providers[0]?.redirectURI).toBe(url);
});

test("if the app has a shared redirect URI, the setup shows it and the provider's own", async () => {
  const { visit } = await start({ redirectURI: "/sso/callback" });
  const { person } = visit.show(<ProvidersPanel />, { plugins });
  await person.click(await screen.findByRole("button", { name: providers.add }));
  await person.click(await screen.findByRole("button", { name: setup.next }));
  const shared = await screen.findByLabelText<HTMLInputElement>(setup.redirectURI);
  expect(shared.value).toBe("http://app.test/api/auth/sso/callback");
  const own = screen.getByLabelText<HTMLInputElement>(setup.secondRedirectURI);
  expect(own.value).toMatch(/^http:\/\/app\.test\/api\/auth\/sso\/callback\/okta-/);
});

test("a provider can be renamed, turned off and on, and deleted", async () => {
  const { visit, prove, register } = await start();
  await prove("acme.test");
  await register();
  const { person } = visit.show(<ProvidersPanel />, { plugins });
  const manage = (name = "Acme"): string => fill(providers.manage, { name });
  await screen.findByText("Acme");
  await choose(person, manage(), providers.edit);
  await person.clear(await screen.findByLabelText(providers.name));
  await person.type(screen.getByLabelText(providers.name), "Acme ID");
  await submit(person, en.save);
  await toast(providers.saved);
  await choose(person, manage("Acme ID"), providers.turnOff);
  await submit(person, providers.turnOff);
  await toast(providers.turnedOff);
  await screen.findByText(providers.off);
  await choose(person, manage("Acme ID"), providers.turnOn);
  await toast(providers.turnedOn);
  await choose(person, manage("Acme ID"), providers.tests);
  await screen.findByText(ssoEn.tests.none);
  await person.keyboard("{Escape}");
  await waitFor(() => expect(queryDialog()).toBeNull());
  await choose(person, manage("Acme ID"), providers.remove);
  await submit(person, providers.remove);
  await toast(providers.removed);
  await screen.findByText(providers.none);
});

test("a user who returns from a test sees its results, or the setup's next step", async () => {
  const { visit, prove, register } = await start();
  await prove("acme.test");
  await register();
  const { providers: found } = (await visit.browser.get<{ providers: { providerId: string }[] }>("/sso/providers"))
    .body;
  const id = found[0]?.providerId ?? "";
  history.replaceState(null, "", `?sso-results=${id}`);
  const { person, unmount } = visit.show(<ProvidersPanel />, { plugins });
  await screen.findByRole("dialog", { name: ssoEn.tests.title });
  await screen.findByText(ssoEn.tests.none);
  expect(location.search).toBe("");
  await person.keyboard("{Escape}");
  await waitFor(() => expect(queryDialog()).toBeNull());
  unmount();
  history.replaceState(null, "", `?sso-tested=${id}`);
  const returned = visit.show(<ProvidersPanel />, { plugins });
  await screen.findByText(new RegExp(setup.testText));
  expect(queryDialog()).toBeNull();
  await screen.findByRole("button", { name: providers.test });
  returned.unmount();

  const started = await visit.browser.post<{ url: string }>("/sso/test-provider", { providerId: id, callbackURL: "/" });
  const state = new URL(started.body.url).searchParams.get("state");
  await visit.browser.get(`/sso/callback/${id}?error=access_denied&state=${state}`);
  history.replaceState(null, "", `?sso-tested=${id}`);
  visit.show(<ProvidersPanel />, { plugins });
  await screen.findByRole("button", { name: providers.testAgain });
});

test("the setup counts the same steps, whether or not a domain is verified", async () => {
  const { visit, register } = await start();
  await register();
  history.replaceState(null, "", "?sso-tested=acme-idp");
  visit.show(<ProvidersPanel />, { plugins });
  await screen.findByText(`${fill(setup.step, { step: "5", count: "6" })}. ${setup.testText}`);
});

test("an admin sees the sections without controls", async () => {
  const { prove, register, asMember } = await start();
  await prove("acme.test");
  await register();
  const admin = await asMember("admin");
  const shown = admin.show(<ProvidersPanel />, { plugins });
  await screen.findByText("Acme");
  expect(screen.queryAllByRole("button")).toEqual([]);
  shown.unmount();
  const list = admin.show(<DomainsPanel />, { plugins });
  await screen.findByText("acme.test");
  expect(screen.queryByRole("button", { name: words.add })).toBeNull();
  list.unmount();
});

test("members without the permission don't have the sections", async () => {
  const { asMember } = await start();
  const mia = await asMember("member");
  mia.show(<Organization />, { plugins });
  await screen.findByRole("link", { name: /Members/ });
  expect(screen.queryByRole("link", { name: words.title })).toBeNull();
  expect(screen.queryByRole("link", { name: providers.title })).toBeNull();
  expect(mia.refused).toEqual([]);
});

test("someone without an account can set up SSO once with a link", async () => {
  const { site, visit } = await start();
  const { person, unmount } = visit.show(<ProvidersPanel />, { plugins });
  await person.click(await screen.findByRole("button", { name: providers.link }));
  const link = (await screen.findByLabelText<HTMLInputElement>(providers.linkLabel)).value;
  expect(new URL(link).pathname).toBe("/sso-setup");
  unmount();
  const { search } = new URL(link);
  const it = site.visit();
  const shown = it.show(<SsoSetupPage search={search} />, { plugins });
  const next = await screen.findByRole("button", { name: setup.next });
  // Opening the page, as an email scanner does, doesn't use up the link.
  expect(it.answered).not.toContain("/sso/setup/open");
  await shown.person.click(next);
  await screen.findByText(fill(setup.titleFor, { name: "Acme" }));
  await screen.findByLabelText(setup.provider);
  shown.unmount();
  // A reload has no token. The browser's cookie is enough.
  const again = it.show(<SsoSetupPage search="" />, { plugins });
  await screen.findByLabelText(setup.provider);
  again.unmount();
  const late = site.visit().show(<SsoSetupPage search={search} />, { plugins });
  await late.person.click(await screen.findByRole("button", { name: setup.next }));
  const title = await screen.findByText(setup.invalidTitle);
  expect(document.activeElement).toBe(title);
});

test("the setup page without a link shows a message, and no request fails", async () => {
  const { site } = await start();
  const it = site.visit();
  it.show(<SsoSetupPage search="" />, { plugins });
  await screen.findByText(setup.invalidTitle);
  expect(it.answered).toContain("/sso/setup/state");
  expect(it.refused).toEqual([]);
});

test("a known email is redirected to its provider, but an unknown email isn't", async () => {
  const { site, prove, register } = await start();
  await prove("acme.test");
  await register();
  const guest = site.visit();
  const { person } = guest.show(<SsoSignIn search="?redirectTo=/inbox" />, { plugins });
  await person.type(await screen.findByLabelText(en.email), "bo@unknown.test");
  await person.click(screen.getByRole("button", { name: en.continue }));
  await screen.findByText(signIn.none);
  expect(document.activeElement).toBe(screen.getByLabelText(en.email));
  await person.clear(screen.getByLabelText(en.email));
  await person.type(screen.getByLabelText(en.email), "bo@acme.test");
  await person.click(screen.getByRole("button", { name: en.continue }));
  await waitFor(() => expect(guest.left[0]).toMatch(/^https:\/\/idp\.acme\.test\/authorize/));
});

test("if an email has several providers, the user chooses one", async () => {
  const { site, prove, register } = await start();
  await prove("acme.test");
  await register();
  await register("acme-idp-2");
  const { person } = site.visit().show(<SsoSignIn />, { plugins });
  await screen.findByText(signIn.text);
  await person.type(await screen.findByLabelText(en.email), "bo@acme.test");
  await person.click(screen.getByRole("button", { name: en.continue }));
  await screen.findByText(signIn.choose);
  expect(screen.getAllByRole("button", { name: fill(signIn.continueWith, { name: "Acme" }) })).toHaveLength(2);
  expect(screen.queryByText(signIn.text)).toBeNull();
});

test("the sign-in page offers SSO, which has a button back to the password", async () => {
  const { site } = await start();
  const { person } = site.visit().show(<SignIn />, { plugins });
  await person.click(await screen.findByRole("button", { name: signIn.button }));
  await screen.findByRole("heading", { name: signIn.title });
  await person.click(screen.getByRole("button", { name: en.signIn.usePassword }));
  await screen.findByLabelText(en.password);
});

test("after a password sign-in that the organization doesn't allow, SSO is offered once", async () => {
  const { site, prove, register } = await start();
  await site.visit().browser.signUp("bo@acme.test");
  await prove("acme.test");
  await register();
  await site.requireSso("acme.test", "acme-idp");
  const { person } = site.visit().show(<SignIn />, { plugins });
  await screen.findByRole("button", { name: signIn.button });
  await person.type(screen.getByLabelText(en.email), "bo@acme.test");
  await person.type(screen.getByLabelText(en.password), "correct horse battery");
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  await screen.findByText(errors.SSO_REQUIRED ?? "");
  // The button for the next step has focus.
  expect(document.activeElement).toBe(screen.getByRole("button", { name: signIn.button }));
});

test("an email that requires SSO is offered nothing else until it's changed", async () => {
  const { site, prove, register } = await start(
    {},
    { socialProviders: { github: { clientId: "app", clientSecret: "secret" } } },
  );
  await prove("acme.test");
  await register();
  await site.requireSso("acme.test", "acme-idp");
  const { person } = site.visit().show(<SignIn flow="identifier" />, { plugins });
  const others = () => [
    screen.queryByRole("button", { name: "Continue with GitHub" }),
    screen.queryByText(en.social.or),
    screen.queryByRole("link", { name: en.signIn.toSignUp }),
  ];
  await screen.findByRole("button", { name: "Continue with GitHub" });
  await person.type(screen.getByLabelText(en.email), "bo@acme.test{Enter}");
  const change = await screen.findByRole("button", { name: en.signIn.change });
  screen.getByText(/requires single sign-on/);
  expect(others()).toEqual([null, null, null]);
  await person.click(change);
  expect(others()).not.toContain(null);
});

test("the issuer is read from SAML metadata", () => {
  expect(entityIdOf('<md:EntityDescriptor xmlns:md="urn:x" entityID="https://idp.test?a=1&amp;b=2">')).toBe(
    "https://idp.test?a=1&b=2",
  );
  expect(entityIdOf("not metadata")).toBe("unknown");
});
