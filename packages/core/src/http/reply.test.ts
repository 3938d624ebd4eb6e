import { startAuth, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import type { Respond } from "./reply.ts";

/**
 * Like the `Response` with which @hono/node-server replaces the global one. It keeps the headers object that it's
 * given.
 */
const keeping: Respond = (text, { status, headers }) =>
  Object.defineProperty(new Response(text, { status }), "headers", { value: headers });

describe("an answer", () => {
  test("carries nobody else's cookies, whatever stands in for Response", async () => {
    const { auth } = await startAuth();
    const post = (path: string, body: object): Promise<Response> => {
      const headers = { "content-type": "application/json", origin: "http://app.test" };
      const request = new Request(`http://app.test/api/auth${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return auth.handler(request, { respond: keeping });
    };
    const signedUp = await post("/sign-up/email", { name: "A", email: "a@example.com", password: testPassword });
    expect([signedUp.status, signedUp.headers.getSetCookie().length]).toEqual([200, 1]);
    const refused = await post("/sign-in/email", { email: "a@example.com", password: "wrong password" });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []]);
    expect(refused.headers.get("cache-control")).toBe("no-store");
  });
});
