import { ForeignKeyViolation } from "@latchkey/core/database";
import { definePlugin, defineUntypedEndpoint, type Endpoint, requireSession } from "@latchkey/core/plugin";
import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createLogger } from "../kernel/log.ts";
import { sessionTable } from "../tables/session.ts";
import { userTable } from "../tables/user.ts";

function get(path: string, handle: Endpoint["handle"], more: Partial<Endpoint> = {}): Endpoint {
  return defineUntypedEndpoint({ method: "GET", path, statements: 9, handle, ...more } as never) as Endpoint;
}

describe("errors after a handler", () => {
  test("an output that isn't JSON returns a 500 and is logged, and the response doesn't contain the error's message", async () => {
    const lines: string[] = [];
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const { browser } = await startAuth({
      logger: { log: (_, message) => void lines.push(message) },
      plugins: [
        definePlugin({ id: "x", endpoints: { big: get("/x/big", () => 1n), circle: get("/x/circle", () => circle) } }),
      ],
    });
    for (const path of ["/x/big", "/x/circle"]) {
      const { status, body } = await browser().get(path);
      expect([status, body]).toEqual([500, { code: "INTERNAL_SERVER_ERROR", message: "Internal server error" }]);
    }
    expect(lines).toEqual(["A request failed", "A request failed"]);
  });

  test("a reference to a missing row returns a 500, or a 401 if the session itself is missing", async () => {
    const broken = get("/x/broken", () => Promise.reject(new ForeignKeyViolation("badge")), {
      guards: [requireSession],
    });
    const gone = get(
      "/x/gone",
      async (_, context) => {
        await context.db.remove(userTable, { where: {} });
        throw new ForeignKeyViolation("session");
      },
      { guards: [requireSession] },
    );
    const { browser } = await startAuth({ plugins: [definePlugin({ id: "x", endpoints: { broken, gone } })] });
    const ann = browser();
    await ann.signUp("ann@example.com");
    expect((await ann.get("/x/broken")).status).toBe(500);
    expect((await ann.get("/x/gone")).status).toBe(401);
  });

  test("the default values for an empty input are created for each request", async () => {
    const input = z.object({
      list: z.array(z.string()).default(() => []),
      at: z.number().default(() => Math.random()),
    });
    const fill = get(
      "/x/fill",
      (given) => {
        (given as { list: string[] }).list.push("one more");
        return given;
      },
      { input: input as never },
    );
    const { browser } = await startAuth({ plugins: [definePlugin({ id: "x", endpoints: { fill } })] });
    const [first, second] = [await browser().get("/x/fill"), await browser().get("/x/fill")];
    expect([first.body.list, second.body.list]).toEqual([["one more"], ["one more"]]);
    expect(first.body.at).not.toBe(second.body.at);
  });
});

test("a form endpoint's origin is checked even without a cookie", async () => {
  const form = defineUntypedEndpoint({
    method: "POST",
    path: "/x/form",
    acceptsForm: true,
    queryBudget: 0,
    handle: () => ({}),
  });
  const { browser } = await startAuth({ plugins: [definePlugin({ id: "x", endpoints: { form } })] });
  const post = (headers: Record<string, string>) =>
    browser().send("/x/form", {
      method: "POST",
      body: "a=b",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  expect((await post({ origin: "https://evil.test" })).status).toBe(403);
  expect((await post({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).status).toBe(403);
  expect((await post({ origin: "http://app.test" })).status).toBe(200);
  expect((await post({})).status).toBe(200);
});

test("LOG-01: the log gets an error's message, not the values a driver attached", () => {
  const lines: unknown[] = [];
  const log = createLogger({ log: (...line) => void lines.push(line) });
  const cause = Object.assign(new Error("inner"), { detail: "Failing row contains (ann, $argon2id$secret)" });
  const error = Object.assign(new Error("outer", { cause }), { code: "23505", row: { password: "secret" } });
  log.error("failed", { error });
  const [[, , details]] = lines as [[string, string, { error: Error & { code: string } }]];
  expect(details.error).toMatchObject({ message: "outer", code: "23505", stack: error.stack });
  expect(Object.values(details.error)).not.toContainEqual({ password: "secret" });
  expect(JSON.stringify([details.error, details.error.cause])).not.toContain("secret");
  expect(details.error.cause).not.toHaveProperty("detail");
});

test("a session read that skips the cookie cache refreshes the copy", async () => {
  const { browser, auth } = await startAuth({ session: { cookieCache: { enabled: true } } });
  const ann = browser();
  await ann.signUp("ann@example.com");
  await auth.$context.db.update(userTable, { where: {}, set: { name: "Changed elsewhere" } });
  const name = async (query = "") => (await ann.get<{ user: { name: string } }>(`/get-session${query}`)).body.user.name;
  expect(await name()).toBe("ann");
  expect(await name("?disableCookieCache=true")).toBe("Changed elsewhere");
  expect(await name()).toBe("Changed elsewhere");
});

test("reading a session that's past its maximum lifetime removes it", async () => {
  const { browser, auth, clock } = await startAuth({ session: { absoluteExpiresIn: 3600 } });
  const ann = browser();
  await ann.signUp("ann@example.com");
  clock.advance(3600);
  expect((await ann.get("/get-session")).body).toBeNull();
  expect(await auth.$context.db.count(sessionTable, {})).toBe(0);
});
