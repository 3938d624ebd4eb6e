import { expect, test } from "vitest";
import { isChange, type Methods, methodOf } from "./paths.ts";

const field = { a: 1 };
const methods: Methods = { "/teams/leave": "POST", "/teams/update-feed": "GET" };

test.each<[path: string, chosen: "GET" | "POST" | undefined, body: object | undefined, method: string]>([
  // A call with fields is a POST.
  ["/sign-in/email", undefined, field, "POST"],
  ["/verify-email", undefined, field, "POST"],
  ["/list-sessions", undefined, undefined, "GET"],
  ["/list-sessions", undefined, {}, "GET"],
  ["/get-session", undefined, {}, "GET"],
  ["/verify-email", undefined, {}, "GET"],
  // Without fields, the name decides.
  ["/sign-out", undefined, {}, "POST"],
  ["/sign-in/username", undefined, {}, "POST"],
  ["/revoke-sessions", undefined, {}, "POST"],
  ["/revoke-other-sessions", undefined, {}, "POST"],
  ["/delete-user", undefined, {}, "POST"],
  ["/update-user", undefined, {}, "POST"],
  ["/update-session", undefined, undefined, "POST"],
  ["/teams/set-active", undefined, {}, "POST"],
  ["/teams/delete", undefined, {}, "POST"],
  // Only the start of the last name counts, and only as a whole word.
  ["/delete-user/callback", undefined, {}, "GET"],
  ["/settings", undefined, {}, "GET"],
  ["/teams/get-updates", undefined, {}, "GET"],
  // The caller's choice overrides the rule.
  ["/my/report", "POST", {}, "POST"],
  ["/my/report", "GET", field, "GET"],
  ["/update-feed", "GET", {}, "GET"],
  // The listed method overrides both.
  ["/teams/leave", undefined, {}, "POST"],
  ["/teams/leave", "GET", {}, "POST"],
  ["/teams/update-feed", undefined, {}, "GET"],
  ["/teams/update-feed", "POST", field, "GET"],
])("%s with method %s and body %j is a %s", (path, chosen, body, method) => {
  expect(methodOf(path, methods, chosen, body)).toBe(method);
});

test.each<[path: string, method: "GET" | "POST", isOne: boolean]>([
  ["/sign-in/email", "POST", true],
  ["/organization/invite-member", "POST", true],
  ["/issue-token", "POST", true],
  ["/list/remove", "POST", true],
  ["/verify-email", "GET", true],
  ["/organization/has-permission", "POST", false],
  ["/organization/check-slug", "POST", false],
  ["/organization/is-slug-available", "POST", false],
  ["/is-username-available", "POST", false],
  ["/get-access-token", "POST", false],
  ["/list", "POST", false],
  ["/billing/customer-state", "GET", false],
  ["/get-session", "GET", false],
])("%s as a %s changes data: %s", (path, method, isOne) => {
  expect(isChange(path, method)).toBe(isOne);
});
