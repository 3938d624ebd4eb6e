/** States of the admin components about users. */

import { en, fill } from "@latchkey/ui";
import { AdminUser, AdminUsers, adminEn as texts } from "@latchkey/ui/admin";
import { adminCapabilities, filteredUsers, longAuditPage, longUsers, readOnly } from "../fixtures/admin.ts";
import { ann, banned, bob, cleo, long } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok, pending, serverError } from "../mock-fetch.ts";
import { loadingStates, type State } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const none: MockResponses = { "/admin/list-users": ok({ users: [], total: 0, nextCursor: null }) };
const actionsFor = (name: string): string => fill(texts.users.actions, { name });
const selectAll = ({ click }: UserActions): Promise<void> => click("checkbox", en.selectAll);

const list = { element: <AdminUsers />, wide: true };
const create = async ({ click, type }: UserActions): Promise<void> => {
  await click("button", texts.users.create);
  await type(en.name, "Dora Lind");
  await type(en.email, "dora@example.com");
  await click("button", texts.create.submit);
};
/** States of the user list. */
export const userLists: readonly State[] = [
  { ...list, name: "filled", expectedText: bob.email },
  {
    ...list,
    name: "long",
    responses: { "/admin/list-users": ok({ users: longUsers, total: 412, nextCursor: "next" }) },
    expectedText: long.email,
  },
  {
    ...list,
    name: "filtered",
    search: "?q=ann&status=active&created=7d",
    responses: { "/admin/list-users": ok({ users: filteredUsers, total: filteredUsers.length, nextCursor: null }) },
    expectedText: texts.time.week,
  },
  {
    ...list,
    name: "by-last-activity",
    search: "?sort=lastActiveAt.desc",
    responses: { "/admin/capabilities": ok({ ...adminCapabilities, tracksLastActive: true }) },
    expectedText: texts.users.lastActive,
  },
  { ...list, name: "no-matches", search: "?q=unknown", responses: none, expectedText: texts.users.noMatches },
  { ...list, name: "empty", responses: none, expectedText: texts.users.none },
  {
    ...list,
    name: "read-only",
    responses: { "/admin/capabilities": ok(readOnly) },
    expectedText: bob.email,
  },
  {
    ...list,
    name: "no-permission",
    responses: { "/admin/capabilities": ok({ ...readOnly, permissions: { audit: ["list"] } }) },
    expectedText: texts.errors.YOU_ARE_NOT_ALLOWED_TO_LIST_USERS ?? "",
  },
  {
    ...list,
    name: "not-an-admin",
    responses: { "/admin/capabilities": errorResponse(403, "YOU_ARE_NOT_AN_ADMIN") },
    expectedText: texts.errors.YOU_ARE_NOT_AN_ADMIN ?? "",
  },
  {
    ...list,
    name: "menu",
    play: ({ click }) => click("button", actionsFor(bob.name)),
    expectedText: texts.users.copyId,
  },
  {
    ...list,
    name: "filter",
    play: ({ click }) => click("button", texts.users.status),
    expectedText: texts.users.banned,
  },
  {
    ...list,
    name: "filter-time",
    play: ({ click }) => click("button", texts.users.since),
    expectedText: texts.time.month,
  },
  { ...list, name: "selected", play: selectAll, expectedText: texts.bulk.export },
  {
    ...list,
    name: "bulk-delete",
    play: async (hand) => {
      await selectAll(hand);
      await hand.click("button", texts.bulk.remove);
    },
    expectedText: fill(texts.bulk.typeCount, { count: "4" }),
  },
  {
    ...list,
    name: "bulk-failed",
    responses: { "/admin/set-role": errorResponse(403, "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE") },
    play: async (hand) => {
      await selectAll(hand);
      await hand.click("button", texts.bulk.setRole);
      await hand.click("button", texts.roles.submit);
    },
    expectedText: texts.errors.YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE ?? "",
  },
  {
    ...list,
    name: "create",
    play: ({ click }) => click("button", texts.users.create),
    expectedText: texts.create.text,
  },
  {
    ...list,
    name: "taken",
    responses: { "/admin/create-user": errorResponse(422, "USER_ALREADY_EXISTS") },
    play: create,
    expectedText: texts.create.emailTaken,
  },
  ...loadingStates(list, "/admin/list-users", en.loading),
];

