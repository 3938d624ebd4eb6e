/** States of the pages where users allow other apps to use their account. */

import { en } from "@latchkey/ui";
import { AccountChooser, ConsentScreen, RequestError, oauthProviderEn as words } from "@latchkey/ui/oauth-provider";
import { capabilities, withCapabilities } from "../fixtures/capabilities.ts";
import { ann, bob, long, picture, signedIn } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok, pending, serverError } from "../mock-fetch.ts";
import type { Gallery, State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const offered = withCapabilities({
  plugins: { ...capabilities.plugins, "multi-session": { maximumSessions: 5, signOutScope: "all" } },
});

const photos = {
  client_id: "photos",
  client_name: "Photos",
  client_uri: "https://www.photos.example.com/",
  logo_uri: picture,
  contacts: null,
  tos_uri: "https://www.photos.example.com/terms",
  policy_uri: "https://www.photos.example.com/privacy",
  redirect_hosts: ["www.photos.example.com"],
  verified: true,
};
const bot = {
  ...photos,
  client_id: "bot",
  client_name: "Holiday Planner Assistant",
  redirect_hosts: ["callback.holidays.example.net"],
  tos_uri: null,
  policy_uri: null,
  verified: false,
};
const commandLine = { ...bot, client_id: "cli", client_name: "Command line", redirect_hosts: ["127.0.0.1"] };
const longest = {
  ...photos,
  client_name: "Wolfeschlegelsteinhausenbergerdorff Correspondence Archive for Departments",
  redirect_hosts: [
    "correspondence-archive.department-of-correspondence.wolfeschlegelsteinhausenbergerdorff.example.com",
  ],
  logo_uri: null,
};

const search = (scopes: string): string =>
  `?${new URLSearchParams({ client_id: "photos", scope: scopes, rid: "r1", exp: "1", sig: "s1" })}`;
const usual = search("openid profile email");

const responses = (app: object, more: MockResponses = {}): MockResponses => ({
  ...offered,
  "/multi-session/list-device-sessions": ok([]),
  "/oauth2/public-client": ok(app),
  "/oauth2/consent": ok({ redirect: true, url: "https://www.photos.example.com/callback" }),
  "/oauth2/continue": ok({ redirect: true, url: "/consent" }),
  ...more,
});
const press =
  (name: string) =>
  async ({ click }: UserActions): Promise<void> => {
    await click("button", name);
  };

const page = { element: <ConsentScreen />, search: usual, responses: responses(photos) };
const title = words.title.replace("{app}", "Photos");
const consent: readonly State[] = [
  {
    ...page,
    name: "loading",
    responses: responses(photos, { "/oauth2/public-client": pending }),
    expectedText: en.loading,
  },
  { ...page, name: "asked", expectedText: title },
  {
    ...page,
    name: "many",
    search: search("openid profile email organization offline_access files:read files:write"),
    expectedText: words.scopes.offline_access,
  },
  { ...page, name: "unverified", responses: responses(bot), expectedText: words.unverified },
  { ...page, name: "device", responses: responses(commandLine), expectedText: words.returnToDevice },
  { ...page, name: "unnamed", responses: responses({ ...bot, client_name: null }), expectedText: words.unverified },
  {
    ...page,
    name: "long",
    responses: responses(longest, { "/get-session": ok(signedIn(long)) }),
    expectedText: /Correspondence Archive/,
  },
  {
    ...page,
    name: "allowing",
    responses: responses(photos, { "/oauth2/consent": pending }),
    play: press(words.allow),
    expectedText: words.allow,
  },
  {
    ...page,
    name: "refused",
    responses: responses(photos, { "/oauth2/consent": errorResponse(403, "NOT_ALLOWED_WHILE_IMPERSONATING") }),
    play: press(words.allow),
    expectedText: en.errors.NOT_ALLOWED_WHILE_IMPERSONATING ?? "",
  },
  {
    ...page,
    name: "ended",
    responses: responses(photos, { "/oauth2/consent": errorResponse(400, "INVALID_OAUTH_REQUEST") }),
    play: press(words.allow),
    expectedText: words.endedTitle,
  },
  { ...page, name: "no-request", search: "", expectedText: words.endedTitle },
  {
    ...page,
    name: "broken",
    responses: responses(photos, { "/oauth2/public-client": serverError }),
    expectedText: en.errors.INTERNAL_SERVER_ERROR ?? "",
  },
  {
    ...page,
    name: "resumed",
    search: "?rid=r1&sig=s1",
    responses: responses(photos, { "/oauth2/continue": errorResponse(400, "INVALID_OAUTH_REQUEST") }),
    expectedText: words.endedText,
  },
];

const others = [bob, long].map((user) => ({ session: { token: user.id }, user }));
const choice = { element: <AccountChooser />, search: usual };
const chooser: readonly State[] = [
  { ...choice, name: "loading", responses: responses(photos, { "/get-session": pending }), expectedText: en.loading },
  {
    ...choice,
    name: "one",
    responses: responses(photos),
    expectedText: words.chooseText.replace("{app}", "Photos"),
  },
  {
    ...choice,
    name: "several",
    responses: responses(photos, { "/multi-session/list-device-sessions": ok(others) }),
    expectedText: bob.email,
  },
  {
    ...choice,
    name: "refused",
    responses: responses(photos, { "/oauth2/continue": errorResponse(429, "TOO_MANY_REQUESTS") }),
    play: async ({ click }) => {
      await click("button", new RegExp(ann.name));
    },
    expectedText: en.errors.TOO_MANY_REQUESTS ?? "",
  },
  { ...choice, name: "ended", search: "", responses: responses(photos), expectedText: words.endedTitle },
];

const problem = { element: <RequestError /> };
const errors: readonly State[] = [
  { ...problem, name: "client", search: "?error=invalid_client", expectedText: words.requestErrors.invalid_client },
  { ...problem, name: "request", search: "?error=invalid_request", expectedText: words.requestErrors.invalid_request },
  { ...problem, name: "unknown", search: "?error=call_0900", expectedText: words.requestErrors.unknown },
];

export const oauthProviderGallery: Gallery = {
  ConsentScreen: consent,
  AccountChooser: chooser,
  RequestError: errors,
};
