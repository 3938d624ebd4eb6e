import { createAuth, memoryAdapter } from "@latchkey/core";
import { hmacSha256, toBase64Url } from "@latchkey/core/crypto";
import { startAuth, type TestApp } from "@latchkey/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { developerOf, formHeaders, local } from "../../test/callers.ts";
import { type DevConsolePlugin, devConsole } from "../plugin.ts";

type App = TestApp<readonly [DevConsolePlugin]>;

interface Caller {
  readonly url?: string;
  readonly address?: string;
  readonly headers?: Record<string, string>;
}

const remote = "203.0.113.7";
const origin = "http://localhost:3000";

const start = (baseURL?: string): Promise<App> => startAuth({ baseURL: baseURL as string, plugins: [devConsole()] });

/** Method and path of every console endpoint that is reachable over HTTP. */
function callsOf({ auth }: App): (readonly [string, string])[] {
  const declared = Object.values(auth.$context.extensions.endpoints);
  return declared
    .filter(({ path, serverOnly }) => /^\/dev(?:\/|$)/.test(path) && !serverOnly)
    .map(({ method, path }) => [String(method), path.replace(":id", "1")] as const);
}

/** Calls all console endpoints and returns the distinct results, as status and code. */
async function askAll(app: App, { url = origin, address, headers = {} }: Caller): Promise<Set<string>> {
  const info = address === undefined ? {} : { remoteAddress: address };
  const record = { action: "set", name: "_latchkey.acme.test", value: "x" };
  const fields = { userId: "x", secret: "whsec_AAAA", ...record };
  const answers = callsOf(app).map(async ([method, path]) => {
    const body = JSON.stringify(path.startsWith("/dev/directory") ? { action: "disconnect" } : fields);
    const post = method === "POST" ? { method, body } : {};
    const more: Record<string, string> =
      method === "POST" ? { "content-type": "application/json", origin: app.auth.$context.settings.origin ?? url } : {};
    const init = { ...post, headers: { ...more, ...headers } };
    const response = await app.auth.handler(new Request(`${url}/api/auth${path}`, init), info);
    const text = await response.text();
    return `${response.status} ${/(?:"code":"|<code>)(DEV_\w+|[A-Z]+_\w+)/.exec(text)?.[1] ?? ""}`.trim();
  });
  return new Set(await Promise.all(answers));
}

