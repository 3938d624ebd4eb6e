import { createServer } from "node:net";
import stream from "node:stream";
import { expect, test } from "vitest";
import { createPublicSender, isPublicAddress, isPublicServer, isPublicURL, toResponse } from "./public-fetch.ts";

test("addresses of private networks aren't public", () => {
  for (const address of [
    ...["10.0.0.1", "127.0.0.1", "0.0.0.0", "169.254.169.254", "172.31.0.1", "192.168.1.1", "100.64.0.1", "224.0.0.1"],
    ...["255.255.255.255", "::1", "::", "fe80::1", "fd00::1", "ff02::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"],
    ...["2002:7f00:1::", "2001:db8::1", "2001::1", "localhost", ""],
  ]) {
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  }
  for (const address of ["8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"]) {
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  }
});

test("a public URL has https, a full hostname, and no username", () => {
  for (const url of [
    ...[
      "http://client.test",
      "https://localhost",
      "https://app.localhost/x",
      "https://printer.local",
      "https://intranet",
    ],
    ...["https://0x7f.1/", "https://2130706433/", "https://[::1]/", "https://a@client.test", "ftp://client.test", "x"],
    ...["https://metadata.google.internal/", "https://localhost./", "https://127.0.0.1./"],
  ]) {
    expect([url, isPublicURL(url)]).toEqual([url, false]);
  }
  for (const url of ["https://client.test/x", "https://8.8.8.8/", "https://client.test:443/"])
    expect([url, isPublicURL(url)]).toEqual([url, true]);
});

test("no connection is made to a host that resolves to a private address, even if its address was public a moment ago", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const answers = [
    [{ address: "127.0.0.1", family: 4 }],
    [
      { address: "8.8.8.8", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ],
    [{ address: "::ffff:127.0.0.1", family: 6 }],
    [],
  ];
  let lookups = 0;
  const send = createPublicSender(async () => answers[lookups++] ?? []);
  for (let at = 0; at < answers.length; at++) {
    await expect(send?.(`https://rebinding.test:${port}/`)).rejects.toThrow("isn't a public server");
  }
  // Each connection does one lookup and uses its result.
  expect([lookups, connections]).toEqual([answers.length, 0]);
  server.close();
});

test("a server is public if all of its addresses are public or can't be resolved at the moment", async () => {
  const context = { publicFetch: null };
  const resolve =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: 4 }));
  const url = "https://client.test/x";
  expect(await isPublicServer(context, url, resolve("8.8.8.8", "1.1.1.1"))).toBe(true);
  expect(await isPublicServer(context, url, resolve("8.8.8.8", "10.0.0.1"))).toBe(false);
  expect(await isPublicServer(context, url, () => Promise.reject(new Error("ENOTFOUND")))).toBe(true);
  expect(await isPublicServer(context, "https://10.0.0.1/", resolve("8.8.8.8"))).toBe(false);
  expect(await isPublicServer({ publicFetch: fetch }, url, resolve("10.0.0.1"))).toBe(true);
});

test("an invalid status throws, and the body of a response that can't have one isn't read", async () => {
  const incoming = (statusCode: number) =>
    Object.assign(stream.Readable.from([Buffer.from("text")]), {
      statusCode,
      headers: { "content-type": "text/plain" },
    });
  for (const status of [0, 101, 600, 999]) expect(() => toResponse(incoming(status), stream)).toThrow("status");
  for (const status of [204, 205, 304]) {
    const endless = incoming(status);
    expect(toResponse(endless, stream).body).toBeNull();
    expect(endless.destroyed).toBe(true);
  }
  expect(await toResponse(incoming(200), stream).text()).toBe("text");
});
