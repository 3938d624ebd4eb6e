import { expect, test } from "vitest";
import { knownMethods, methodOf } from "./methods.ts";

const field = { a: 1 };

test.each<[path: string, chosen: "GET" | "POST" | undefined, body: object | undefined, method: string]>([
  // The rule.
  ["/sign-in/email", undefined, field, "POST"],
  ["/list-sessions", undefined, undefined, "GET"],
  ["/list-sessions", undefined, {}, "GET"],
  ["/get-session", undefined, {}, "GET"],
  // What the caller chose goes before the rule …
  ["/my/report", "POST", {}, "POST"],
  ["/my/report", "GET", field, "GET"],
  // … and what is known before both.
  ["/sign-out", undefined, {}, "POST"],
  ["/sign-out", "GET", {}, "POST"],
  ["/revoke-sessions", undefined, {}, "POST"],
  ["/revoke-other-sessions", undefined, {}, "POST"],
  ["/delete-user", undefined, {}, "POST"],
  ["/admin/stop-impersonating", undefined, {}, "POST"],
  ["/admin/impersonate-user", undefined, {}, "POST"],
  ["/two-factor/enable", undefined, {}, "POST"],
  ["/two-factor/disable", undefined, {}, "POST"],
  ["/two-factor/get-totp-uri", undefined, {}, "POST"],
  ["/two-factor/verify-totp", undefined, {}, "POST"],
  ["/two-factor/send-otp", undefined, {}, "POST"],
  ["/two-factor/verify-otp", undefined, {}, "POST"],
  ["/two-factor/generate-backup-codes", undefined, {}, "POST"],
  ["/two-factor/verify-backup-code", undefined, {}, "POST"],
  ["/two-factor/list-trusted-devices", undefined, {}, "GET"],
  ["/admin/list-users", undefined, field, "GET"],
  ["/organization/get-full-organization", undefined, field, "GET"],
  ["/organization/list-user-teams", "POST", field, "GET"],
  // A name that only begins like a known one is not known.
  ["/sign-out-everywhere", undefined, {}, "GET"],
])("%s with method %s and body %j is a %s", (path, chosen, body, method) => {
  expect(methodOf(path, knownMethods, chosen, body)).toBe(method);
});

test("an exact path goes before a pattern", () => {
  expect(methodOf("/two-factor/status", { ...knownMethods, "/two-factor/status": "GET" }, undefined)).toBe("GET");
});
