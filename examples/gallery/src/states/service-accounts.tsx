/** States of an organization's service accounts. */

import { en } from "@latchkey/ui";
import { apiKeyEn, OrganizationServiceAccounts } from "@latchkey/ui/api-key";
import { capabilities, withCapabilities } from "../fixtures/capabilities.ts";
import { self } from "../fixtures/organization.ts";
import { daysFromNow } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const words = apiKeyEn.serviceAccounts;
const offered = withCapabilities({
  plugins: {
    ...capabilities.plugins,
    "api-key": {
      name: { min: 1, max: 32, required: false },
      expiresIn: { default: null, min: 86_400, max: 31_536_000 },
      maxKeys: 5,
      organizations: true,
    },
  },
});
const importer = {
  id: "sa-1",
  organizationId: "o-acme",
  name: "Importer",
  role: "admin",
  disabled: false,
  createdBy: "u-ann",
  createdAt: daysFromNow(-30),
  updatedAt: daysFromNow(-30),
};
const some = [importer, { ...importer, id: "sa-2", name: "Nightly reports", role: "member,reviewer", disabled: true }];
const statements = {
  ...self.permissions,
  apiKey: ["create", "read", "update", "delete"],
  serviceAccount: ["create", "read", "update", "delete"],
};
const member = ok({ ...self, permissions: statements });
const withAccounts = (list: readonly object[], more: MockResponses = {}): MockResponses => ({
  ...offered,
  "/organization/get-active-member": member,
  "/service-account/list": ok(list),
  ...more,
});
const create = async ({ click, type }: UserActions): Promise<void> => {
  await click("button", words.create);
  await type(words.name, "Importer");
};
const choose =
  (item: string) =>
  async ({ click }: UserActions): Promise<void> => {
    await click("button", words.manage.replace("{name}", "Importer"));
    await click("menuitem", item);
  };

const page = { element: <OrganizationServiceAccounts />, responses: withAccounts(some) };
const accounts: readonly State[] = [
  ...loadingStates(
    { element: <OrganizationServiceAccounts />, responses: { ...offered, "/organization/get-active-member": member } },
    "/service-account/list",
    en.loading,
  ),
  { ...page, name: "none", responses: withAccounts([]), expectedText: words.none },
  { ...page, name: "some", expectedText: "Nightly reports" },
  {
    ...page,
    name: "reader",
    responses: withAccounts(some, {
      "/organization/get-active-member": ok({ ...self, permissions: { serviceAccount: ["read"] } }),
    }),
    expectedText: "Nightly reports",
  },
  {
    ...page,
    name: "long",
    responses: withAccounts([
      {
        ...importer,
        name: "The importer on Annabelle’s second server in the basement",
        role: "member,reviewer,publisher",
      },
    ]),
    expectedText: /second server/,
  },
  { ...page, name: "create", play: create, expectedText: words.createText },
  {
    ...page,
    name: "taken",
    responses: withAccounts(some, { "/service-account/create": errorResponse(409, "NAME_TAKEN") }),
    play: async (hand) => {
      await create(hand);
      await hand.click("button", words.create);
    },
    expectedText: apiKeyEn.errors.NAME_TAKEN ?? "",
  },
  { ...page, name: "edit", play: choose(words.edit), expectedText: words.editText },
  { ...page, name: "key", play: choose(words.createKey), expectedText: apiKeyEn.createText },
  { ...page, name: "delete", play: choose(words.remove), expectedText: words.removeText },
  {
    ...page,
    name: "refused",
    responses: withAccounts(some, {
      "/service-account/update": errorResponse(403, "INSUFFICIENT_API_KEY_PERMISSIONS"),
    }),
    play: choose(words.turnOff),
    expectedText: apiKeyEn.errors.INSUFFICIENT_API_KEY_PERMISSIONS ?? "",
  },
];

export const serviceAccountsGallery: Gallery = { OrganizationServiceAccounts: accounts };
