import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { developerOf, local } from "../../test/callers.ts";
import { devConsole } from "../plugin.ts";

describe("recent requests", () => {
  test("are listed with the guards' results, without requests to the console", async () => {
    const app = await startAuth({ plugins: [devConsole()], rateLimit: { enabled: true } });
    const { auth, browser } = app;
    const ann = await developerOf(app);
    const { user } = (await ann.signUp("ann@example.com")).body;
    await ann.get("/dev");
    await ann.get("/list-sessions?x=secret");
    await browser(local).get("/list-sessions");
    await ann.post("/sign-out", {}, { origin: "https://evil.example" });
    const traces = await auth.api.devRequests();
    expect(traces.map(({ endpointId, status, code, userId }) => [endpointId, status, code, userId])).toEqual([
      ["signOut", 403, "INVALID_ORIGIN", null],
      ["listSessions", 401, "UNAUTHORIZED", null],
      ["listSessions", 200, null, user.id],
      ["signUpEmail", 200, null, null],
    ]);
    expect(traces[1]?.steps.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["rateLimit", "passed"],
      ["requireCachedSession", "UNAUTHORIZED"],
    ]);
    const { body } = await ann.get<string>("/dev");
    expect(body).toContain('requireCachedSession <span class="bad">UNAUTHORIZED</span>');
    expect(body).toContain('origin <span class="bad">INVALID_ORIGIN</span>');
    expect(body).not.toContain("x=secret");
  });

  test("are at most 50", async () => {
    const { auth, browser } = await startAuth({ plugins: [devConsole()] });
    const ann = browser(local);
    for (let n = 0; n < 55; n++) await ann.get("/ok");
    await ann.get("/error");
    const traces = await auth.api.devRequests();
    expect([traces.length, traces[0]?.path]).toEqual([50, "/error"]);
  });
});
