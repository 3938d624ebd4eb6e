// @vitest-environment jsdom

import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { scim } from "@latchkey/scim";
import { scimClient } from "@latchkey/scim/client";
import { sso } from "@latchkey/sso";
import { ssoClient } from "@latchkey/sso/client";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findDialog } from "../../test/dialogs.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { organizationUi } from "../organization/plugin.tsx";
import { ssoEn } from "../sso/en.ts";
import { ssoUi } from "../sso/plugin.tsx";
import { ProvidersPanel } from "../sso/providers-panel.tsx";
import { SsoSetupPage } from "../sso/setup/setup-page.tsx";
import { scimUi } from "./plugin.tsx";
import { scimEn as words } from "./texts.ts";

history.replaceState(null, "", "/");

watchScreens();

const plugins = [organizationUi(), ssoUi(), scimUi()];
const { providers, setup } = ssoEn;

/** Ann owns Acme. */
async function start() {
  const site = await startSite({ plugins: [organization(), sso(), scim()] }, [
    organizationClient(),
    ssoClient(),
    scimClient(),
  ]);
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  await visit.browser.post("/organization/create", { name: "Acme", slug: "acme" });
  /** Creates a link in the panel, and returns its query. */
  const invite = async (directory: boolean): Promise<string> => {
    const { person, unmount } = visit.show(<ProvidersPanel />, { plugins });
    await person.click(await screen.findByRole("button", { name: providers.link }));
    const dialog = within(await findDialog());
    if (directory) await person.click(dialog.getByLabelText(providers.linkDirectory));
    await person.click(dialog.getByRole("button", { name: providers.createLink }));
    const { value } = await screen.findByLabelText<HTMLInputElement>(providers.linkLabel);
    unmount();
    return new URL(value).search;
  };
  return { site, invite };
}

/** Opens the setup as after returning from the sign-in test, which is the step before the directory. */
const show = async (it: Visit, search: string) => {
  const isLink = search !== "";
  const shown = it.show(<SsoSetupPage search={`${search}${isLink ? "&" : "?"}sso-tested=okta`} />, { plugins });
  if (isLink) await shown.person.click(await screen.findByRole("button", { name: setup.next }));
  return shown;
};

test("someone with a setup link can connect a directory, and gets a new token after a reload", async () => {
  const { site, invite } = await start();
  const it = site.visit();
  const { person, unmount } = await show(it, await invite(true));
  await person.click(await screen.findByRole("button", { name: setup.skip }));
  await screen.findByText(new RegExp(words.step.text));
  await person.click(await screen.findByRole("button", { name: setup.back }));
  await person.click(await screen.findByRole("button", { name: setup.skip }));
  await person.click(await screen.findByRole("button", { name: words.step.create }));
  const first = (await screen.findByLabelText<HTMLInputElement>(words.token)).value;
  expect(screen.getByLabelText<HTMLInputElement>(words.baseUrl).value).toMatch(/\/scim\/v2$/);
  expect(screen.queryByRole("button", { name: words.replace })).toBeNull();
  await person.click(screen.getByRole("button", { name: setup.back }));
  await person.click(await screen.findByRole("button", { name: setup.skip }));
  expect((await screen.findByLabelText<HTMLInputElement>(words.token)).value).toBe(first);
  unmount();

  const again = await show(it, "");
  await again.person.click(await screen.findByRole("button", { name: setup.skip }));
  await again.person.click(await screen.findByRole("button", { name: words.replace }));
  const { value } = await screen.findByLabelText<HTMLInputElement>(words.token);
  expect(value).not.toBe(first);
  await again.person.click(screen.getByRole("button", { name: words.step.check }));
  await screen.findByText(words.step.waiting);

  const headers = { authorization: `Bearer ${value}` };
  expect((await site.browser().send("/scim/v2/Users", { headers })).status).toBe(200);
  await again.person.click(screen.getByRole("button", { name: words.step.check }));
  await screen.findByText(words.step.connected);
  await again.person.click(screen.getByRole("button", { name: setup.next }));
  await screen.findByText(setup.finished);
  expect(it.refused.filter((one) => one.includes("/scim/"))).toEqual([]);
});

test("if the link doesn't include a directory, the setup has no directory step", async () => {
  const { site, invite } = await start();
  const it = site.visit();
  const { person } = await show(it, await invite(false));
  await person.click(await screen.findByRole("button", { name: setup.skip }));
  await screen.findByText(setup.finished);
  expect(it.answered.filter((path) => path.startsWith("/scim"))).toEqual([]);
});
