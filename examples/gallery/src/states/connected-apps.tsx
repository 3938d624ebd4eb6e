/** States of connected apps, an organization's applications, and the page where users choose an organization. */

import { en } from "@latchkey/ui";
import {
  ConnectedApps,
  OrganizationApplications,
  OrganizationChooser,
  oauthProviderEn as words,
} from "@latchkey/ui/oauth-provider";
import { capabilities, withCapabilities } from "../fixtures/capabilities.ts";
import { organizations, self } from "../fixtures/organization.ts";
import { daysFromNow, picture } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok, pending, serverError } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const { apps, applications, organization: choice } = words;
const offered = withCapabilities({
  plugins: { ...capabilities.plugins, "oauth-provider": { scopes: ["openid"], organizations: true } },
});

const longName = "Wolfeschlegelsteinhausenbergerdorff Correspondence Archive for Departments";
const photos = {
  client_id: "photos",
  client_name: "Photos",
  client_uri: "https://www.photos.example.com/",
  logo_uri: picture,
  contacts: null,
  tos_uri: null,
  policy_uri: null,
  redirect_hosts: ["www.photos.example.com"],
  verified: true,
};
const app = {
  client: photos,
  organizationId: null as string | null,
  scopes: ["openid", "profile", "email", "files:read", "offline_access"],
  resources: [],
  isOffline: true,
  connectedAt: daysFromNow(-40),
  lastUsedAt: daysFromNow(-1) as string | null,
};
const assistant = {
  ...app,
  client: { ...photos, client_id: "bot", client_name: "Holiday Planner Assistant", verified: false },
  organizationId: organizations[0]?.id ?? null,
  scopes: ["openid", "organization"],
  connectedAt: daysFromNow(-2),
};
const idle = {
  ...app,
  client: { ...photos, client_id: "notes", client_name: "Notes", logo_uri: null },
  scopes: ["openid"],
  lastUsedAt: null,
};
const long = { ...app, client: { ...photos, client_id: "long", client_name: longName, logo_uri: null } };

const withApps = (list: readonly object[], more: MockResponses = {}): MockResponses => ({
  ...offered,
  "/oauth2/get-connected-apps": ok(list),
  ...more,
});
const disconnect = async ({ click }: UserActions): Promise<void> => {
  await click("button", apps.disconnectLabel.replace("{app}", "Photos"));
};
const list = { element: <ConnectedApps />, responses: withApps([app, assistant, idle]) };
const connected: readonly State[] = [
  ...loadingStates({ element: <ConnectedApps />, responses: offered }, "/oauth2/get-connected-apps", en.loading),
  { ...list, name: "none", responses: withApps([]), expectedText: apps.none },
  { ...list, name: "some", expectedText: "Photos" },
  { ...list, name: "long", responses: withApps([long]), expectedText: /Correspondence Archive/ },
  { ...list, name: "disconnect", play: disconnect, expectedText: apps.disconnectText.replace("{app}", "Photos") },
  {
    ...list,
    name: "refused",
    responses: withApps([app], { "/oauth2/disconnect-app": errorResponse(403, "NOT_ALLOWED_WHILE_IMPERSONATING") }),
    play: async (hand) => {
      await disconnect(hand);
      await hand.click("button", apps.disconnect);
    },
    expectedText: en.errors.NOT_ALLOWED_WHILE_IMPERSONATING ?? "",
  },
];

const application = {
  client_id: "Xk9mVb2qZc8sLh5dJf7gAe4URt6wYp3n",
  client_name: "Customer portal",
  client_uri: null,
  logo_uri: null,
  contacts: null,
  tos_uri: null,
  policy_uri: null,
  redirect_uris: ["https://portal.example.com/callback", "http://localhost:3000/callback"],
  token_endpoint_auth_method: "client_secret_basic",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  scope: "openid profile email",
  post_logout_redirect_uris: [],
  backchannel_logout_uri: null,
  backchannel_logout_session_required: false,
  subject_type: "public",
  dpop_bound_access_tokens: false,
  disabled: false,
  skip_consent: false,
  user_id: null,
  organization_id: "o-acme",
  client_id_issued_at: 1_760_000_000,
  client_secret_expires_at: 0,
};
const registered = [
  application,
  { ...application, client_id: "p2Qx", client_name: "Command line", token_endpoint_auth_method: "none" },
  { ...application, client_id: "0fTx", client_name: "Old portal", disabled: true },
];
const secondsFromNow = (days: number): number => Math.floor(new Date(daysFromNow(days)).getTime() / 1000);
const secret = "lk_cs_Xk9mVb2qZc8sLh5dJf7gAe4URt6wYp3nXk9mVb2qZc8";
const statements = { ...self.permissions, oauthClient: ["create", "read", "update", "delete"] };
const member = ok({ ...self, permissions: statements });
const reader = ok({ ...self, permissions: { oauthClient: ["read"] } });

