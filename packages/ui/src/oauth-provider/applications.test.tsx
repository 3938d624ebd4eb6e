// @vitest-environment jsdom

import { admin } from "@latchkey/admin";
import { jwt } from "@latchkey/jwt";
import { type OAuthClient, type OAuthProviderOptions, oauthProvider } from "@latchkey/oauth-provider";
import { oauthProviderClient } from "@latchkey/oauth-provider/client";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { findDialog, queryDialog } from "../../test/dialogs.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { Organization } from "../organization/organization.tsx";
import { organizationUi } from "../organization/plugin.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { oauthProviderUi } from "./plugin.tsx";
import { oauthProviderEn } from "./texts.ts";

history.replaceState(null, "", "/organization#applications");

watchScreens();

const { applications: words, errors } = oauthProviderEn;
const plugins = [organizationUi(), oauthProviderUi()];

async function start(options: Partial<OAuthProviderOptions> = {}) {
  const provider = oauthProvider({
    ...options,
    loginPage: "/sign-in",
    consentPage: "/consent",
    organizations: { page: "/choose-organization" },
  });
  const site = await startSite({ plugins: [admin(), organization(), jwt(), provider] }, [
    organizationClient(),
    oauthProviderClient(),
  ]);
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  const acme = (await visit.browser.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" })).body
    .id;
  const list = async () =>
    (await visit.browser.get<readonly OAuthClient[]>(`/oauth2/get-clients?organizationId=${acme}`)).body;
  const { person } = visit.show(<Organization />, { plugins });
  return { site, visit, person, list };
}

const toast = (text: string): Promise<HTMLElement> => screen.findByText(text, { selector: ".lk-toast-text" });

async function fillIn(person: UserEvent, name: string, uris: string, type: string): Promise<void> {
  await person.click(await screen.findByRole("button", { name: words.create }));
  await person.type(await screen.findByLabelText(words.name), name);
  await person.selectOptions(screen.getByLabelText(words.type), type);
  await person.type(screen.getByLabelText(words.redirectUris), uris);
  await person.click(within(await findDialog()).getByRole("button", { name: words.create }));
}

async function choose(person: UserEvent, name: string, item: string): Promise<void> {
  await person.click(await screen.findByRole("button", { name: fill(words.manage, { name }) }));
  await person.click(await screen.findByRole("menuitem", { name: item }));
}

/** Returns the secret that's shown once, and closes the dialog. */
async function readSecret(person: UserEvent): Promise<string> {
  await screen.findByText(words.revealTitle);
  const { value } = screen.getByLabelText<HTMLInputElement>(words.clientSecret);
  await person.click(screen.getByRole("button", { name: words.done }));
  await waitFor(() => expect(queryDialog()).toBeNull());
  expect(document.body.innerHTML).not.toContain(value);
  return value;
}

test("an application is created with its secret shown once, changed, and deleted", async () => {
  const { person, list } = await start();
  await screen.findByText(words.none);
  await fillIn(person, "Photos", "https://photos.test/cb{Enter}http://localhost:3000/cb", words.types.confidential);
  const secret = await readSecret(person);
  expect(secret).toMatch(/^lk_cs_/);
  expect(await list()).toMatchObject([
    { client_name: "Photos", redirect_uris: ["https://photos.test/cb", "http://localhost:3000/cb"] },
  ]);
  await choose(person, "Photos", words.rotate);
  await person.click(within(await findDialog()).getByRole("button", { name: words.rotate }));
  expect(await readSecret(person)).not.toBe(secret);
  await choose(person, "Photos", words.edit);
  const field = await screen.findByLabelText<HTMLTextAreaElement>(words.redirectUris);
  expect(field.value).toBe("https://photos.test/cb\nhttp://localhost:3000/cb");
  await person.clear(field);
  await person.type(field, "https://photos.test/new");
  await person.click(within(await findDialog()).getByRole("button", { name: en.save }));
  await toast(words.saved);
  expect(await list()).toMatchObject([{ redirect_uris: ["https://photos.test/new"] }]);
  await choose(person, "Photos", words.remove);
  await person.click(within(await findDialog()).getByRole("button", { name: words.remove }));
  await toast(words.removed);
  await screen.findByText(words.none);
  expect(await list()).toEqual([]);
});

test("an application shows when its secret expires", async () => {
  const { person, list } = await start({ clientSecretExpiresIn: 30 * 86_400 });
  await fillIn(person, "Photos", "https://photos.test/cb", words.types.confidential);
  await readSecret(person);
  const [made] = await list();
  const end = new Date(Number(made?.client_secret_expires_at) * 1000);
  const date = end.toLocaleDateString("en", { dateStyle: "medium" });
  await screen.findByText(fill(words.secretExpires, { date }), { exact: false });
});

test("a public application has no secret to show or replace", async () => {
  const { person, list } = await start();
  await fillIn(person, "Notes", "com.notes.app:/cb", words.types.public);
  await toast(words.created);
  await screen.findByText("Notes");
  expect(queryDialog()).toBeNull();
  expect(await list()).toMatchObject([{ token_endpoint_auth_method: "none" }]);
  await person.click(screen.getByRole("button", { name: fill(words.manage, { name: "Notes" }) }));
  await screen.findByRole("menuitem", { name: words.edit });
  expect(screen.queryByRole("menuitem", { name: words.rotate })).toBeNull();
});

test("an invalid redirect URI is reported at its field, and the input stays", async () => {
  const { person, list } = await start();
  await fillIn(person, "Photos", "http://photos.test/cb", words.types.confidential);
  await screen.findByText(errors.INVALID_CLIENT_METADATA ?? "");
  const field = screen.getByLabelText<HTMLTextAreaElement>(words.redirectUris);
  expect(field.value).toBe("http://photos.test/cb");
  expect(document.activeElement).toBe(field);
  expect(await list()).toEqual([]);
  await person.clear(field);
  await person.click(within(await findDialog()).getByRole("button", { name: words.create }));
  await screen.findByText(en.required);
});

test("an application can be turned off and on, unless an admin turned it off", async () => {
  const { site, person, list } = await start();
  await fillIn(person, "Notes", "https://notes.test/cb", words.types.public);
  await choose(person, "Notes", words.turnOff);
  await toast(words.turnedOff);
  await screen.findByText(words.off);
  expect(await list()).toMatchObject([{ disabled: true }]);
  await choose(person, "Notes", words.turnOn);
  await toast(words.turnedOn);
  const [{ client_id } = { client_id: "" }] = await list();
  const root = site.browser();
  const { body } = await root.signUp("root@example.com");
  await site.setUser(body.user.id, { role: "admin" });
  const blocked = await root.post("/admin/oauth2/update-client", { client_id, update: { disabled: true } });
  expect(blocked.status).toBe(200);
  await choose(person, "Notes", words.turnOff);
  await screen.findByText(words.off);
  await choose(person, "Notes", words.turnOn);
  await screen.findByText(words.blocked);
});
