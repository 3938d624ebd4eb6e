/** A site with single sign-on. */

import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { type SsoOptions, sso } from "@latchkey/sso";
import { ssoClient } from "@latchkey/sso/client";
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { organizationUi } from "../src/organization/plugin.tsx";
import { ssoUi } from "../src/sso/plugin.tsx";
import { findDialog } from "./dialogs.ts";
import { startSite, type Visit } from "./site.tsx";

/** The UI plugins of the site. */
export const plugins = [organizationUi(), ssoUi()];
/** The issuer of the identity provider. */
export const issuer = "https://idp.acme.test";
/** The app's registration at the provider. */
export const oidcConfig = { clientId: "client-12345678", clientSecret: "secret" };

/** Starts a site where Ann owns Acme. Tests decide what DNS and the identity provider respond. */
export async function startSsoSite(options: SsoOptions = {}, more: Parameters<typeof startSite>[0] = {}) {
  const records = new Map<string, readonly string[]>();
  const publicFetch = (async (input: RequestInfo | URL) => {
    if (String(input) !== `${issuer}/.well-known/openid-configuration`) return new Response("", { status: 404 });
    const of = (path: string): string => `${issuer}/${path}`;
    return Response.json({
      issuer,
      authorization_endpoint: of("authorize"),
      token_endpoint: of("token"),
      jwks_uri: of("keys"),
    });
  }) as typeof fetch;
  const resolveTxt = async (name: string) => [[...(records.get(name) ?? [])]];
  const site = await startSite({ ...more, plugins: [organization(), sso(options)], publicFetch, resolveTxt }, [
    organizationClient(),
    ssoClient(),
  ]);
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  const { body: acme } = await visit.browser.post<{ id: string }>("/organization/create", {
    name: "Acme",
    slug: "acme",
  });
  const prove = async (domain: string): Promise<void> => {
    const { body } = await visit.browser.post<{ record: { name: string; value: string } }>("/sso/add-domain", {
      domain,
    });
    records.set(body.record.name, [body.record.value]);
    await visit.browser.post("/sso/verify-domain", { domain });
  };
  const register = (providerId = "acme-idp") =>
    visit.browser.post("/sso/register", { providerId, issuer, domain: "acme.test", name: "Acme", oidcConfig });
  const asMember = async (role: string): Promise<Visit> => {
    const other = site.visit();
    const { body } = await other.browser.signUp("mia@example.com");
    await site.call("addMember", { organizationId: acme.id, userId: body.user.id, role });
    await other.browser.post("/organization/set-active", { organizationId: acme.id });
    return other;
  };
  return { site, visit, records, prove, register, asMember };
}

/** Waits for a toast. */
export const toast = (text: string): Promise<HTMLElement> => screen.findByText(text, { selector: ".lk-toast-text" });
/** Submits the open dialog. */
export const submitDialog = async (person: UserEvent, name: string): Promise<void> =>
  person.click(within(await findDialog()).getByRole("button", { name }));

/** Opens a menu, and chooses an item. */
export async function chooseInMenu(person: UserEvent, manage: string, item: string): Promise<void> {
  await person.click(await screen.findByRole("button", { name: manage }));
  await person.click(await screen.findByRole("menuitem", { name: item }));
}
