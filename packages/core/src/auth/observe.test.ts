/** The request data that observing plugins get and don't get. */

import type { Plugin, RequestTrace } from "@latchkey/core";
import {
  defineGuard,
  definePlugin,
  defineUntypedEndpoint,
  type Endpoint,
  fail,
  type Guard,
  httpErrors,
  requireSession,
} from "@latchkey/core/plugin";
import { startAuth, testOrigin } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";

const letIn = defineGuard({ name: "letIn", check: () => ({ door: "open" }) });
const keepOut = defineGuard({ name: "keepOut", check: () => fail(httpErrors, "NOT_FOUND") });
const breakDown = defineGuard({
  name: "breakDown",
  async check() {
    throw new Error("It broke.");
  },
});

const room = (path: string, ...guards: Guard[]): Endpoint<{ id?: string }, object> =>
  defineUntypedEndpoint({ method: ["GET", "POST"], path, guards, queryBudget: 1, handle: ({ id }) => ({ id }) });

function observer(traces: RequestTrace[]): Plugin {
  return definePlugin({
    id: "observer",
    endpoints: {
      hall: room("/rooms/:id", requireSession, letIn),
      cellar: room("/cellar", letIn, keepOut, breakDown),
      attic: room("/attic", breakDown),
    },
    observe: (trace) => void traces.push(trace),
  });
}

describe("a plugin that observes", () => {
  test("gets each request, with the outcome of every step and the signed-in user", async () => {
    const traces: RequestTrace[] = [];
    const { browser, clock } = await startAuth({ plugins: [observer(traces)], rateLimit: { enabled: true } });
    const ann = browser();
    const { user } = (await ann.signUp("ann@example.com")).body;
    await ann.get("/get-session");
    traces.length = 0;
    await ann.post("/rooms/blue");
    expect(traces).toEqual([
      {
        endpointId: "hall",
        method: "POST",
        path: "/rooms/:id",
        status: 200,
        code: null,
        startedAt: clock.now(),
        durationMs: 0,
        steps: [
          { kind: "rateLimit", name: "rateLimit", outcome: "passed" },
          { kind: "origin", name: "origin", outcome: "passed" },
          { kind: "guard", name: "requireSession", outcome: "passed" },
          { kind: "guard", name: "letIn", outcome: "passed" },
        ],
        userId: user.id,
        sessionId: expect.any(String),
      },
    ]);
  });

  test.each([
    ["/cellar", 404, "NOT_FOUND", ["letIn: passed", "keepOut: NOT_FOUND"]],
    ["/attic", 500, "INTERNAL_SERVER_ERROR", ["breakDown: failed"]],
    ["/rooms/blue", 401, "UNAUTHORIZED", ["requireSession: UNAUTHORIZED"]],
  ])("sees at which step a request to %s ended", async (path, status, code, steps) => {
    const traces: RequestTrace[] = [];
    const { browser } = await startAuth({ plugins: [observer(traces)] });
    expect((await browser().get(path)).status).toBe(status);
    expect(traces).toMatchObject([{ status, code, userId: null, sessionId: null }]);
    expect(traces[0]?.steps.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual(steps);
  });

  test("sees rejections by the origin check, the rate limit, and the body parser", async () => {
    const traces: RequestTrace[] = [];
    const rateLimit = { enabled: true, customRules: { "/attic": { window: 10, max: 0 } } };
    const { browser } = await startAuth({ plugins: [observer(traces)], rateLimit });
    const ann = browser();
    await ann.signUp("ann@example.com");
    traces.length = 0;
    await ann.post("/rooms/blue", {}, { origin: "https://evil.example" });
    await ann.post("/attic");
    await ann.send("/cellar", { method: "POST", body: "{", headers: jsonFrom(testOrigin) });
    expect(traces.map(({ code, steps }) => [code, steps.at(-1)?.name, steps.at(-1)?.outcome])).toEqual([
      ["INVALID_ORIGIN", "origin", "INVALID_ORIGIN"],
      ["TOO_MANY_REQUESTS", "rateLimit", "TOO_MANY_REQUESTS"],
      ["BAD_REQUEST", "origin", "passed"],
    ]);
  });

  test("gets no secrets: no body, query, path value, token, or cookie", async () => {
    const traces: RequestTrace[] = [];
    const { browser } = await startAuth({ plugins: [observer(traces)] });
    const ann = browser();
    const { token } = (await ann.signUp("ann@example.com", "a secret password")).body;
    await ann.get("/rooms/secret-room?code=secret-code");
    const cookie = [...ann.cookies.values()].join(" ");
    const told = JSON.stringify(traces);
    for (const secret of [token, cookie, "a secret password", "secret-room", "secret-code", "ann@example.com"]) {
      expect(secret).not.toBe("");
      expect(told).not.toContain(secret);
    }
  });

  test("that throws doesn't change the response or stop other observers", async () => {
    const traces: RequestTrace[] = [];
    const broken = definePlugin({
      id: "broken",
      observe() {
        throw new Error("It broke.");
      },
    });
    const { browser } = await startAuth({ plugins: [broken, observer(traces)] });
    expect((await browser().get("/ok")).body).toEqual({ ok: true });
    expect(traces).toMatchObject([{ endpointId: "ok", status: 200 }]);
  });

  test("doesn't get server calls or unknown paths", async () => {
    const traces: RequestTrace[] = [];
    const { auth, browser } = await startAuth({ plugins: [observer(traces)] });
    await auth.api.ok();
    await browser().get("/nowhere");
    expect(traces).toEqual([]);
  });
});

test("without an observer, endpoints and guards aren't wrapped", async () => {
  const hall = room("/hall", letIn);
  const seen: unknown[] = [];
  const { browser } = await startAuth({
    plugins: [
      definePlugin({
        id: "rooms",
        endpoints: { hall },
        hooks: [{ on: ["hall"], before: (_, context) => void seen.push(context.endpoint) }],
      }),
    ],
  });
  await browser().get("/hall");
  expect(seen[0]).toBe(hall);
});

function jsonFrom(origin: string): Record<string, string> {
  return { origin, "content-type": "application/json" };
}
