import { startAuth, type TestApp } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { type DevConsolePlugin, devConsole } from "./plugin.ts";

const paths = ["/dev", "/dev/mail", "/dev/mail/1", "/dev/users", "/dev/sessions", "/dev/requests"];

interface Caller {
  readonly url?: string;
  readonly address?: string;
  readonly headers?: Record<string, string>;
}

/** Status of a request by this caller, by default one on this machine. */
async function ask({ auth }: TestApp<readonly [DevConsolePlugin]>, path: string, caller: Caller): Promise<number> {
  const { url = "http://localhost:3000", address, headers = {} } = caller;
  const info = address === undefined ? {} : { remoteAddress: address };
  return (await auth.handler(new Request(`${url}/api/auth${path}`, { headers }), info)).status;
}

const start = (baseURL?: string): Promise<TestApp<readonly [DevConsolePlugin]>> =>
  startAuth({ baseURL: baseURL as string, plugins: [devConsole()] });

describe("the console answers", () => {
  test.each<[string, Caller]>([
    ["an IPv4 loopback address", { address: "127.0.0.1" }],
    ["an IPv6 loopback address", { address: "::1" }],
    ["an IPv4 address in IPv6 clothes", { address: "::ffff:127.0.0.1" }],
    ["localhost by another name", { address: "127.0.0.1", url: "http://acme.localhost:3000" }],
    ["a development server that passes on for this machine", { address: "::1", headers: { "x-forwarded-for": "::1" } }],
  ])("%s", async (_, caller) => {
    const app = await start("http://localhost:3000");
    for (const path of paths) expect([200, 404], path).toContain(await ask(app, path, caller));
  });

  test("this machine by the host of baseURL", async () => {
    const app = await start("http://acme.test:3000");
    expect(await ask(app, "/dev", { address: "127.0.0.1", url: "http://acme.test:3000" })).toBe(200);
  });

  test("everybody, where the app says so", async () => {
    const { browser } = await startAuth({ plugins: [devConsole({ allow: "any" })] });
    expect((await browser("203.0.113.7").get("/dev")).status).toBe(200);
  });

  test("calls on the server", async () => {
    const { auth } = await startAuth({ plugins: [devConsole()] });
    expect(await auth.api.devMail()).toEqual([]);
  });
});

describe("the console refuses", () => {
  test.each<[string, Caller]>([
    ["another machine", { address: "203.0.113.7" }],
    ["another machine on the same network", { address: "192.168.1.5" }],
    [
      "another machine that says it is this one",
      { address: "203.0.113.7", headers: { "x-forwarded-for": "127.0.0.1" } },
    ],
    ["a tunnel on this machine", { address: "127.0.0.1", headers: { "x-forwarded-for": "203.0.113.7" } }],
    ["a page whose name was made to lead here", { address: "127.0.0.1", url: "http://evil.example:3000" }],
    ["such a page behind an adapter", { address: "127.0.0.1", headers: { host: "evil.example:3000" } }],
    ["an unknown address that asks for localhost", {}],
    ["a tunnel that says so in another header", { address: "127.0.0.1", headers: { "x-real-ip": "203.0.113.7" } }],
    ["a proxy that speaks RFC 7239", { address: "127.0.0.1", headers: { forwarded: 'for="203.0.113.7";proto=http' } }],
    ["an unknown address that asks for another host", { url: "http://192.168.1.5:3000" }],
  ])("%s", async (_, caller) => {
    for (const app of [await start("http://localhost:3000"), await start()]) {
      for (const path of paths) expect(await ask(app, path, caller), path).toBe(403);
    }
  });

  test("with a code that says what to do, and signs nobody in", async () => {
    const { browser } = await startAuth({ plugins: [devConsole()] });
    const remote = browser("203.0.113.7");
    const { user } = (await remote.signUp("ann@example.com")).body;
    const { status, body, setCookies } = await browser("203.0.113.7").post("/dev/sign-in-as", { userId: user.id });
    expect([status, body.code, setCookies]).toEqual([403, "DEV_CONSOLE_LOCAL_ONLY", []]);
    expect(body.message).toMatch(/localhost/);
    expect((await remote.post("/dev/mail/clear")).status).toBe(403);
  });
});
