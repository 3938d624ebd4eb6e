// @vitest-environment jsdom

import { describe, expect, test, vi } from "vitest";
import { startTestServer } from "../test/server.ts";
import { createAuthClient } from "./create-client.ts";
import { toSafeUrl } from "./redirect.ts";

history.replaceState(null, "", "/page?x=1");

const server = startTestServer();

/** Returns the URLs that the client navigates to after this response. */
async function gone(answer: object): Promise<string[]> {
  const navigate = vi.fn<(url: string) => void>();
  server.on("/sign-in/social", { json: answer });
  const client = createAuthClient({ baseURL: server.baseURL, navigate });
  const { data } = await client.$fetch("/sign-in/social", { body: { provider: "github" } });
  expect(data).toEqual(answer);
  return navigate.mock.calls.map(([url]) => url);
}

describe("REDIR-19: the client only navigates to web addresses", () => {
  test.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "\u0001javascript:alert(1)",
    "java\nscript:alert(1)",
    "jav\tascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "blob:https://app.test/1",
    "file:///etc/passwd",
    "myapp://open",
    "about:blank",
    "view-source:https://app.test",
    "https://",
    "https://[",
  ])("not to %j", async (url) => {
    expect(toSafeUrl(url)).toBeNull();
    expect(await gone({ url, redirect: true })).toEqual([]);
  });

  test.each([
    ["https://github.com/login/oauth/authorize?a=1#b", "https://github.com/login/oauth/authorize?a=1#b"],
    ["http://localhost:3000/x", "http://localhost:3000/x"],
    ["/welcome?new=1#top", "/welcome?new=1#top"],
    ["welcome", "/welcome"],
    ["http://app.test/inside", "/inside"],
    ["http://app.test//evil.test/x", "http://app.test//evil.test/x"],
    ["//other.test/x", "http://other.test/x"],
    ["\\\\other.test/x", "http://other.test/x"],
    ["/wel\ncome", "/welcome"],
  ])("%j leads to %j", async (url, target) => {
    expect(await gone({ url, redirect: true })).toEqual([target]);
  });

  test("plugins can only navigate to web addresses, too", async () => {
    const navigate = vi.fn<(url: string) => void>();
    const plugin = {
      id: "two-factor",
      onSuccess: ({ navigate: go }: { navigate(url: string): void }) =>
        ["javascript:alert(1)", "/two-factor"].forEach(go),
    };
    await createAuthClient({ baseURL: server.baseURL, plugins: [plugin], navigate }).getSession();
    expect(navigate.mock.calls).toEqual([["/two-factor"]]);
  });
});

test.each([
  [{ url: "/x" }],
  [{ url: "/x", redirect: false }],
  [{ url: "/x", redirect: "true" }],
  [{ url: 1, redirect: true }],
  [{ redirect: true }],
])("%j doesn't redirect", async (answer) => {
  expect(await gone(answer)).toEqual([]);
});

test("an error never redirects", async () => {
  const navigate = vi.fn<(url: string) => void>();
  server.on("/sign-in/email", { status: 403, json: { code: "NO", message: "no", url: "/x", redirect: true } });
  await createAuthClient({ baseURL: server.baseURL, navigate }).signIn.email({ email: "a@b.test", password: "x" });
  expect(navigate).not.toHaveBeenCalled();
});

test("without `navigate`, the page navigates itself", async () => {
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal("location", { href: "http://app.test/page", assign });
  server.on("/sign-in/email", { json: { url: "/home", redirect: true, token: "t", user: { id: "1" } } });
  await createAuthClient({ baseURL: server.baseURL }).signIn.email({ email: "a@b.test", password: "x" });
  vi.unstubAllGlobals();
  expect(assign.mock.calls).toEqual([["/home"]]);
});
