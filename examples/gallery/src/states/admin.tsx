/** The administration. */

import { AdminUser, AdminUsers, AuditTrail, ImpersonationBanner } from "@latchkey/ui/admin";
import type { Hand } from "../hand.ts";
import { ok, pending, refused } from "../stand-in.ts";
import { type Gallery, reading, type State, sending } from "../state.ts";
import { ann, banned, bob, cleo, long, signedIn } from "../world/people.ts";

const users = { element: <AdminUsers />, wide: true };
const create = async ({ click, type }: Hand): Promise<void> => {
  await click("button", "New user");
  await type("Name", "Dora Lind");
  await type("Email", "dora@example.com");
  await click("button", "Create");
};
const tables: readonly State[] = [
  { ...users, name: "filled", shows: bob.email },
  {
    ...users,
    name: "long",
    answers: { "/admin/list-users": ok({ users: [long, ann, banned], total: 412, nextCursor: "next" }) },
    shows: long.email,
  },
  {
    ...users,
    name: "empty",
    answers: { "/admin/list-users": ok({ users: [], total: 0, nextCursor: null }) },
    shows: "Nobody is like that.",
  },
  { ...users, name: "new", play: ({ click }) => click("button", "New user"), shows: "They can sign in at once." },
  ...reading(users, "/admin/list-users", "(busy)"),
  {
    ...users,
    name: "taken",
    answers: { "/admin/create-user": refused(422, "USER_ALREADY_EXISTS") },
    play: create,
    shows: "There is already an account with this email.",
  },
];

const user = { element: <AdminUser userId={cleo.id} /> };
const ban = async ({ click, type }: Hand): Promise<void> => {
  await click("button", "Ban");
  await type("Reason", "Sent the same offer to two hundred people");
  await click("button", "Ban");
};
const userPages: readonly State[] = [
  { ...user, name: "filled", shows: "What happened to this account" },
  { ...user, name: "banned", answers: { "/admin/get-user": ok(banned) }, shows: "Lift the ban" },
  {
    ...user,
    name: "long",
    answers: { "/admin/get-user": ok({ ...long, role: "user,editor,publisher,accountant" }) },
    shows: long.email,
  },
  {
    ...user,
    name: "oneself",
    element: <AdminUser userId={ann.id} />,
    answers: { "/admin/get-user": ok(ann) },
    shows: "This is you.",
  },
  {
    ...user,
    name: "nowhere",
    answers: { "/admin/list-user-sessions": ok({ sessions: [] }) },
    shows: "Not signed in anywhere.",
  },
  { ...user, name: "ban", play: ({ click }) => click("button", "Ban"), shows: "Ban this person?" },
  {
    ...user,
    name: "ban-refused",
    answers: { "/admin/ban-user": refused(403, "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS") },
    play: ban,
    shows: "You may not ban users.",
  },
  { ...user, name: "banning", answers: { "/admin/ban-user": pending }, play: ban, shows: "(busy)" },
  {
    ...user,
    name: "password",
    play: ({ click }) => click("button", "Set a password"),
    shows: "The person is told by mail.",
  },
  { ...user, name: "remove", play: ({ click }) => click("button", "Delete this user"), shows: `Delete ${cleo.email}?` },
  ...reading(user, "/admin/get-user", "Loading"),
];

const trail = { element: <AuditTrail />, wide: true };
const trails: readonly State[] = [
  { ...trail, name: "filled", shows: "Banned" },
  {
    ...trail,
    name: "of-one",
    element: <AuditTrail userId={bob.id} />,
    wide: false,
    shows: "What happened to this account",
  },
  {
    ...trail,
    name: "empty",
    answers: { "/admin/list-audit": ok({ records: [], people: {}, nextCursor: null }) },
    shows: "Nothing is recorded yet.",
  },
  ...reading(trail, "/admin/list-audit", "(busy)"),
];

const acting = {
  element: <ImpersonationBanner />,
  answers: { "/get-session": ok(signedIn(bob, { impersonatedBy: ann.id })) },
};
const stop = ({ click }: Hand): Promise<void> => click("button", "Back to yourself");
const banners: readonly State[] = [
  { ...acting, name: "acting", shows: "You are acting as Bob Marsh." },
  {
    ...acting,
    name: "long",
    answers: { "/get-session": ok(signedIn(long, { impersonatedBy: ann.id })) },
    shows: "You are acting as",
  },
  ...sending({ ...acting, play: stop }, "/admin/stop-impersonating", "(busy)"),
  {
    ...acting,
    name: "lost",
    answers: { ...acting.answers, "/admin/stop-impersonating": refused(401, "ADMIN_SESSION_LOST") },
    play: stop,
    shows: "Your own session is over.",
  },
];

export const admin: Gallery = {
  AdminUsers: tables,
  AdminUser: userPages,
  AuditTrail: trails,
  ImpersonationBanner: banners,
};
