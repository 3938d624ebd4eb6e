import { definePlugin } from "@latchkey/core/plugin";
import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { developerOf } from "../../test/callers.ts";
import { devConsole } from "../plugin.ts";

describe("the reference", () => {
  test("lists every HTTP endpoint by plugin, with guards, inputs, errors, and query budget", async () => {
    const app = await startAuth({ plugins: [devConsole()] });
    const { auth } = app;
    const { status, body } = await (await developerOf(app)).get<string>("/dev/reference");
    expect(status).toBe(200);
    for (const [id, { path, serverOnly }] of Object.entries(auth.$context.extensions.endpoints)) {
      const isListed = !serverOnly && !path.startsWith("/dev");
      expect(body.includes(`<code>auth.api.${id}</code>`), id).toBe(isListed);
    }
    const changing = /<details class="endpoint" id="changePassword">([\s\S]*?)<\/details>/.exec(body)?.[1] ?? "";
    for (const part of [
      "requireSession",
      "currentPassword",
      "INVALID_PASSWORD",
      "queries",
      "{ token: string | null; user: User }",
    ]) {
      expect(changing).toContain(part);
    }
  });

  test("is only available on this machine", async () => {
    const { browser } = await startAuth({ plugins: [devConsole()] });
    expect((await browser("203.0.113.9").get("/dev/reference")).body).toMatchObject({ code: "DEV_CONSOLE_LOCAL_ONLY" });
  });

  test("escapes a plugin's texts", async () => {
    const markup = `"><script>alert(1)</script>`;
    const plugin = definePlugin({
      id: "rude",
      endpoints: {
        rude: { method: "GET", path: "/rude", summary: markup, guards: [], queryBudget: 0, handle: () => null },
      },
    });
    const developer = await developerOf(await startAuth({ plugins: [devConsole(), plugin] }));
    const { body, headers } = await developer.get<string>("/dev/reference");
    expect(body).toContain("&#60;script&#62;alert(1)");
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'nonce-");
  });
});
