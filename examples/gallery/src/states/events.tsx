/** States of an organization's webhooks and audit log. */

import type { Webhook } from "@latchkey/events";
import { en } from "@latchkey/ui";
import { AdminWebhooks, AuditTrail, DeliveryLog, eventsEn, WebhooksPanel } from "@latchkey/ui/events";
import { adminCapabilities } from "../fixtures/admin.ts";
import { capabilities, withCapabilities } from "../fixtures/capabilities.ts";
import { self } from "../fixtures/organization.ts";
import { daysFromNow } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const { webhooks: words, allWebhooks, deliveries, audit, errors } = eventsEn;
const offered = withCapabilities({
  plugins: { ...capabilities.plugins, events: { organizations: true, maxWebhooks: 20 } },
});
const url = "https://hooks.acme.example/latchkey";
const webhook = {
  id: "wh-1",
  organizationId: "o-acme",
  url,
  events: ["*"],
  kind: "webhook",
  enabled: true,
  failingSince: null,
  previousUntil: null,
  createdBy: "u-ann",
  createdAt: daysFromNow(-30),
};
const asWebhook: Webhook = { ...webhook, kind: "webhook", createdAt: new Date(webhook.createdAt) };
const some = [
  webhook,
  { ...webhook, id: "wh-2", url: "https://crm.acme.example/in", events: ["member.*"], failingSince: daysFromNow(-1) },
  { ...webhook, id: "wh-3", url: "https://siem.acme.example/logs", events: ["*"], kind: "audit", enabled: false },
];
const types = ["invitation.create", "member.create", "member.role.update", "organization.update", "team.create"];
const statements = {
  ...self.permissions,
  webhook: ["create", "read", "update", "delete"],
  audit: ["read", "export"],
};
const payload = {
  type: "member.role.update",
  timestamp: daysFromNow(-1),
  data: {
    revision: 1,
    actorId: "u-ann",
    actorType: "user",
    onBehalfOf: null,
    userId: "u-bo",
    organizationId: "o-acme",
    details: { role: "admin" },
  },
};
const delivery = {
  id: "d-1",
  eventId: "e-1",
  type: "member.role.update",
  state: "delivered",
  attempts: 1,
  responseStatus: 200,
  nextAt: null,
  deliveredAt: daysFromNow(-1),
  createdAt: daysFromNow(-1),
  payload,
};
const sent = [
  {
    ...delivery,
    id: "d-2",
    type: "invitation.create",
    state: "pending",
    attempts: 3,
    responseStatus: 503,
    nextAt: daysFromNow(0.1),
  },
  delivery,
  { ...delivery, id: "d-3", type: "member.create", state: "failed", attempts: 12, responseStatus: null },
];
const entry = {
  id: "a-1",
  action: "member.role.update",
  actorId: "u-ann",
  actorType: "user",
  onBehalfOf: null,
  userId: "u-bo",
  organizationId: "o-acme",
  ipAddress: "203.0.113.7",
  userAgent: null,
  data: { role: "admin" },
  createdAt: daysFromNow(-1),
};
const entries = [
  entry,
  { ...entry, id: "a-2", action: "invitation.create", userId: null },
  { ...entry, id: "a-3", action: "organization.update", actorId: null, actorType: "system", userId: null },
  { ...entry, id: "a-4", action: "webhook.create", userId: null },
];
const member = (permissions: object) => ({ "/organization/get-active-member": ok({ ...self, permissions }) });
const withWebhooks = (list: readonly object[], more: MockResponses = {}): MockResponses => ({
  ...offered,
  ...member(statements),
  "/webhook/list": ok(list),
  "/webhook/event-types": ok(types),
  "/webhook/deliveries": ok({ deliveries: sent, nextCursor: null }),
  ...more,
});
const create = async ({ click, type }: UserActions): Promise<void> => {
  await click("button", words.create);
  await type(words.url, url);
};
const choose =
  (item: string) =>
  async ({ click }: UserActions): Promise<void> => {
    await click("button", words.manage.replace("{url}", url));
    await click("menuitem", item);
  };

