import { once } from "node:events";
import { createServer } from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ann, close, closing, mounts, portOf, post, raw, sendRaw, signIn, start, useServers } from "../test/servers.ts";
import { toNodeHandler, type WebHandler } from "./handler.ts";

useServers();

describe.each(mounts)("a handler on $name", ({ basePath, mount }) => {
  test("signs a user up, and recognizes them by their cookie", async () => {
    const { url } = await start(mount, basePath);
    const signedUp = await post(`${url}${basePath}/sign-up/email`, url, ann);
    expect(signedUp.status).toBe(200);
    const [cookie = ""] = (signedUp.headers.getSetCookie()[0] ?? "").split(";");

    const read = await fetch(`${url}${basePath}/get-session`, { headers: { cookie } });

    expect(await read.json()).toMatchObject({ user: { email: ann.email } });
    expect((await post(`${url}${basePath}/sign-out`, url, {}, { cookie })).status).toBe(200);
  });
});

describe("a request target on a socket", () => {
  test.each([
    "/api/auth/x/../sign-in/email",
    "/api/auth/./sign-in/email",
    "/api/auth/x/%2e%2e/sign-in/email",
    "/api/auth/x/.%2E/sign-in/email",
    "/api/auth//sign-in/email",
    "//api/auth/sign-in/email",
    "/api/auth\\sign-in\\email",
    "/api/auth/x\\..\\sign-in/email",
    "/api/auth/sign-in%2Femail",
    "/api/auth/sign-in/email/",
    "/api/auth/sign-in/email;x",
    "/api/auth/SIGN-IN/email",
    "/api/auth/sign-in/%65mail",
  ])("HTTP-01: %s doesn't reach the sign-in", async (target) => {
    const { port, url } = await start(toNodeHandler);
    await post(`${url}/api/auth/sign-up/email`, url, ann);
    const right = await raw(port, signIn("/api/auth/sign-in/email", url));
    expect(right.status).toBe(200);

    const reply = await raw(port, signIn(target, url));

    expect([400, 404]).toContain(reply.status);
    expect(reply.text).not.toMatch(/set-cookie/i);
  });

  test("HTTP-12: a missing or invalid Host is rejected", async () => {
    const { port } = await start(toNodeHandler);
    const hosts = ["", "Host:\r\n", "Host: a b\r\n", "Host: evil.example/x?\r\n", "Host: me@evil.example\r\n"];
    for (const host of [...hosts, "Host: a\r\nHost: b\r\n"]) {
      const reply = await raw(port, `GET /api/auth/get-session HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
      // Node uses the first of two Host headers. The second one never becomes part of the URL.
      expect(host.includes("Host: b") ? [200, 400] : [400], host).toContain(reply.status);
    }
    expect((await raw(port, "GET /api/auth/get-session HTTP/1.0\r\n\r\n")).status).toBe(400);
  });

  test("HTTP-12: a target in absolute form, or a missing one, is rejected", async () => {
    const { port } = await start(toNodeHandler);
    for (const target of ["http://evil.example/api/auth/get-session", "*", "evil.example:80"]) {
      const reply = await raw(port, `GET ${target} HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\n\r\n`);
      expect(reply.status, target).toBe(400);
    }
  });

  test("HTTP-12: duplicate origins are rejected, and duplicate cookie headers are joined", async () => {
    const { port, url } = await start(toNodeHandler);
    const signedUp = await post(`${url}/api/auth/sign-up/email`, url, ann);
    const [cookie = ""] = (signedUp.headers.getSetCookie()[0] ?? "").split(";");
    const read = `GET /api/auth/get-session HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\n`;

    const twoCookies = await raw(port, `${read}Cookie: theme=dark\r\nCookie: ${cookie}\r\n\r\n`);
    const twoOrigins = await raw(port, signIn("/api/auth/sign-in/email", `${url}\r\nOrigin: https://evil.example`));

    expect(twoCookies.text).toContain(ann.email);
    expect(twoOrigins.status).toBe(403);
  });

  test("HTTP-12: CR or LF in a header is rejected or doesn't split it", async () => {
    const { port } = await start(toNodeHandler);
    const read = "GET /api/auth/get-session HTTP/1.1\r\nHost: app.test\r\nConnection: close\r\n";
    for (const line of ["X-A: a\rb\r\n", "X-A: a\0b\r\n", "X-A : b\r\n", "X A: b\r\n"])
      expect((await raw(port, `${read}${line}\r\n`)).status, JSON.stringify(line)).toBe(400);
  });

  test("100 kB of headers are rejected, and the server keeps running", async () => {
    const { port, url } = await start(toNodeHandler);
    const long = `GET /api/auth/get-session HTTP/1.1\r\nHost: app.test\r\nX-Long: ${"a".repeat(100_000)}\r\n\r\n`;
    expect([400, 431]).toContain((await raw(port, long)).status);
    expect((await fetch(`${url}/api/auth/get-session`)).status).toBe(200);
  });
});

describe("a response", () => {
  test("keeps several cookies as separate headers, after those set before", async () => {
    const headers = new Headers([
      ["set-cookie", "a=1; Expires=Thu, 01 Jan 2032 00:00:00 GMT"],
      ["set-cookie", "b=2; Path=/"],
    ]);
    const many: WebHandler = { handler: async () => new Response("{}", { headers }) };
    const listen = toNodeHandler(many);
    const { url } = await start(() => (incoming, outgoing) => {
      outgoing.setHeader("set-cookie", "c=3");
      void listen(incoming, outgoing);
    });
    expect((await fetch(url)).headers.getSetCookie()).toEqual(["c=3", ...headers.getSetCookie()]);
  });

  test("stores the peer's address in the session, an IPv4 one on an IPv6 socket as IPv4", async () => {
    const { auth, port } = await start(toNodeHandler);
    const server = createServer(toNodeHandler(auth));
    await new Promise<void>((resolve) => void server.listen(0, "::", resolve));
    closing.push(() => close(server));
    const origin = `http://127.0.0.1:${port}`;
    const signedUp = await post(`http://127.0.0.1:${portOf(server)}/api/auth/sign-up/email`, origin, ann);
    const [cookie = ""] = (signedUp.headers.getSetCookie()[0] ?? "").split(";");

    const read = await fetch(`${origin}/api/auth/get-session`, { headers: { cookie, "x-forwarded-for": "192.0.2.9" } });

    expect(await read.json()).toMatchObject({ session: { ipAddress: "127.0.0.1" } });
  });
});

describe("a complete response", () => {
  test.each([
    ["ascii", '{"a":1}'],
    ["more bytes than characters", '{"name":"Łucja 🔑"}'],
    ["empty", ""],
  ])("has its length: %s", async (_, text) => {
    const answering: WebHandler = {
      handler: async () => new Response(text, { headers: { "content-type": "application/json" } }),
    };
    const { port, url } = await start(() => toNodeHandler(answering));
    const reply = await fetch(url);
    expect(await reply.text()).toBe(text);
    expect(reply.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
    const head = await raw(port, "HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect(head.text).toMatch(/content-length: \d+/i);
    expect(head.text).not.toContain("name");
  });

  test("has no Content-Length without a body", async () => {
    const { url } = await start(() => toNodeHandler({ handler: async () => new Response(null, { status: 204 }) }));
    const reply = await fetch(url);
    expect([reply.status, reply.headers.get("content-length"), await reply.text()]).toEqual([204, null, ""]);
  });
});

describe("the handler of createAuth", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("is called without a Request, Response, or Headers, unless an app wraps it", async () => {
    const { port, auth } = await start(toNodeHandler);
    const { url: wrappedURL } = await start(() =>
      toNodeHandler({ ...auth, handler: (...given) => auth.handler(...given) }),
    );
    const made: string[] = [];
    for (const name of ["Request", "Response", "Headers"] as const) {
      const Original = globalThis[name] as new (...given: unknown[]) => object;
      vi.stubGlobal(
        name,
        class extends Original {
          constructor(...given: unknown[]) {
            super(...given);
            made.push(name);
          }
        },
      );
    }
    const origin = `http://127.0.0.1:${port}`;
    const body = JSON.stringify(ann);
    const signUp = await sendRaw(
      port,
      "POST",
      "/api/auth/sign-up/email",
      { origin, "content-type": "application/json" },
      body,
    );
    const [cookie = ""] = (signUp.cookies[0] ?? "").split(";");
    const read = await sendRaw(port, "GET", "/api/auth/get-session", { cookie, origin });
    expect([signUp.status, read.status, read.text.includes(ann.email)]).toEqual([200, 200, true]);
    expect(made).toEqual([]);
    expect((await sendRaw(Number(new URL(wrappedURL).port), "GET", "/api/auth/ok")).status).toBe(200);
    expect([...new Set(made)].sort()).toEqual(["Headers", "Request", "Response"]);
  });

  test("is no longer called once the app has replaced it", async () => {
    const { url, auth } = await start(toNodeHandler);
    Object.assign(auth, { handler: async () => new Response("replaced", { status: 418 }) });
    const reply = await fetch(`${url}/api/auth/ok`);
    expect([reply.status, await reply.text()]).toEqual([418, "replaced"]);
  });

  test("closes the connection if it stopped reading a body, because the rest would be parsed as a request", async () => {
    const { port, url } = await start(toNodeHandler);
    const head = `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: app.test\r\nOrigin: ${url}\r\nContent-Type: application/json\r\n`;
    const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;
    const smuggled = "GET /api/auth/ok HTTP/1.1\r\nHost: app.test\r\n\r\n";
    const reply = await raw(port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}0\r\n\r\n${smuggled}`);
    expect(reply.status).toBe(413);
    expect(reply.text).toMatch(/connection: close/i);
    expect(reply.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test("responds over HTTP/2, with cookies as separate headers", async () => {
    const { auth, url } = await start(toNodeHandler);
    const signedUp = await post(`${url}/api/auth/sign-up/email`, url, ann);
    const [cookie = ""] = (signedUp.headers.getSetCookie()[0] ?? "").split(";");
    const server = createHttp2Server(toNodeHandler(auth) as unknown as Parameters<typeof createHttp2Server>[1]);
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const client = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    closing.push(async () => {
      client.destroy();
      server.close();
    });
    const get = (
      headers: Record<string, string | string[]>,
      body?: string,
    ): Promise<{ status: number; text: string }> =>
      new Promise((resolve, reject) => {
        const stream = client.request(headers);
        let status = 0;
        let text = "";
        stream.on("response", (reply) => {
          status = reply[":status"] ?? 0;
        });
        stream.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        stream.on("end", () => resolve({ status, text }));
        stream.on("error", reject).end(body);
      });
    const session = await get({ ":path": "/api/auth/get-session", cookie: ["theme=dark", cookie] });
    expect([session.status, session.text.includes(ann.email)]).toEqual([200, true]);
    const json = { "content-type": "application/json", origin: url };
    const signedIn = await get({ ":method": "POST", ":path": "/api/auth/sign-in/email", ...json }, JSON.stringify(ann));
    expect([signedIn.status, signedIn.text.includes(ann.email)]).toEqual([200, true]);
    const large = { ":method": "POST", ":path": "/api/auth/sign-in/email", ...json };
    expect((await get(large, "a".repeat(2_000_000))).status).toBe(413);
    // A client that never ends its body would keep the stream, and Node limits the streams of a connection.
    const endless = client.request(large);
    endless.write("a".repeat(1_300_000));
    await once(endless.resume(), "close");
    expect((await get({ ":path": "/api/auth/x/../ok" })).status).toBe(400);
    expect((await get({ ":path": "/api/auth/ok" })).status).toBe(200);
  });

  test.each(["TRACE", "PROPFIND"])("isn't called for %s requests", async (method) => {
    const { port } = await start(toNodeHandler);
    expect([400, 404]).toContain((await sendRaw(port, method, "/api/auth/ok")).status);
  });
});

describe("a wrapper around a handler", () => {
  test("can read responses, change them, and return others", async () => {
    const { url } = await start((auth) =>
      toNodeHandler({
        async handler(request, info) {
          const response = await auth.handler(request, info);
          const more = { ...((await response.json()) as object), more: "é" };
          return new Response(JSON.stringify(more), response);
        },
      }),
    );
    const signedUp = await post(`${url}/api/auth/sign-up/email`, url, ann);
    expect(await signedUp.json()).toMatchObject({ more: "é", user: { email: ann.email } });
    expect(signedUp.headers.getSetCookie()).not.toEqual([]);
  });

  test("learns from the request's signal when the client disconnects, even if it reads the signal later", async () => {
    const seen: AbortSignal[] = [];
    const slow: WebHandler = {
      async handler(request) {
        seen.push(request.signal);
        expect(request.signal.aborted).toBe(false);
        for (let time = 0; time < 100 && !request.signal.aborted; time++) await sleep(10);
        return new Response("{}", { headers: { "content-type": "application/json" } });
      },
    };
    const late: WebHandler = {
      async handler(request) {
        await sleep(100);
        seen.push(request.signal);
        return new Response(null);
      },
    };
    for (const handler of [slow, late]) {
      const { url } = await start(() => toNodeHandler(handler));
      await expect(fetch(url, { signal: AbortSignal.timeout(40) })).rejects.toThrow();
      await sleep(120);
    }
    expect(seen.map((signal) => signal.aborted)).toEqual([true, true]);
  });

  test("a request whose response was sent isn't aborted", async () => {
    let signal: AbortSignal | null = null;
    const quick: WebHandler = {
      async handler(request) {
        signal = request.signal;
        return new Response("{}", { headers: { "content-type": "application/json" } });
      },
    };
    const { url } = await start(() => toNodeHandler(quick));
    await (await fetch(url)).text();
    await sleep(20);
    expect((signal as AbortSignal | null)?.aborted).toBe(false);
  });
});
