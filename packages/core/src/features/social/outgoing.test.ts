/** Tests that the server sends requests only to the app's providers, whatever a caller sends. */

import { startAuth, testPassword } from "@latchkey/test-kit";
import { expect, test, vi } from "vitest";
import { testProvider } from "../../../test/social-app.ts";
import { boundedFetch } from "../../kernel/fetch.ts";
import { openidProvider } from "./openid.ts";

/** This machine, its network, and cloud providers' metadata service, each in several spellings. */
const inside = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "localhost",
  "localhost.",
  "10.0.0.1",
  "192.168.1.1",
  "172.16.0.1",
  "169.254.169.254",
  "169.254.169.254.",
  "metadata.google.internal",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a9fe:a9fe]",
  "[fd00::1]",
  "[fe80::1]",
  "127.0.0.1.nip.io",
];

test("INPUT-09: no URL that a caller sends is ever fetched: images, targets, providers, issuers, emailed links", async () => {
  const fetched: string[] = [];
  const send = vi.fn(async (address: string | URL | Request) => {
    fetched.push(String(address));
    return new Response("{}");
  });
  const { browser } = await startAuth({ fetch: send as never, providers: [testProvider()] });
  const person = browser();
  await person.signUp("ann@example.com");
  for (const [at, host] of inside.entries()) {
    for (const url of [`http://${host}/x`, `https://${host}/x`]) {
      const email = `p${at}@example.com`;
      await browser().post("/sign-up/email", {
        name: "P",
        email,
        password: testPassword,
        image: url,
        callbackURL: url,
      });
      await person.post("/update-user", { image: url });
      for (const field of ["callbackURL", "errorCallbackURL", "provider", "issuer"]) {
        await person.post("/sign-in/social", { provider: "idp", disableRedirect: true, [field]: url });
      }
      await person.post("/sign-in/social", { provider: url, idToken: { token: `e30.${btoa(`{"iss":"${url}"}`)}.x` } });
      await person.get(`/callback/idp?${new URLSearchParams({ code: "c", state: "s", iss: url })}`);
      await person.get(`/callback/${encodeURIComponent(url)}?code=c&state=s`);
      await person.post("/forget-password", { email, redirectTo: url });
    }
  }
  expect(fetched).toEqual([]);
}, 60_000);

test("INPUT-09: provider URLs must use https, and only the app can set them", async () => {
  const addresses = ["http://idp.test", "ftp://idp.test", "file:///etc/passwd", "//idp.test", "https://a:b@idp.test"];
  for (const address of addresses) {
    const { authorization, token } = testProvider();
    for (const changes of [
      { token: { ...token, endpoint: address } },
      { authorization: { ...authorization, endpoint: address } },
      { discovery: address },
    ]) {
      await expect(startAuth({ providers: [testProvider({}, changes)] })).rejects.toThrow("https");
    }
    expect(() => openidProvider({ issuer: address, clientId: "a" })).toThrow("https");
  }
});

test("INPUT-09: URLs in a discovery document must use https too, and redirects aren't followed", async () => {
  const { auth } = await startAuth();
  const asked: string[] = [];
  const answers = new Map<string, () => Response>([
    [
      "https://idp.test/moved",
      () => new Response(null, { status: 302, headers: { location: "http://169.254.169.254/" } }),
    ],
    ["https://idp.test/kept", () => new Response(null, { status: 307, headers: { location: "https://10.0.0.1/" } })],
  ]);
  const context = {
    ...auth.$context,
    fetch: (async (address: string, init: RequestInit) => {
      asked.push(address);
      expect(init.redirect).toBe("manual");
      return answers.get(address)?.() ?? new Response("{}");
    }) as typeof fetch,
  };
  const send = boundedFetch(context);
  for (const address of answers.keys()) await expect(send(address)).rejects.toThrow("redirect");
  expect(asked).toEqual([...answers.keys()]);
  for (const host of inside) await expect(send(`http://${host}/latest/meta-data`)).rejects.toThrow("https");
  for (const address of ["file:///etc/passwd", "data:text/plain,x", "ftp://idp.test/"]) {
    await expect(send(address)).rejects.toThrow("https");
  }
  expect(asked).toHaveLength(2);
});
