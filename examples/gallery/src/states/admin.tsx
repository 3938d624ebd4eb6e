/** States of the admin components. */

import { en, fill, fillCount } from "@latchkey/ui";
import {
  Admin,
  AdminOrganization,
  AdminOrganizations,
  AdminUser,
  AdminUsers,
  AuditLog,
  ImpersonationBanner,
  adminEn as texts,
} from "@latchkey/ui/admin";
import { capabilities, longAuditPage, longOrganizations, longUsers, readOnly } from "../fixtures/admin.ts";
import { longMembers } from "../fixtures/organization.ts";
import { ann, banned, bob, cleo, daysFromNow, long, signedIn } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

/** Each state has the server's capabilities. */
function withCapabilities(states: readonly State[]): readonly State[] {
  return states.map((state) => ({ ...state, responses: { "/capabilities": ok(capabilities), ...state.responses } }));
}

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
const lists: readonly State[] = [
  { ...list, name: "filled", expectedText: bob.email },
  {
    ...list,
    name: "long",
    responses: { "/admin/list-users": ok({ users: longUsers, total: 412, nextCursor: "next" }) },
    expectedText: long.email,
  },
  { ...list, name: "filtered", search: "?q=ann&status=active&created=7d", expectedText: texts.time.week },
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
    expectedText: en.errors.USER_ALREADY_EXISTS ?? "",
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
const userPages: readonly State[] = [
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

const organizations = { element: <AdminOrganizations />, wide: true };
const organizationPage = (changes: object) => ({
  "/admin/list-organizations": ok({ organizations: [], total: 0, nextCursor: null, ...changes }),
});
const organizationLists: readonly State[] = [
  { ...organizations, name: "filled", expectedText: "Northwind Traders" },
  {
    ...organizations,
    name: "long",
    responses: organizationPage({ organizations: longOrganizations, total: 412, nextCursor: "next" }),
    expectedText: longOrganizations[0]?.name ?? "",
  },
  {
    ...organizations,
    name: "no-matches",
    search: "?q=unknown",
    responses: organizationPage({}),
    expectedText: texts.allOrganizations.noMatches,
  },
  { ...organizations, name: "empty", responses: organizationPage({}), expectedText: texts.allOrganizations.none },
  {
    ...organizations,
    name: "no-permission",
    responses: { "/admin/capabilities": ok(readOnly) },
    expectedText: texts.errors.YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS ?? "",
  },
  ...loadingStates(organizations, "/admin/list-organizations", en.loading),
];

const organization = { element: <AdminOrganization organizationId="o-acme" />, wide: true };
const organizationPages: readonly State[] = [
  { ...organization, name: "filled", expectedText: bob.email },
  {
    ...organization,
    name: "long",
    responses: {
      "/admin/get-organization": ok(longOrganizations[0]),
      "/admin/list-organization-members": ok({ members: longMembers, total: 120_345, nextCursor: "next" }),
    },
    expectedText: long.email,
  },
  {
    ...organization,
    name: "gone",
    responses: { "/admin/get-organization": errorResponse(400, "ORGANIZATION_NOT_FOUND") },
    expectedText: texts.errors.ORGANIZATION_NOT_FOUND ?? "",
  },
  ...loadingStates(organization, "/admin/get-organization", en.loading),
];

const log = { element: <AuditLog />, wide: true };
const sentence = (action: string): string => texts.audit.actions[action] ?? "";
const logs: readonly State[] = [
  { ...log, name: "filled", expectedText: sentence("admin.user.ban") },
  { ...log, name: "long", responses: { "/admin/list-audit": ok(longAuditPage) }, expectedText: long.name },
  {
    ...log,
    name: "filtered",
    search: `?actor=${ann.id}&action=admin.&time=2026-01-01..2026-01-31`,
    expectedText: texts.audit.families["admin."] ?? "",
  },
  {
    ...log,
    name: "empty",
    responses: { "/admin/list-audit": ok({ records: [], people: {}, nextCursor: null }) },
    expectedText: texts.audit.empty,
  },
  {
    ...log,
    name: "no-matches",
    search: "?action=billing.",
    responses: { "/admin/list-audit": ok({ records: [], people: {}, nextCursor: null }) },
    expectedText: texts.audit.noMatches,
  },
  {
    ...log,
    name: "filter-event",
    play: ({ click }) => click("button", texts.audit.action),
    expectedText: fill(texts.audit.wholeFamily, { group: texts.audit.families["admin."] ?? "" }),
  },
  {
    ...log,
    name: "filter-actor",
    play: ({ click }) => click("button", texts.audit.who),
    expectedText: texts.audit.findUser,
  },
  {
    ...log,
    name: "event",
    play: ({ click }) => click("row", new RegExp(sentence("admin.user.ban"))),
    expectedText: texts.audit.drawer.copyJson,
  },
  {
    ...log,
    name: "no-permission",
    responses: { "/admin/capabilities": ok({ ...readOnly, permissions: { user: ["list"] } }) },
    expectedText: texts.errors.YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_TRAIL ?? "",
  },
  ...loadingStates(log, "/admin/list-audit", en.loading),
];

const pages = { element: <Admin currentPath="/admin" />, wide: true };
const admins: readonly State[] = [
  { ...pages, name: "users", expectedText: texts.users.subtitle },
  { ...pages, name: "user", element: <Admin currentPath={`/admin/users/${cleo.id}`} />, expectedText: texts.user.back },
  {
    ...pages,
    name: "organizations",
    element: <Admin currentPath="/admin/organizations" />,
    expectedText: texts.allOrganizations.subtitle,
  },
  { ...pages, name: "audit", element: <Admin currentPath="/admin/audit" />, expectedText: texts.audit.subtitle },
  ...loadingStates(pages, "/admin/capabilities", en.loading),
];

const impersonation = (who: typeof bob): MockResponses => ({
  "/get-session": ok(signedIn(who, { impersonatedBy: ann.id, expiresAt: daysFromNow(58 / 1440) })),
});
const banner = (who: typeof bob): string => fillCount(en, texts.impersonate.banner, 58, { name: who.name });
const acting = { element: <ImpersonationBanner />, wide: true, responses: impersonation(bob) };
const stop = ({ click }: UserActions): Promise<void> => click("button", texts.impersonate.stop);
const banners: readonly State[] = [
  { ...acting, name: "acting", expectedText: banner(bob) },
  { ...acting, name: "long", responses: impersonation(long), expectedText: long.name },
  ...submittingStates({ ...acting, play: stop }, "/admin/stop-impersonating", "(busy)"),
  {
    ...acting,
    name: "lost",
    responses: { ...acting.responses, "/admin/stop-impersonating": errorResponse(401, "ADMIN_SESSION_LOST") },
    play: stop,
    expectedText: texts.errors.ADMIN_SESSION_LOST ?? "",
  },
];

/** The gallery of the admin components. */
export const admin: Gallery = {
  Admin: withCapabilities(admins),
  AdminUsers: withCapabilities(lists),
  AdminUser: withCapabilities(userPages),
  AdminOrganizations: withCapabilities(organizationLists),
  AdminOrganization: withCapabilities(organizationPages),
  AuditLog: withCapabilities(logs),
  ImpersonationBanner: withCapabilities(banners),
};