const page = { element: <WebhooksPanel />, responses: withWebhooks(some) };
const panel: readonly State[] = [
  ...loadingStates(
    { element: <WebhooksPanel />, responses: { ...offered, ...member(statements) } },
    "/webhook/list",
    en.loading,
  ),
  { ...page, name: "none", responses: withWebhooks([]), expectedText: words.none },
  { ...page, name: "some", expectedText: words.failing },
  {
    ...page,
    name: "reader",
    responses: withWebhooks(some, member({ webhook: ["read"] })),
    expectedText: words.failing,
  },
  {
    ...page,
    name: "long",
    responses: withWebhooks([
      { ...webhook, url: `https://a-very-long-name-of-a-server.acme.example/${"integrations/".repeat(6)}in` },
    ]),
    expectedText: /very-long/,
  },
  { ...page, name: "create", play: create, expectedText: words.dialogText },
  {
    ...page,
    name: "refused",
    responses: withWebhooks(some, { "/webhook/create": errorResponse(400, "INVALID_WEBHOOK_URL") }),
    play: async (hand) => {
      await create(hand);
      await hand.click("checkbox", words.allEvents);
      await hand.click("button", words.create);
    },
    expectedText: errors.INVALID_WEBHOOK_URL ?? "",
  },
  {
    ...page,
    name: "secret",
    responses: withWebhooks(some, {
      "/webhook/create": ok({ ...webhook, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }),
    }),
    play: async (hand) => {
      await create(hand);
      await hand.click("checkbox", words.allEvents);
      await hand.click("button", words.create);
    },
    expectedText: words.revealText,
  },
  {
    ...page,
    name: "nothing-chosen",
    play: async (hand) => {
      await create(hand);
      await hand.click("button", words.create);
    },
    expectedText: words.noEvents,
  },
  {
    ...page,
    name: "audit-log",
    play: async (hand) => {
      await create(hand);
      await hand.click("checkbox", words.sendAuditLog);
    },
    expectedText: words.sendAuditLog,
  },
  {
    ...page,
    name: "full",
    responses: {
      ...withWebhooks(some),
      ...withCapabilities({
        plugins: { ...capabilities.plugins, events: { organizations: true, maxWebhooks: some.length } },
      }),
    },
    expectedText: words.full.replace("{max}", String(some.length)),
  },
  {
    ...page,
    name: "menu",
    play: ({ click }) => click("button", words.manage.replace("{url}", url)),
    expectedText: words.deliveries,
  },
  { ...page, name: "edit", play: choose(words.edit), expectedText: words.editTitle },
  { ...page, name: "rotate", play: choose(words.rotate), expectedText: words.rotateText },
  { ...page, name: "delete", play: choose(words.remove), expectedText: words.removeText },
];

