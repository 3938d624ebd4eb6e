/** The kernel's own request and response format, as server adapters use it. */

import type { Handler, HttpRequest } from "@latchkey/core";
import { startAuth, testOrigin } from "@latchkey/test-kit";
import { expect, test } from "vitest";

test("a session read parses the cookies once, and doesn't create a Request or Response", async () => {
  const { auth, browser } = await startAuth();
  const ann = browser();
  await ann.signUp("ann@example.com");
  const reads: string[] = [];
  const request = {
    method: "GET",
    origin: testOrigin,
    target: "/api/auth/get-session",
    hasBody: false,
    header(name) {
      reads.push(name);
      return name === "cookie" ? (ann.headers().get("cookie") ?? null) : null;
    },
    readBody: () => Promise.reject(new Error("A GET has no body.")),
    toHeaders: () => expect.fail("made Headers"),
    toRequest: () => expect.fail("made a Request"),
  } satisfies HttpRequest;

  const { status, headers, cookies, body } = await (auth.handler as Handler).exchange(request);

  expect([status, headers["content-type"], cookies]).toEqual([200, "application/json", []]);
  expect(JSON.parse(String(body))).toMatchObject({ user: { email: "ann@example.com" } });
  expect(reads.filter((name) => name === "cookie")).toHaveLength(1);
});

test("an error in the app's own function is logged and returns a 500 instead of throwing", async () => {
  const errors: unknown[] = [];
  const { auth } = await startAuth({
    trustedOrigins: () => {
      throw new Error("The list can't be read.");
    },
    logger: { level: "error", log: (_level: unknown, message: string) => void errors.push(message) },
  } as never);
  const request = new Request(`${testOrigin}/api/auth/ok`, { headers: { origin: "https://partner.test" } });
  expect((await auth.handler(request)).status).toBe(500);
  expect(errors).toEqual(["A request failed"]);
});
