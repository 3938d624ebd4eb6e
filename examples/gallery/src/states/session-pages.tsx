/** States of the pages around a session: errors, a deleted account, and protected content. */

import { AccountDeleted, Auth, AuthError, en, RequireSession } from "@latchkey/ui";
import { signedOut } from "../fixtures/default-responses.ts";
import { signedIn } from "../fixtures/users.ts";
import { offline, ok } from "../mock-fetch.ts";
import { type Gallery, loadingStates, type State } from "../state.ts";

const problem = { element: <AuthError />, responses: signedOut };
const errors: readonly State[] = [
  { ...problem, name: "canceled", search: "?error=access_denied", expectedText: "access_denied" },
  {
    ...problem,
    name: "already-linked",
    responses: {},
    search: "?error=account_already_linked_to_different_user",
    expectedText: en.continue,
  },
  { ...problem, name: "banned", search: "?error=BANNED_USER", expectedText: en.banned.title },
  { ...problem, name: "unknown", search: "?error=odd", expectedText: en.social.errors.unknown },
];
const deleted: readonly State[] = [
  { name: "done", element: <AccountDeleted />, responses: signedOut, expectedText: en.accountDeleted.title },
  { name: "still-there", element: <AccountDeleted />, expectedText: en.accountDeleted.notTitle },
];
const family: readonly State[] = [
  { name: "sign-in", element: <Auth path="/sign-in" />, responses: signedOut, expectedText: en.signIn.title },
  { name: "sign-up", element: <Auth path="/sign-up" />, responses: signedOut, expectedText: en.signUp.title },
  { name: "other-path", element: <Auth path="/" fallback={<p>Not found.</p>} />, expectedText: "Not found." },
];
const gate = { element: <RequireSession>Members only.</RequireSession> };
const gates: readonly State[] = [
  { ...gate, name: "signed-in", responses: { "/get-session": ok(signedIn()) }, expectedText: "Members only." },
  {
    ...gate,
    name: "signed-out",
    element: <RequireSession fallback={<p>Please sign in.</p>}>no</RequireSession>,
    responses: signedOut,
    expectedText: "Please sign in.",
  },
  ...loadingStates(gate, "/get-session", en.loading).filter(({ name }) => name !== "too-often"),
  { ...gate, name: "unreachable", responses: { "/get-session": offline }, expectedText: en.tryAgain },
];

export const sessionPages: Gallery = {
  Auth: family,
  AuthError: errors,
  AccountDeleted: deleted,
  RequireSession: gates,
};
