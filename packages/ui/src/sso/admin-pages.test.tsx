// @vitest-environment jsdom

import { admin } from "@latchkey/admin";
import { adminAccess, defaultRoles } from "@latchkey/admin/access";
import { adminClient } from "@latchkey/admin/client";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { scim } from "@latchkey/scim";
import { scimClient } from "@latchkey/scim/client";
import { sso } from "@latchkey/sso";
import { ssoClient } from "@latchkey/sso/client";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findDialog } from "../../test/dialogs.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { Admin } from "../admin/admin.tsx";
import { adminEn } from "../admin/en.ts";
import { adminUi } from "../admin/plugin.tsx";
import { organizationUi } from "../organization/plugin.tsx";
import { AdminDirectories } from "../scim/admin-directories.tsx";
import { scimUi } from "../scim/plugin.tsx";
import { scimEn } from "../scim/texts.ts";
import { fill } from "../texts/texts.ts";
import { AdminDomains, AdminProviders } from "./admin-pages.tsx";
import { ssoEn } from "./en.ts";
import { ssoUi } from "./plugin.tsx";

history.replaceState(null, "", "/admin/domains");

watchScreens();

const { domains, providers, roles, all } = ssoEn;
const plugins = [adminUi(), organizationUi(), ssoUi(), scimUi()];
const issuer = "https://idp.acme.test";

/** Olga owns Acme, which has a domain, a provider, and a directory. Root is a site admin with the given role. */
async function start(role = "admin") {
  const publicFetch = (async () =>
    Response.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    })) as typeof fetch;
  const reader = adminAccess.newRole({ sso: ["read"], scim: ["read"] });
  const none = adminAccess.newRole({ user: ["list"] });
  const server = [admin({ roles: { ...defaultRoles, reader, none } }), organization(), sso(), scim()];
  const clients = [adminClient(), organizationClient(), ssoClient(), scimClient()];
  const site = await startSite({ plugins: server, publicFetch }, clients);
  const { browser } = site.visit();
  await browser.signUp("olga@example.com");
  const { id: organizationId } = (
    await browser.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" })
  ).body;
  const oidcConfig = { clientId: "client-12345678", clientSecret: "secret" };
  const provider = { providerId: "acme-idp", issuer, domain: "acme.test", name: "Acme ID", oidcConfig };
  await browser.post("/sso/register", { ...provider, organizationId });
  await browser.post("/scim/create-connection", { organizationId, name: "Acme directory" });
  const root = site.visit();
  const { body } = await root.browser.signUp("root@example.com");
  await site.setUser(body.user.id, { role });
  return { root };
}

/** Opens an admin page. */
function open(root: Awaited<ReturnType<typeof start>>["root"], page: string) {
  history.replaceState(null, "", `/admin/${page}`);
  return root.show(<Admin />, { plugins });
}

test("admins can filter all organizations' domains by state", async () => {
  const { root } = await start();
  const { person } = open(root, "domains");
  await screen.findByText("acme.test");
  // The name stays before the state, even if its text direction differs.
  screen.getByText("Acme", { selector: "bdi" });
  expect(screen.queryByRole("button", { name: domains.add })).toBeNull();
  await person.click(screen.getByRole("button", { name: all.state }));
  await person.click(await screen.findByRole("radio", { name: domains.verified }));
  await screen.findByText(all.noDomains);
});

test("admins can turn off an organization's provider, but can't edit its roles", async () => {
  const { root } = await start();
  const { person } = open(root, "sso");
  await screen.findByText("Acme ID");
  screen.getByText("Acme", { selector: "bdi" });
  const manage = fill(providers.manage, { name: "Acme ID" });
  await person.click(screen.getByRole("button", { name: manage }));
  const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(items).not.toContain(roles.edit);
  await person.click(screen.getByRole("menuitem", { name: providers.turnOff }));
  await person.click(within(await findDialog()).getByRole("button", { name: providers.turnOff }));
  await screen.findByText(providers.off);
  await person.click(screen.getByRole("button", { name: all.state }));
  await person.click(await screen.findByRole("radio", { name: all.providerStates.on }));
  await screen.findByText(all.noProviders);
});

test("admins can replace a directory's token, and view the directory without editing it", async () => {
  const { root } = await start();
  const { person } = open(root, "directory");
  await screen.findByText("Acme directory");
  const menu = () =>
    person.click(screen.getByRole("button", { name: fill(scimEn.manage, { name: "Acme directory" }) }));
  await menu();
  expect(screen.queryByRole("menuitem", { name: scimEn.edit })).toBeNull();
  await person.click(await screen.findByRole("menuitem", { name: scimEn.replace }));
  await person.click(within(await findDialog()).getByRole("button", { name: scimEn.replace }));
  expect((await screen.findByLabelText<HTMLInputElement>(scimEn.token)).value).toMatch(/^scim_/);
});

test("admins with read-only access can't change anything, and other admins don't have the pages", async () => {
  const { root } = await start("reader");
  const shown = open(root, "sso");
  await screen.findByText("Acme ID");
  expect(screen.queryByRole("button", { name: fill(providers.manage, { name: "Acme ID" }) })).toBeNull();
  expect(root.refused).toEqual([]);
  shown.unmount();
  const other = await start("none");
  open(other.root, "users");
  await screen.findByRole("heading", { level: 1, name: adminEn.users.title });
  expect(screen.queryByRole("link", { name: domains.title })).toBeNull();
  expect(other.root.asked).not.toContain("/sso/list-all-domains");
});

test.each([
  { title: domains.title, page: <AdminDomains /> },
  { title: providers.title, page: <AdminProviders /> },
  { title: scimEn.all.title, page: <AdminDirectories /> },
])("the page for an admin without the permission has its title: $title", async ({ title, page }) => {
  const { root } = await start("none");
  root.show(page, { plugins });
  await screen.findByRole("alert");
  screen.getByRole("heading", { level: 1, name: title });
});
