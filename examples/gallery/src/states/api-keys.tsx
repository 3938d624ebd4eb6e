/** States of API keys and of the page that connects a device. */

import { en } from "@latchkey/ui";
import { AccountApiKeys, apiKeyEn, OrganizationApiKeys } from "@latchkey/ui/api-key";
import { DeviceScreen, deviceEn } from "@latchkey/ui/device-authorization";
import { capabilities, withCapabilities } from "../fixtures/capabilities.ts";
import { daysFromNow } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const offered = withCapabilities({
  plugins: {
    ...capabilities.plugins,
    "api-key": {
      name: { min: 1, max: 32, required: false },
      expiresIn: { default: null, min: 86_400, max: 31_536_000 },
      maxKeys: 5,
      organizations: true,
    },
    "device-authorization": { userCodeLength: 8, requireTypedCode: false },
  },
});

const key = {
  id: "key-1",
  configId: "default",
  name: "Deploy",
  start: "acme_Xk9",
  prefix: "acme_",
  referenceId: "u-ann",
  createdBy: "u-ann",
  enabled: true,
  expiresAt: daysFromNow(80),
  requestCount: 0,
  rateLimitEnabled: true,
  rateLimitTimeWindow: 60_000,
  rateLimitMax: 600,
  remaining: null,
  refillAmount: null,
  refillInterval: null,
  lastRefillAt: null,
  lastRequest: daysFromNow(-1),
  permissions: { files: ["read"] },
  metadata: null,
  graceUntil: null,
  createdAt: daysFromNow(-10),
  updatedAt: daysFromNow(-10),
};
const keys = [
  key,
  { ...key, id: "key-2", name: "Nightly import", start: "acme_p2Q", enabled: false, lastRequest: null },
  { ...key, id: "key-3", name: "Deploy", start: "acme_0fT", graceUntil: daysFromNow(1) },
  { ...key, id: "key-4", name: null, start: "acme_w8B", expiresAt: daysFromNow(-2) },
];
const secret = "acme_Xk9mVb2qZc8sLh5dJf7gAe4URt6wYp3nXk9mVb2qZc8sLh5dJf";

const withKeys = (list: readonly object[]): MockResponses => ({
  ...offered,
  "/api-key/list": ok({ apiKeys: list, total: list.length, limit: 100, offset: 0 }),
});

const create = async (hand: UserActions): Promise<void> => {
  await hand.click("button", apiKeyEn.create);
};
const fillIn = async (hand: UserActions): Promise<void> => {
  await create(hand);
  await hand.type(apiKeyEn.name, "Deploy");
  await hand.click("button", apiKeyEn.submit);
};
const choose =
  (item: string) =>
  async ({ click }: UserActions): Promise<void> => {
    await click("button", apiKeyEn.manage.replace("{name}", "Nightly import"));
    await click("menuitem", item);
  };

const list = { element: <AccountApiKeys />, responses: withKeys(keys) };
const own: readonly State[] = [
  ...loadingStates({ element: <AccountApiKeys />, responses: offered }, "/api-key/list", "Loading"),
  { ...list, name: "none", responses: withKeys([]), expectedText: apiKeyEn.none },
  { ...list, name: "some", expectedText: "Nightly import" },
  {
    ...list,
    name: "full",
    responses: withKeys(Array.from({ length: 5 }, (_, at) => ({ ...key, id: `key-${at}`, name: `Key ${at + 1}` }))),
    expectedText: apiKeyEn.full.replace("{max}", "5"),
  },
  {
    ...list,
    name: "long",
    responses: withKeys([{ ...key, name: "The importer on Annabelle’s second server" }]),
    expectedText: /second server/,
  },
  { ...list, name: "create", play: create, expectedText: apiKeyEn.createText },
  {
    ...list,
    name: "create-refused",
    responses: { ...withKeys(keys), "/api-key/create": errorResponse(403, "API_KEY_LIMIT_REACHED") },
    play: fillIn,
    expectedText: apiKeyEn.errors.API_KEY_LIMIT_REACHED ?? "",
  },
  {
    ...list,
    name: "created",
    responses: { ...withKeys(keys), "/api-key/create": ok({ ...key, key: secret }) },
    play: fillIn,
    expectedText: apiKeyEn.revealText,
  },
  { ...list, name: "replace", play: choose(apiKeyEn.rotate), expectedText: apiKeyEn.rotateText },
  { ...list, name: "delete", play: choose(apiKeyEn.remove), expectedText: apiKeyEn.removeText },
];

const ofOrganization = { element: <OrganizationApiKeys />, responses: withKeys(keys) };
const shared: readonly State[] = [
  { ...ofOrganization, name: "some", expectedText: apiKeyEn.textOfOrganization },
  {
    ...ofOrganization,
    name: "refused",
    responses: { ...offered, "/api-key/list": errorResponse(403, "INSUFFICIENT_API_KEY_PERMISSIONS") },
    expectedText: apiKeyEn.errors.INSUFFICIENT_API_KEY_PERMISSIONS ?? "",
  },
];

const request = {
  user_code: "WDJBMJHT",
  status: "pending",
  client_id: "tv",
  client_name: "Acme TV",
  scope: "openid profile files:read",
  requested: {
    ip: "198.51.100.4",
    agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    at: daysFromNow(0),
  },
};
const look = async (hand: UserActions): Promise<void> => {
  await hand.click("button", deviceEn.submit);
};
const decide =
  (verb: string) =>
  async (hand: UserActions): Promise<void> => {
    await look(hand);
    await hand.click("button", verb);
  };
const done = ok({ success: true });
const page = {
  element: <DeviceScreen />,
  search: "?user_code=WDJBMJHT",
  responses: { ...offered, "/device": ok(request), "/device/approve": done, "/device/deny": done },
};
const device: readonly State[] = [
  { ...page, name: "loading", responses: { "/get-session": pending }, expectedText: en.loading },
  { ...page, name: "empty", search: "", expectedText: deviceEn.text },
  { ...page, name: "code", expectedText: deviceEn.text },
  {
    ...page,
    name: "wrong",
    responses: { ...page.responses, "/device": errorResponse(400, "invalid_request") },
    play: look,
    expectedText: deviceEn.errors.invalid_request ?? "",
  },
  { ...page, name: "decide", play: look, expectedText: deviceEn.warning },
  {
    ...page,
    name: "expired",
    responses: { ...page.responses, "/device/approve": errorResponse(400, "expired_token") },
    play: decide(deviceEn.approve),
    expectedText: deviceEn.expiredText,
  },
  { ...page, name: "connected", play: decide(deviceEn.approve), expectedText: deviceEn.doneText },
  { ...page, name: "denied", play: decide(deviceEn.deny), expectedText: deviceEn.deniedText },
];

export const apiKeysAndDevices: Gallery = {
  AccountApiKeys: own,
  OrganizationApiKeys: shared,
  DeviceScreen: device,
};