const user = { element: <AdminUser userId={cleo.id} />, wide: true };
const menu = async ({ click }: UserActions, item: string): Promise<void> => {
  await click("button", texts.user.more);
  await click("menuitem", item);
};
const banWithReason = async (hand: UserActions): Promise<void> => {
  await hand.click("button", texts.ban.ban);
  await hand.type(texts.ban.reason, "Sent the same offer to two hundred people");
  await hand.click("button", texts.ban.ban);
};
/** States of the user page. */
export const userPages: readonly State[] = [
  { ...user, name: "filled", expectedText: texts.audit.titleOfUser },
  {
    ...user,
    name: "everything",
    responses: {
      "/admin/get-user": ok({ ...cleo, emailVerified: false, twoFactorEnabled: true, company: "Okafor Ltd" }),
    },
    expectedText: "Okafor Ltd",
  },
  { ...user, name: "banned", responses: { "/admin/get-user": ok(banned) }, expectedText: texts.ban.unban },
  {
    ...user,
    name: "long",
    responses: {
      "/admin/get-user": ok({
        ...long,
        role: "user,editor,publisher,accountant",
        username: "wolfeschlegelsteinhausen",
      }),
      "/admin/list-audit": ok(longAuditPage),
    },
    expectedText: long.email,
  },
  {
    ...user,
    name: "oneself",
    element: <AdminUser userId={ann.id} />,
    responses: { "/admin/get-user": ok(ann) },
    expectedText: texts.user.isYou,
  },
  {
    ...user,
    name: "outranked",
    responses: { "/admin/capabilities": ok(readOnly), "/admin/get-user": ok({ ...cleo, role: "admin" }) },
    expectedText: texts.user.outranked,
  },
  {
    ...user,
    name: "nothing",
    responses: {
      "/admin/list-user-sessions": ok({ sessions: [] }),
      "/admin/list-user-accounts": ok({ accounts: [] }),
      "/admin/list-user-organizations": ok({ organizations: [] }),
      "/admin/list-audit": ok({ records: [], people: {}, nextCursor: null }),
    },
    expectedText: texts.sessions.empty,
  },
  {
    ...user,
    name: "gone",
    responses: { "/admin/get-user": errorResponse(404, "USER_NOT_FOUND") },
    expectedText: en.errors.USER_NOT_FOUND ?? "",
  },
  {
    ...user,
    name: "impersonate",
    play: ({ click }) => click("button", texts.impersonate.start),
    expectedText: texts.impersonate.text,
  },
  { ...user, name: "roles", play: (hand) => menu(hand, texts.bulk.setRole), expectedText: texts.roles.subtitle },
  {
    ...user,
    name: "sign-out",
    play: (hand) => menu(hand, texts.sessions.revokeAll),
    expectedText: texts.sessions.revokeAllText,
  },
  {
    ...user,
    name: "session-not-ended",
    responses: { "/admin/revoke-user-session": serverError },
    play: ({ click }) => click("button", /^Sign out of/),
    expectedText: String(en.errors.INTERNAL_SERVER_ERROR),
  },
  { ...user, name: "ban", play: ({ click }) => click("button", texts.ban.ban), expectedText: texts.ban.dialogText },
  {
    ...user,
    name: "ban-refused",
    responses: { "/admin/ban-user": errorResponse(403, "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS") },
    play: banWithReason,
    expectedText: texts.errors.YOU_ARE_NOT_ALLOWED_TO_BAN_USERS ?? "",
  },
  { ...user, name: "banning", responses: { "/admin/ban-user": pending }, play: banWithReason, expectedText: "(busy)" },
  {
    ...user,
    name: "password",
    play: ({ click }) => click("button", texts.password.open),
    expectedText: texts.password.text,
  },
  {
    ...user,
    name: "remove",
    play: ({ click }) => click("button", texts.remove.open),
    expectedText: fill(texts.remove.confirmTitle, { name: cleo.name }),
  },
  {
    ...user,
    name: "remove-owner",
    responses: {
      "/admin/remove-user": errorResponse(400, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER", {
        organizations: [{ id: "o-acme", name: "Acme", slug: "acme" }],
      }),
    },
    play: async ({ click, type }) => {
      await click("button", texts.remove.open);
      await type(fill(texts.remove.type, { email: cleo.email }), cleo.email);
      await click("button", texts.remove.confirm);
    },
    expectedText: texts.remove.confirmAllText,
  },
  ...loadingStates(user, "/admin/get-user", en.loading),
];
