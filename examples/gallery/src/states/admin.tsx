/** States of the admin components. */

import { en, fill, fillCount } from "@latchkey/ui";
import {
  Admin,
  AdminOrganization,
  AdminOrganizations,
  AuditLog,
  ImpersonationBanner,
  adminEn as texts,
} from "@latchkey/ui/admin";
import { capabilities, filteredAuditPage, longAuditPage, longOrganizations, readOnly } from "../fixtures/admin.ts";
import { longMembers, suspendedMembers } from "../fixtures/organization.ts";
import { ann, bob, cleo, daysFromNow, long, signedIn } from "../fixtures/users.ts";
import { errorResponse, type MockResponses, ok } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";
import { userLists, userPages } from "./admin-users.tsx";

/** Adds the server's capabilities to each state. */
function withCapabilities(states: readonly State[]): readonly State[] {
  return states.map((state) => ({ ...state, responses: { "/capabilities": ok(capabilities), ...state.responses } }));
}

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
    name: "suspended",
    responses: {
      "/admin/list-organization-members": ok({ members: suspendedMembers, total: 3, nextCursor: null }),
    },
    expectedText: texts.allOrganizations.suspended,
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
    responses: { "/admin/list-audit": ok(filteredAuditPage) },
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
    responses: { ...acting.responses, "/admin/stop-impersonating": errorResponse(500, "ADMIN_SESSION_LOST") },
    play: stop,
    expectedText: texts.errors.ADMIN_SESSION_LOST ?? "",
  },
];

/** The gallery of the admin components. */
export const admin: Gallery = {
  Admin: withCapabilities(admins),
  AdminUsers: withCapabilities(userLists),
  AdminUser: withCapabilities(userPages),
  AdminOrganizations: withCapabilities(organizationLists),
  AdminOrganization: withCapabilities(organizationPages),
  AuditLog: withCapabilities(logs),
  ImpersonationBanner: withCapabilities(banners),
};
