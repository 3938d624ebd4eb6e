/** States of an organization's directories. */

import { en } from "@latchkey/ui";
import { AdminDirectories, ScimPanel, scimEn } from "@latchkey/ui/scim";
import { adminCapabilities } from "../fixtures/admin.ts";
import { capabilities, withCapabilities } from "../fixtures/capabilities.ts";
import { self } from "../fixtures/organization.ts";
import { daysFromNow } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const { errors, ...words } = scimEn;
const offered = withCapabilities({ plugins: { ...capabilities.plugins, scim: { maxConnections: 5 } } });
const baseURL = "https://acme.example/api/auth/scim/v2";
const token = {
  id: "t-1",
  start: "scim_9fXq",
  readOnly: false,
  expiresAt: null,
  lastUsedAt: daysFromNow(-0.01),
  graceUntil: null,
  createdAt: daysFromNow(-30),
};
const okta = {
  id: "c-okta",
  organizationId: "o-acme",
  name: "Okta",
  enabled: true,
  defaultRole: "member",
  deprovision: "suspend",
  lastRequestAt: daysFromNow(-0.01),
  createdBy: "u-ann",
  createdAt: daysFromNow(-30),
  baseURL,
  tokens: [
    token,
    { ...token, id: "t-2", start: "scim_4kBz", readOnly: true, lastUsedAt: null, graceUntil: daysFromNow(1) },
  ],
};
const some = [
  okta,
  { ...okta, id: "c-entra", name: "Microsoft Entra ID", enabled: false, lastRequestAt: null, tokens: [] },
];
const group = {
  id: "g-1",
  displayName: "Platform admins",
  role: "admin",
  teamId: null,
  createdAt: daysFromNow(-20),
  updatedAt: daysFromNow(-20),
};
const groups = [
  group,
  { ...group, id: "g-2", displayName: "Everyone at Acme, including contractors and seasonal staff", role: null },
];
const event = { id: "e-1", operation: "PATCH /Users/8Jk2", status: 200, detail: null, at: daysFromNow(-0.01) };
const log = [
  event,
  { ...event, id: "e-2", operation: "POST /Users", status: 409, detail: "Another resource has this value" },
  { ...event, id: "e-3", operation: "PUT /Groups/g-1", at: daysFromNow(-2) },
];
const member = (permissions: object) => ({ "/organization/get-active-member": ok({ ...self, permissions }) });
const everything = { ...self.permissions, scim: ["create", "read", "update", "delete"] };
const withDirectories = (list: readonly object[], more: MockResponses = {}): MockResponses => ({
  ...offered,
  ...member(everything),
  "/scim/list-connections": ok(list),
  "/scim/list-groups": ok({ groups, nextCursor: null }),
  "/scim/list-events": ok({ events: log, nextCursor: null }),
  ...more,
});
const choose =
  (item: string) =>
  async ({ click }: UserActions): Promise<void> => {
    await click("button", words.manage.replace("{name}", "Okta"));
    await click("menuitem", item);
  };
const create = async ({ click, type }: UserActions): Promise<void> => {
  await click("button", words.create);
  await type(words.name, "Okta");
  await click("button", words.create);
};

const page = { element: <ScimPanel />, responses: withDirectories(some) };
const panel: readonly State[] = [
  ...loadingStates(
    { element: <ScimPanel />, responses: { ...offered, ...member(everything) } },
    "/scim/list-connections",
    en.loading,
  ),
  { ...page, name: "none", responses: withDirectories([]), expectedText: words.none },
  { ...page, name: "some", expectedText: "Microsoft Entra ID" },
  {
    ...page,
    name: "reader",
    responses: withDirectories(some, member({ scim: ["read"] })),
    expectedText: "Microsoft Entra ID",
  },
  {
    ...page,
    name: "long",
    responses: withDirectories([{ ...okta, name: "Directory of Acme Holdings and all its subsidiaries in Europe" }]),
    expectedText: /Acme Holdings/,
  },
  { ...page, name: "connect", play: ({ click }) => click("button", words.create), expectedText: words.dialogText },
  {
    ...page,
    name: "refused",
    responses: withDirectories(some, {
      "/scim/create-connection": errorResponse(403, "SCIM_CONNECTION_LIMIT_REACHED"),
    }),
    play: create,
    expectedText: errors.SCIM_CONNECTION_LIMIT_REACHED ?? "",
  },
  {
    ...page,
    name: "token",
    responses: withDirectories(some, {
      "/scim/create-connection": ok({
        ...okta,
        token: "scim_9fXqV2mLr8WcT5yHs3BnKd7GpJx1Za4E_k3Q",
        tokenId: "t-3",
        expiresAt: null,
      }),
    }),
    play: create,
    expectedText: words.revealText,
  },
  { ...page, name: "details", play: choose(words.view), expectedText: "PATCH /Users/8Jk2" },
  {
    ...page,
    name: "full",
    responses: {
      ...withDirectories(some),
      ...withCapabilities({ plugins: { ...capabilities.plugins, scim: { maxConnections: some.length } } }),
    },
    expectedText: words.full.replace("{max}", String(some.length)),
  },
  {
    ...page,
    name: "details-empty",
    responses: withDirectories([{ ...okta, tokens: [] }], {
      "/scim/list-groups": ok({ groups: [], nextCursor: null }),
      "/scim/list-events": ok({ events: [], nextCursor: null }),
    }),
    play: choose(words.view),
    expectedText: words.noLog,
  },
  {
    ...page,
    name: "details-reader",
    responses: withDirectories(some, member({ scim: ["read"] })),
    play: choose(words.view),
    expectedText: words.noRole,
  },
  { ...page, name: "edit", play: choose(words.edit), expectedText: words.editTitle },
  { ...page, name: "replace", play: choose(words.replace), expectedText: words.replaceText },
  { ...page, name: "delete", play: choose(words.remove), expectedText: words.deleteText },
];

const organizations = { "o-acme": { name: "Acme" }, "o-north": { name: "Northwind Traders" } };
const everywhere = [{ ...okta, id: "c-north", organizationId: "o-north", name: "Google Workspace" }, ...some];
const withAll = (
  list: readonly object[],
  more: MockResponses = {},
  nextCursor: string | null = null,
): MockResponses => ({
  ...withDirectories([]),
  "/scim/list-all-connections": ok({ connections: list, organizations, nextCursor }),
  ...more,
});
const all = { element: <AdminDirectories />, responses: withAll(everywhere) };
const adminPage: readonly State[] = [
  ...loadingStates({ element: <AdminDirectories />, responses: offered }, "/scim/list-all-connections", en.loading),
  { ...all, name: "none", responses: withAll([]), expectedText: words.none },
  { ...all, name: "some", expectedText: /Northwind Traders/ },
  { ...all, name: "pages", responses: withAll(everywhere, {}, "more"), expectedText: en.nextPage },
  {
    ...all,
    name: "denied",
    responses: withAll(everywhere, {
      "/admin/capabilities": ok({ ...adminCapabilities, permissions: { user: ["list"] } }),
    }),
    expectedText: errors.YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM ?? "",
  },
  {
    ...all,
    name: "no-matches",
    responses: withAll([]),
    play: async ({ click }) => {
      await click("button", words.all.state);
      await click("radio", words.all.states.idle);
    },
    expectedText: words.all.noMatches,
  },
  { ...all, name: "details", play: choose(words.view), expectedText: words.noRole },
  { ...all, name: "replace", play: choose(words.replace), expectedText: words.replaceText },
];

export const scimGallery: Gallery = { ScimPanel: panel, AdminDirectories: adminPage };
