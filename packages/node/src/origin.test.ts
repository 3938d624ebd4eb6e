/** Tests that a request's origin comes from the `origin` option, or otherwise from the request's host. */

import { connect, createServer, type OutgoingHttpHeaders } from "node:http2";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { closing, sendRaw, start, useServers } from "../test/servers.ts";
import { toNodeHandler, type WebHandler } from "./handler.ts";

useServers();

describe("the origin option", () => {
  test("is the origin of every request, regardless of its host", async () => {
    const seen: string[] = [];
    const handler: WebHandler["handler"] = async ({ url }) => {
      seen.push(url);
      return new Response(null);
    };
    const { port } = await start(() => toNodeHandler({ handler }, { origin: "https://App.example:443/" }));
    await sendRaw(port, "GET", "/a?b=1", { host: "evil.example" });
    expect(seen).toEqual(["https://app.example/a?b=1"]);
  });

  test.each(["app.example", "https://app.example/path", "ftp://app.example", "https://me@app.example", ""])(
    "is rejected if it isn't a scheme and host: %s",
    (origin) => expect(() => toNodeHandler({ handler: async () => new Response() }, { origin })).toThrow(/origin is/),
  );

  test.each([
    ["EXAMPLE.test:80", "http://example.test"],
    ["127.1", "http://127.0.0.1"],
    ["[::0:1]:8080", "http://[::1]:8080"],
  ])("without it, the host is normalized: %s", async (host, origin) => {
    const { url } = await start((auth) => {
      const seen = auth.$context.settings.origin;
      expect(seen).not.toBe(origin);
      return toNodeHandler({ handler: async (request) => new Response(new URL(request.url).origin) });
    });
    expect((await sendRaw(Number(new URL(url).port), "GET", "/x", { host })).text).toBe(origin);
  });

  test("without it, HTTP/2's :authority is preferred to a Host header", async () => {
    const handler: WebHandler = { handler: async (request) => new Response(new URL(request.url).origin) };
    const server = createServer(toNodeHandler(handler) as unknown as Parameters<typeof createServer>[1]);
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    closing.push(async () => {
      client.destroy();
      server.close();
    });
    const originFor = async (headers: OutgoingHttpHeaders): Promise<string> => {
      const stream = client.request({ ":path": "/x", ...headers }).setEncoding("utf8");
      return (await stream.toArray()).join("");
    };
    expect(await originFor({ ":authority": "app.test", host: "evil.example" })).toBe("http://app.test");
    expect(await originFor({ ":authority": "app.test" })).toBe("http://app.test");
  });
});
