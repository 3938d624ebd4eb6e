/** States of the admin components. */

import { en } from "@latchkey/ui";
import { AdminUser, AdminUsers, AuditTrail, ImpersonationBanner } from "@latchkey/ui/admin";
import { ann, banned, bob, cleo, long, signedIn } from "../fixtures/users.ts";
import { errorResponse, ok, pending } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State, submittingStates } from "../state.ts";
import type { UserActions } from "../user-actions.ts";

const users = { element: <AdminUsers />, wide: true };
const create = async ({ click, type }: UserActions): Promise<void> => {
  await click("button", "New user");
  await type("Name", "Dora Lind");
  await type("Email", "dora@example.com");
  await click("button", "Create");
};
const tables: readonly State[] = [
  { ...users, name: "filled", expectedText: bob.email },
  {
    ...users,
    name: "long",
    responses: { "/admin/list-users": ok({ users: [long, ann, banned], total: 412, nextCursor: "next" }) },
    expectedText: long.email,
  },
  {
    ...users,
    name: "empty",
    responses: { "/admin/list-users": ok({ users: [], total: 0, nextCursor: null }) },
    expectedText: "Nobody is like that.",
  },
  {
    ...users,
    name: "new",
    play: ({ click }) => click("button", "New user"),
    expectedText: "They can sign in at once.",
  },
  ...loadingStates(users, "/admin/list-users", "(busy)"),
  {
    ...users,
    name: "taken",
    responses: { "/admin/create-user": errorResponse(422, "USER_ALREADY_EXISTS") },
    play: create,
    expectedText: en.errors.USER_ALREADY_EXISTS ?? "",
  },
];

const user = { element: <AdminUser userId={cleo.id} /> };
const ban = async ({ click, type }: UserActions): Promise<void> => {
  await click("button", "Ban");
  await type("Reason", "Sent the same offer to two hundred people");
  await click("button", "Ban");
};
const userPages: readonly State[] = [
  { ...user, name: "filled", expectedText: "What happened to this account" },
  { ...user, name: "banned", responses: { "/admin/get-user": ok(banned) }, expectedText: "Lift the ban" },
  {
    ...user,
    name: "long",
    responses: { "/admin/get-user": ok({ ...long, role: "user,editor,publisher,accountant" }) },
    expectedText: long.email,
  },
  {
    ...user,
    name: "oneself",
    element: <AdminUser userId={ann.id} />,
    responses: { "/admin/get-user": ok(ann) },
    expectedText: "This is you.",
  },
  {
    ...user,
    name: "nowhere",
    responses: { "/admin/list-user-sessions": ok({ sessions: [] }) },
    expectedText: "Not signed in anywhere.",
  },
  { ...user, name: "ban", play: ({ click }) => click("button", "Ban"), expectedText: "Ban this person?" },
  {
    ...user,
    name: "ban-refused",
    responses: { "/admin/ban-user": errorResponse(403, "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS") },
    play: ban,
    expectedText: "You may not ban users.",
  },
  { ...user, name: "banning", responses: { "/admin/ban-user": pending }, play: ban, expectedText: "(busy)" },
  {
    ...user,
    name: "password",
    play: ({ click }) => click("button", "Set a password"),
    expectedText: "The person is told by mail.",
  },
  {
    ...user,
    name: "remove",
    play: ({ click }) => click("button", "Delete this user"),
    expectedText: `Delete ${cleo.email}?`,
  },
  ...loadingStates(user, "/admin/get-user", "Loading"),
];

const trail = { element: <AuditTrail />, wide: true };
const trails: readonly State[] = [
  { ...trail, name: "filled", expectedText: "Banned" },
  {
    ...trail,
    name: "of-one",
    element: <AuditTrail userId={bob.id} />,
    wide: false,
    expectedText: "What happened to this account",
  },
  {
    ...trail,
    name: "empty",
    responses: { "/admin/list-audit": ok({ records: [], people: {}, nextCursor: null }) },
    expectedText: "Nothing is recorded yet.",
  },
  ...loadingStates(trail, "/admin/list-audit", "(busy)"),
];

const acting = {
  element: <ImpersonationBanner />,
  responses: { "/get-session": ok(signedIn(bob, { impersonatedBy: ann.id })) },
};
const stop = ({ click }: UserActions): Promise<void> => click("button", "Back to yourself");
const banners: readonly State[] = [
  { ...acting, name: "acting", expectedText: "You are acting as Bob Marsh." },
  {
    ...acting,
    name: "long",
    responses: { "/get-session": ok(signedIn(long, { impersonatedBy: ann.id })) },
    expectedText: en.errors.NOT_ALLOWED_WHILE_IMPERSONATING ?? "",
  },
  ...submittingStates({ ...acting, play: stop }, "/admin/stop-impersonating", "(busy)"),
  {
    ...acting,
    name: "lost",
    responses: { ...acting.responses, "/admin/stop-impersonating": errorResponse(401, "ADMIN_SESSION_LOST") },
    play: stop,
    expectedText: "Your own session is over.",
  },
];

export const admin: Gallery = {
  AdminUsers: tables,
  AdminUser: userPages,
  AuditTrail: trails,
  ImpersonationBanner: banners,
};
