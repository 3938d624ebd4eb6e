// @vitest-environment jsdom
import { createAuthClient } from "@latchkey/client";
import { expect, test } from "vitest";
import { lastLoginMethodClient } from "./client.ts";

const name = "latchkey.last_used_login_method";

test("the client reads the cookie, compares, and clears it", () => {
  const client = createAuthClient({ plugins: [lastLoginMethodClient()] });
  expect(client.getLastUsedLoginMethod()).toBeNull();
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `${name}=github; Path=/`;
  expect([client.getLastUsedLoginMethod(), client.isLastUsedLoginMethod("github")]).toEqual(["github", true]);
  expect(client.isLastUsedLoginMethod("email")).toBe(false);
  client.clearLastUsedLoginMethod();
  expect(client.getLastUsedLoginMethod()).toBeNull();
});

test("LAST-02: a value that can't be a method counts as missing", () => {
  const client = createAuthClient({ plugins: [lastLoginMethodClient()] });
  for (const value of ["%3Cb%3E", "a b", "x".repeat(80)]) {
    // biome-ignore lint/suspicious/noDocumentCookie: as a script on the page could
    document.cookie = `${name}=${value}; Path=/`;
    expect(client.getLastUsedLoginMethod()).toBeNull();
  }
});