const withApplications = (some: readonly object[], more: MockResponses = {}): MockResponses => ({
  ...offered,
  "/organization/get-active-member": member,
  "/oauth2/get-clients": ok(some),
  ...more,
});
const create = async ({ click, type }: UserActions): Promise<void> => {
  await click("button", applications.create);
  await type(applications.name, "Customer portal");
  await type(applications.redirectUris, "https://portal.example.com/callback");
};
const submit = async (hand: UserActions): Promise<void> => {
  await create(hand);
  await hand.click("button", applications.create);
};
const choose =
  (item: string, name = "Customer portal") =>
  async ({ click }: UserActions): Promise<void> => {
    await click("button", applications.manage.replace("{name}", name));
    await click("menuitem", item);
  };
const table = { element: <OrganizationApplications />, responses: withApplications(registered) };
const owned: readonly State[] = [
  ...loadingStates(
    { element: <OrganizationApplications />, responses: { ...offered, "/organization/get-active-member": member } },
    "/oauth2/get-clients",
    en.loading,
  ),
  { ...table, name: "none", responses: withApplications([]), expectedText: applications.none },
  { ...table, name: "some", expectedText: "Customer portal" },
  {
    ...table,
    name: "reader",
    responses: withApplications(registered, { "/organization/get-active-member": reader }),
    expectedText: "Customer portal",
  },
  {
    ...table,
    name: "long",
    responses: withApplications([{ ...application, client_name: longName }]),
    expectedText: /Correspondence Archive/,
  },
  {
    ...table,
    name: "expiring",
    responses: withApplications([
      { ...application, client_secret_expires_at: secondsFromNow(30) },
      { ...application, client_id: "0fTx", client_name: "Old portal", client_secret_expires_at: secondsFromNow(-1) },
    ]),
    expectedText: new RegExp(applications.secretExpired),
  },
  { ...table, name: "create", play: create, expectedText: applications.createText },
  {
    ...table,
    name: "create-refused",
    responses: withApplications(registered, {
      "/oauth2/create-client": errorResponse(400, "INVALID_CLIENT_METADATA"),
    }),
    play: submit,
    expectedText: words.errors.INVALID_CLIENT_METADATA ?? "",
  },
  {
    ...table,
    name: "created",
    responses: withApplications(registered, {
      "/oauth2/create-client": ok({ ...application, client_secret: secret }),
    }),
    play: submit,
    expectedText: applications.revealText,
  },
  { ...table, name: "edit", play: choose(applications.edit), expectedText: applications.editText },
  { ...table, name: "replace", play: choose(applications.rotate), expectedText: applications.rotateText },
  { ...table, name: "delete", play: choose(applications.remove), expectedText: applications.removeText },
  {
    ...table,
    name: "blocked",
    responses: withApplications(registered, { "/oauth2/update-client": ok({ ...application, disabled: true }) }),
    play: choose(applications.turnOn, "Old portal"),
    expectedText: applications.blocked,
  },
];

const search = `?${new URLSearchParams({ client_id: "photos", scope: "openid organization", rid: "r1", exp: "1", sig: "s1" })}`;
const asked = (more: MockResponses = {}): MockResponses => ({
  ...offered,
  "/oauth2/public-client": ok(photos),
  "/oauth2/continue": ok({ redirect: true, url: "/consent" }),
  ...more,
});
const page = { element: <OrganizationChooser />, search, responses: asked() };
const chooser: readonly State[] = [
  { ...page, name: "loading", responses: asked({ "/organization/list": pending }), expectedText: en.loading },
  { ...page, name: "some", expectedText: choice.text.replace("{app}", "Photos") },
  { ...page, name: "none", responses: asked({ "/organization/list": ok([]) }), expectedText: choice.none },
  {
    ...page,
    name: "long",
    responses: asked({
      "/organization/list": ok([{ ...organizations[0], name: longName, slug: longName.toLowerCase() }]),
    }),
    expectedText: /Correspondence Archive/,
  },
  {
    ...page,
    name: "refused",
    responses: asked({ "/oauth2/continue": errorResponse(403, "YOU_ARE_NOT_ALLOWED_TO_CHOOSE_THIS_ORGANIZATION") }),
    play: async ({ click }) => {
      await click("button", /Acme/);
    },
    expectedText: words.errors.YOU_ARE_NOT_ALLOWED_TO_CHOOSE_THIS_ORGANIZATION ?? "",
  },
  {
    ...page,
    name: "broken",
    responses: asked({ "/organization/list": serverError }),
    expectedText: en.errors.INTERNAL_SERVER_ERROR ?? "",
  },
  { ...page, name: "ended", search: "", expectedText: words.endedTitle },
];

export const connectedAppsGallery: Gallery = {
  ConnectedApps: connected,
  OrganizationChooser: chooser,
  OrganizationApplications: owned,
};