const everywhere = [
  ...some,
  {
    ...webhook,
    id: "wh-4",
    organizationId: "o-globex",
    url: "https://globex.example/hooks",
    failingSince: daysFromNow(-2),
  },
  {
    ...webhook,
    id: "wh-5",
    organizationId: null,
    url: "https://warehouse.example/in",
    events: ["user.*", "session.*"],
  },
];
const organizations = { "o-acme": { name: "Acme" }, "o-globex": { name: "Globex Corporation" } };
const withAll = (list: readonly object[], more: MockResponses = {}): MockResponses => ({
  ...withWebhooks(some),
  "/webhook/list-all": ok({ webhooks: list, organizations, nextCursor: null }),
  ...more,
});
const all = { element: <AdminWebhooks />, responses: withAll(everywhere) };
const adminPage: readonly State[] = [
  ...loadingStates({ element: <AdminWebhooks />, responses: offered }, "/webhook/list-all", en.loading),
  { ...all, name: "none", responses: withAll([]), expectedText: words.none },
  { ...all, name: "some", expectedText: new RegExp(allWebhooks.site) },
  {
    ...all,
    name: "pages",
    responses: withAll(everywhere, {
      "/webhook/list-all": ok({ webhooks: everywhere, organizations, nextCursor: "more" }),
    }),
    expectedText: en.nextPage,
  },
  {
    ...all,
    name: "reader",
    responses: withAll(everywhere, {
      "/admin/capabilities": ok({ ...adminCapabilities, permissions: { webhook: ["read"] } }),
    }),
    expectedText: new RegExp(allWebhooks.site),
  },
  {
    ...all,
    name: "denied",
    responses: withAll(everywhere, {
      "/admin/capabilities": ok({ ...adminCapabilities, permissions: { user: ["list"] } }),
    }),
    expectedText: errors.YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS ?? "",
  },
  {
    ...all,
    name: "no-matches",
    responses: withAll([]),
    play: async ({ click }) => {
      await click("button", deliveries.state);
      await click("radio", words.failing);
    },
    expectedText: allWebhooks.noMatches,
  },
  { ...all, name: "create", play: create, expectedText: words.dialogText },
  { ...all, name: "delete", play: choose(words.remove), expectedText: words.removeText },
];

const opened = <DeliveryLog webhook={asWebhook} canReplay onClose={() => {}} />;
const deliveryLog: readonly State[] = [
  ...loadingStates({ element: opened, responses: offered }, "/webhook/deliveries", en.loading),
  { element: opened, responses: withWebhooks(some), name: "some", expectedText: deliveries.noResponse },
  {
    element: <DeliveryLog webhook={asWebhook} canReplay={false} onClose={() => {}} />,
    responses: withWebhooks(some),
    name: "reader",
    expectedText: deliveries.noResponse,
  },
  {
    element: opened,
    responses: withWebhooks(some, { "/webhook/deliveries": ok({ deliveries: [], nextCursor: null }) }),
    name: "none",
    expectedText: deliveries.none,
  },
  {
    element: opened,
    responses: withWebhooks(some, { "/webhook/replay": errorResponse(400, "WEBHOOK_DISABLED") }),
    name: "refused",
    play: ({ click }) => click("button", deliveries.replayEvent.replace("{event}", "member.create")),
    expectedText: errors.WEBHOOK_DISABLED ?? "",
  },
];

const people = { "u-ann": { name: "Ann Example" }, "u-bo": { name: "Bo Example" } };
const withEntries = (records: readonly object[], more: MockResponses = {}): MockResponses => ({
  ...offered,
  ...member(statements),
  "/audit/list": ok({ records, people, nextCursor: null }),
  ...more,
});
const log = { element: <AuditTrail />, responses: withEntries(entries) };
const trail: readonly State[] = [
  ...loadingStates(
    { element: <AuditTrail />, responses: { ...offered, ...member(statements) } },
    "/audit/list",
    en.loading,
  ),
  { ...log, name: "none", responses: withEntries([]), expectedText: audit.empty },
  { ...log, name: "some", expectedText: audit.actions["organization.update"] ?? "" },
  {
    ...log,
    name: "reader",
    responses: withEntries(entries, member({ audit: ["read"] })),
    expectedText: audit.actions["organization.update"] ?? "",
  },
  {
    ...log,
    name: "entry",
    play: ({ click }) => click("row", new RegExp(audit.actions["member.role.update"] ?? "")),
    expectedText: "203.0.113.7",
  },
  {
    ...log,
    name: "no-matches",
    responses: withEntries([]),
    play: async ({ click }) => {
      await click("button", audit.action);
      await click("radio", audit.families["webhook."] ?? "");
    },
    expectedText: audit.noMatches,
  },
  { ...log, name: "export", play: ({ click }) => click("button", eventsEn.export), expectedText: eventsEn.exportCsv },
];

export const eventsGallery: Gallery = {
  WebhooksPanel: panel,
  AdminWebhooks: adminPage,
  DeliveryLog: deliveryLog,
  AuditTrail: trail,
};
