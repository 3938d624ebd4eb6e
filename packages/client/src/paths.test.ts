import { expect, test } from "vitest";
import { coreMethods, type Methods, methodOf } from "./paths.ts";

const field = { a: 1 };
const methods: Methods = { ...coreMethods, "/teams/*": "POST", "/teams/list": "GET" };

test.each<[path: string, chosen: "GET" | "POST" | undefined, body: object | undefined, method: string]>([
  // The default rule.
  ["/sign-in/email", undefined, field, "POST"],
  ["/list-sessions", undefined, undefined, "GET"],
  ["/list-sessions", undefined, {}, "GET"],
  ["/get-session", undefined, {}, "GET"],
  // The caller's choice overrides the rule.
  ["/my/report", "POST", {}, "POST"],
  ["/my/report", "GET", field, "GET"],
  // The listed method overrides both.
  ["/sign-out", undefined, {}, "POST"],
  ["/sign-out", "GET", {}, "POST"],
  ["/revoke-sessions", undefined, {}, "POST"],
  ["/revoke-other-sessions", undefined, {}, "POST"],
  ["/delete-user", undefined, {}, "POST"],
  ["/update-user", undefined, {}, "POST"],
  ["/update-session", undefined, {}, "POST"],
  // Plugins list their own, also as patterns.
  ["/teams/leave", undefined, {}, "POST"],
  ["/teams/list", undefined, {}, "GET"],
  ["/teams/list", "POST", field, "GET"],
  // A name that only starts like a listed one isn't listed.
  ["/sign-out-everywhere", undefined, {}, "GET"],
])("%s with method %s and body %j is a %s", (path, chosen, body, method) => {
  expect(methodOf(path, methods, chosen, body)).toBe(method);
});

test("an exact path goes before a pattern", () => {
  expect(methodOf("/teams/list", { "/teams/*": "POST", "/teams/list": "GET" }, undefined)).toBe("GET");
});
