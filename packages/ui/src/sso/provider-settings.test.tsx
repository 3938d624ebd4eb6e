// @vitest-environment jsdom

import { createKeyPair } from "@latchkey/sso/saml";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findDialog } from "../../test/dialogs.ts";
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
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { ssoEn } from "./en.ts";
import { ProvidersPanel } from "./providers-panel.tsx";

history.replaceState(null, "", "/organization");

watchScreens();

const { providers, roles, certificates } = ssoEn;

test("rules map the provider's claims to roles, and everyone else gets a default role", async () => {
  const { visit, prove, register } = await start();
  await prove("acme.test");
  await register();
  const { person } = visit.show(<ProvidersPanel />, { plugins });
  await choose(person, fill(providers.manage, { name: "Acme" }), roles.edit);
  const dialog = within(await findDialog());
  const options = (label: string) =>
    [...dialog.getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => value);
  // A provider can't assign the owner role, because only owners can add owners.
  expect(options(roles.otherwise)).toEqual(["admin", "member"]);
  await person.click(dialog.getByRole("button", { name: roles.add }));
  await person.click(dialog.getByRole("button", { name: roles.add }));
  await submit(person, en.save);
  await dialog.findAllByText(en.required);
  await person.click(dialog.getByRole("button", { name: fill(roles.remove, { number: "1" }) }));
  const claim = dialog.getByLabelText(roles.claims.oidc);
  await person.clear(claim);
  await person.type(claim, "department");
  await person.type(dialog.getByLabelText(roles.value), "IT");
  await person.selectOptions(dialog.getByLabelText(roles.role), "admin");
  await person.click(dialog.getByLabelText(roles.sync));
  await submit(person, en.save);
  await toast(roles.saved);
  const { body } = await visit.browser.get<{ providers: object[] }>("/sso/providers");
  expect(body.providers).toMatchObject([
    {
      roleMapping: [{ claim: "department", equals: "IT", role: "admin" }],
      defaultRole: "member",
      syncRoles: true,
    },
  ]);
});

test("a refused role is marked at its rule", async () => {
  const { visit, prove, register } = await start();
  await prove("acme.test");
  await register();
  const { person } = visit.show(<ProvidersPanel />, { plugins });
  await choose(person, fill(providers.manage, { name: "Acme" }), roles.edit);
  const dialog = within(await findDialog());
  for (const at of [0, 1]) {
    await person.click(dialog.getByRole("button", { name: roles.add }));
    await person.type(dialog.getAllByLabelText(roles.value)[at] as HTMLElement, `group ${at}`);
  }
  const selects = dialog.getAllByLabelText<HTMLSelectElement>(roles.role);
  // A role that the user could assign when the page loaded.
  selects[1]?.append(new Option("Owner", "owner"));
  await person.selectOptions(selects[1] as HTMLElement, "owner");
  await submit(person, en.save);
  await dialog.findByText(ssoEn.errors.SSO_ROLE_NOT_ALLOWED ?? "");
  const fields = [...selects, dialog.getByLabelText(roles.otherwise)];
  expect(fields.map((one) => one.getAttribute("aria-invalid"))).toEqual([null, "true", null]);
  expect(document.activeElement).toBe(selects[1]);
});

test("each of a provider's domains is isolated, so that right-to-left pages put the comma at its end", async () => {
  const { visit } = await start();
  const domain = "acme.test,mail.acme.test";
  await visit.browser.post("/sso/register", { providerId: "acme-idp", issuer, domain, name: "Acme", oidcConfig });
  visit.show(<ProvidersPanel />, { plugins });
  const first = await screen.findByText("acme.test", { selector: "bdi" });
  expect(first.parentElement?.textContent).toBe("acme.test, mail.acme.test");
});

test("the app's certificate can be replaced step by step", async () => {
  const { visit, prove } = await start();
  await prove("acme.test");
  const now = Date.now();
  const { certificate } = await createKeyPair({
    commonName: "idp.acme.test",
    notBefore: new Date(now - 86_400_000),
    notAfter: new Date(now + 10 * 86_400_000),
  });
  await visit.browser.post("/sso/register", {
    providerId: "acme-saml",
    issuer,
    domain: "acme.test",
    name: "Acme",
    samlConfig: { entryPoint: `${issuer}/sso`, cert: certificate },
  });
  const { person } = visit.show(<ProvidersPanel />, { plugins });
  const manage = fill(providers.manage, { name: "Acme" });
  await choose(person, manage, providers.edit);
  await screen.findByText(providers.editTextSaml);
  await submit(person, en.cancel);
  await choose(person, manage, certificates.view);
  const own = within(await screen.findByRole("list", { name: certificates.own }));
  const shown = () => own.getAllByRole("listitem").map((one) => one.querySelector("code")?.title);
  const [first] = shown();
  await person.click(screen.getByRole("button", { name: certificates.add }));
  await toast(certificates.added);
  await waitFor(() => expect(shown()).toHaveLength(2));
  const next = shown()[1];
  await person.click(own.getByText(certificates.use));
  await toast(certificates.used);
  await waitFor(() => expect(shown()).toEqual([next, first]));
  await person.click(own.getByText(certificates.remove));
  await toast(certificates.removed);
  await waitFor(() => expect(shown()).toEqual([next]));
}, 60_000);