/** The `Cookie` header of a browser that opened the link. */
async function cookieOf(app: App): Promise<string> {
  const { cookies } = await developerOf(app);
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

describe("with its cookie, the console accepts", () => {
  test.each<[string, Caller]>([
    ["an IPv4 loopback address", { address: "127.0.0.1" }],
    ["an IPv6 loopback address", { address: "::1" }],
    ["an IPv4 address mapped to IPv6", { address: "::ffff:127.0.0.1" }],
    ["a localhost subdomain", { address: "127.0.0.1", url: "http://acme.localhost:3000" }],
    ["a dev server's proxy that names this machine", { address: "::1", headers: { "x-forwarded-for": "::1" } }],
    [
      "a link on another port of this machine",
      { address: "::1", headers: { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate" } },
    ],
  ])("%s", async (_, caller) => {
    const app = await start(origin);
    const headers = { ...caller.headers, cookie: await cookieOf(app) };
    const answers = await askAll(app, { ...caller, headers });
    // The requested email and user don't exist.
    expect([...answers].filter((answer) => !["200", "404", "404 USER_NOT_FOUND"].includes(answer))).toEqual([]);
  });

  test("requests from this machine to baseURL's host", async () => {
    const app = await start("http://acme.test:3000");
    const headers = { cookie: await cookieOf(app) };
    const answers = await askAll(app, { address: local, url: "http://acme.test:3000", headers });
    expect(answers).toContain("200");
  });

  test("requests from every machine with allow: any", async () => {
    const app = await startAuth({ plugins: [devConsole({ allow: "any" })] });
    const browser = app.browser(remote);
    expect((await browser.get("/dev")).body).toMatchObject({ code: "DEV_CONSOLE_TOKEN_REQUIRED" });
    const { path } = await app.auth.api.devConsoleLink();
    await browser.get(path.replace("/api/auth", ""));
    expect((await browser.get("/dev")).status).toBe(200);
  });

  test("calls on the server, without a cookie", async () => {
    const { auth } = await startAuth({ plugins: [devConsole()] });
    expect(await auth.api.devMail()).toEqual([]);
    expect((await auth.api.devConsolePage()).status).toBe(200);
  });
});

describe("CONS-02: even with the token, the console rejects", () => {
  test.each<[string, Caller]>([
    ["another machine", { address: remote }],
    ["another machine on the same network", { address: "192.168.1.5" }],
    ["another machine that claims to be this one", { address: remote, headers: { "x-forwarded-for": "127.0.0.1" } }],
    ["a tunnel on this machine", { address: local, headers: { "x-forwarded-for": remote } }],
    ["a forged first hop", { address: local, headers: { "x-forwarded-for": `127.0.0.1, ${remote}` } }],
    ["a tunnel that uses another header", { address: local, headers: { "x-real-ip": remote } }],
    ["a content network", { address: local, headers: { "cf-connecting-ip": remote } }],
    ["a proxy that speaks RFC 7239", { address: local, headers: { forwarded: `for="${remote}";proto=http` } }],
    ["an unknown address", {}],
  ])("%s", async (_, caller) => {
    for (const app of [await start(origin), await start()]) {
      const headers = { ...caller.headers, cookie: await cookieOf(app) };
      expect([...(await askAll(app, { ...caller, headers }))]).toEqual(["403 DEV_CONSOLE_LOCAL_ONLY"]);
    }
  });

  test("the link itself", async () => {
    const app = await startAuth({ plugins: [devConsole()] });
    const { path } = await app.auth.api.devConsoleLink();
    const { body, setCookies } = await app.browser(remote).get(path.replace("/api/auth", ""));
    expect([body.code, setCookies]).toEqual(["DEV_CONSOLE_LOCAL_ONLY", []]);
  });
});

describe("CONS-03: a hostname that was rebound to this machine is rejected", () => {
  test.each<[string, Caller]>([
    ["in the URL", { address: local, url: "http://evil.example:3000" }],
    ["in the Host header behind an adapter", { address: local, headers: { host: "evil.example:3000" } }],
    ["behind a proxy that rewrites Host", { address: local, headers: { "x-forwarded-host": "evil.example:5173" } }],
    [
      "behind a proxy that speaks RFC 7239",
      { address: local, headers: { forwarded: "host=evil.example;for=127.0.0.1" } },
    ],
    ["as an address of this machine", { address: local, url: "http://192.168.1.5:3000" }],
  ])("%s", async (_, caller) => {
    for (const app of [await start(origin), await start()]) {
      const headers = { ...caller.headers, cookie: await cookieOf(app) };
      expect([...(await askAll(app, { ...caller, headers }))]).toEqual(["403 DEV_CONSOLE_LOCAL_ONLY"]);
    }
  });
});

describe("CONS-04: a page on another site or port", () => {
  test.each<[string, Record<string, string>]>([
    ["cross-site navigation", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }],
    ["cross-site script", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
    ["a script on another port", { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" }],
  ])("can't reach the console by %s", async (_, metadata) => {
    const app = await start(origin);
    const answers = await askAll(app, { address: local, headers: { ...metadata, cookie: await cookieOf(app) } });
    expect([...answers]).toEqual(["403 DEV_CONSOLE_CROSS_SITE"]);
  });

  test("sends no cookie with its requests, and scripts can't read one", async () => {
    const app = await startAuth({ plugins: [devConsole()] });
    const { path } = await app.auth.api.devConsoleLink();
    const { status, headers, setCookies } = await app.browser(local).get(path.replace("/api/auth", ""));
    expect([status, headers.get("location"), headers.get("referrer-policy")]).toEqual([
      302,
      "/api/auth/dev",
      "no-referrer",
    ]);
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^latchkey\.dev_console_[\w-]{8}=\d{13}\.[\w-]{43}; Max-Age=604800; Path=\/api\/auth\/dev; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });
});

describe("CONS-05: the token", () => {
  test("is required for every path of the console", async () => {
    const app = await start(origin);
    expect(callsOf(app).length).toBeGreaterThanOrEqual(9);
    expect([...(await askAll(app, { address: local }))]).toEqual(["403 DEV_CONSOLE_TOKEN_REQUIRED"]);
  });

  test("isn't accepted if it's wrong, more than a day old, or from another app", async () => {
    const app = await startAuth({ plugins: [devConsole()] });
    const other = await startAuth({ secret: "pW4nT8qLz2XvK6cRm9HsJ3dYg7FbA5eU", plugins: [devConsole()] });
    const { path } = await app.auth.api.devConsoleLink();
    const tokens = [`${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`, "/api/auth/dev?token="];
    tokens.push((await other.auth.api.devConsoleLink()).path);
    const open = (link: string) => app.browser(local).get(link.replace("/api/auth", ""));
    for (const link of tokens) {
      const { body, setCookies } = await open(link);
      expect([link, body.code, setCookies]).toEqual([link, "DEV_CONSOLE_TOKEN_REQUIRED", []]);
    }
    app.clock.advance(24 * 3600);
    expect((await open(path)).status).toBe(302);
    app.clock.advance(24 * 3600);
    expect((await open(path)).body.code).toBe("DEV_CONSOLE_TOKEN_REQUIRED");
  });

  test("can't be derived from the built-in development secret or a weak one", async () => {
    for (const secret of [undefined, "secret"]) {
      const auth = createAuth({
        baseURL: origin,
        database: memoryAdapter(),
        logger: { disabled: true },
        plugins: [devConsole()],
        ...(secret === undefined ? {} : { secret }),
      });
      const { keys, now } = auth.$context;
      const date = Math.floor(now().getTime() / 86_400_000);
      const derived = toBase64Url(hmacSha256(keys.bytes("dev-console")[0] as Uint8Array, `link/${date}`));
      expect((await auth.api.devConsoleLink()).url).not.toContain(derived);
    }
  });

  test("stays the same when the app restarts, so that saving a file doesn't close the console", async () => {
    const [first, second] = [
      await startAuth({ plugins: [devConsole()] }),
      await startAuth({ plugins: [devConsole()] }),
    ];
    const headers = { cookie: await cookieOf(first as never) };
    expect((await second.browser(local).get("/dev", headers)).status).toBe(200);
  });

  test("is exchanged for a cookie that's valid for a week and can't be extended", async () => {
    const app = await startAuth({ plugins: [devConsole()] });
    const developer = await developerOf(app);
    const [[name, value]] = [...developer.cookies] as [[string, string]];
    const [expiresAt, signature] = value.split(".");
    developer.cookies.set(name, `${Number(expiresAt) + 1}.${signature}`);
    expect((await developer.get("/dev")).status).toBe(403);
    developer.cookies.set(name, value);
    app.clock.advance(7 * 24 * 3600 - 1);
    expect((await developer.get("/dev")).status).toBe(200);
    app.clock.advance(1);
    expect((await developer.get("/dev")).status).toBe(403);
  });

  test("is required to sign in as a user", async () => {
    const app = await startAuth({ plugins: [devConsole()] });
    const { user } = (await app.browser().signUp("ann@example.com")).body;
    const stranger = app.browser(local);
    const { status, body, setCookies } = await stranger.post("/dev/sign-in-as", { userId: user.id });
    expect([status, body.code, setCookies]).toEqual([403, "DEV_CONSOLE_TOKEN_REQUIRED", []]);
    const init = { method: "POST", body: `userId=${user.id}`, headers: formHeaders };
    expect((await stranger.send("/dev/sign-in-as", init)).setCookies).toEqual([]);
  });
});

describe("a rejected browser", () => {
  test.each<[string, string, Record<string, string>, string]>([
    ["on another machine", remote, {}, "Open the dev console on the machine that runs the app"],
    ["without the token", local, {}, "Open the link from your terminal"],
    ["sent by another site", local, { "sec-fetch-site": "cross-site" }, "Paste the link into the address bar"],
  ])("%s sees a page that says what to do", async (_, address, headers, title) => {
    const { browser } = await startAuth({ plugins: [devConsole()] });
    for (const path of ["/dev", "/dev?token=wrong", "/dev/mail/1", "/dev/reference"]) {
      const { status, body } = await browser(address).get<string>(path, { accept: "text/html,*/*", ...headers });
      expect([path, status, body]).toEqual([path, 403, expect.stringContaining(`<h1>${title}</h1>`)]);
    }
  });
});

describe("the link", () => {
  afterEach(() => vi.unstubAllEnvs());

  test("is printed in development at start, and again when a browser on this machine needs it", async () => {
    vi.stubEnv("NODE_ENV", "development");
    const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
    const logged: string[] = [];
    const logger = { level: "debug", log: (...said: unknown[]) => void logged.push(JSON.stringify(said)) } as const;
    const app = await startAuth({ logger, plugins: [devConsole()] });
    const { url } = await app.auth.api.devConsoleLink();
    expect(url).toMatch(/^http:\/\/app\.test\/api\/auth\/dev\?token=[\w-]{43}$/);
    expect(printed.mock.calls).toEqual([[`\n  Latchkey dev console: ${url}\n`]]);
    app.clock.advance(61);
    await app.browser(remote).get("/dev");
    expect(printed).toHaveBeenCalledTimes(1);
    for (let n = 0; n < 3; n++) await app.browser(local).get("/dev");
    expect(printed).toHaveBeenCalledTimes(2);
    expect(logged.join()).not.toContain("token=");
    printed.mockRestore();
  });

  test("CONS-09: never leads to a host that a stranger's request names", async () => {
    vi.stubEnv("NODE_ENV", "development");
    const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
    for (const [url, address, expected] of [
      ["http://evil.example:3000", remote, "http://localhost:3000/api/auth/dev?token="],
      ["https://evil.example", local, "https://localhost/api/auth/dev?token="],
      ["http://localhost.evil.example", remote, "http://localhost/api/auth/dev?token="],
      ["http://acme.localhost:3000", local, "http://acme.localhost:3000/api/auth/dev?token="],
    ] as const) {
      const auth = createAuth({
        database: memoryAdapter(),
        secret: "pW4nT8qLz2XvK6cRm9HsJ3dYg7FbA5eU",
        logger: { disabled: true },
        plugins: [devConsole({ allow: "any" })],
      });
      printed.mockClear();
      const { status } = await auth.handler(new Request(`${url}/api/auth/dev`), { remoteAddress: address });
      expect([status, printed.mock.calls]).toEqual([403, [[expect.stringContaining(` ${expected}`)]]]);
    }
    printed.mockRestore();
  });

  test("isn't printed in tests, or if the app prints it", async () => {
    const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
    await startAuth({ plugins: [devConsole()] });
    vi.stubEnv("NODE_ENV", "development");
    await startAuth({ plugins: [devConsole({ printLink: false })] });
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });
});
