/**
 * Tests sign-in, and logout from both sides, with SimpleSAMLphp as the identity provider of a running app.
 */

import { describe, expect, test } from "vitest";
import { startSso } from "../app.ts";
import { type Arrival, hasSimpleSamlPhp, startSimpleSamlPhp } from "./simplesamlphp.ts";

/** Starts an app whose organization Acme uses SimpleSAMLphp. */
async function start(sp: object = {}) {
  const it = await startSso({ allowPrivateURLs: true }, { clock: () => new Date() });
  const idp = await startSimpleSamlPhp("http://app.test", sp);
  await it.prove("acme.test");
  const made = await it.olga.browser.post<{ code?: string; samlConfig?: { logoutUrl: string | null } }>(
    "/sso/register",
    {
      providerId: "acme-ssp",
      issuer: idp.entityId,
      domain: "acme.test",
      samlConfig: { metadataUrl: idp.entityId },
    },
  );
  const metadata = await it.auth.handler(
    new Request("http://app.test/api/auth/sso/saml2/sp/metadata?providerId=acme-ssp"),
  );
  idp.trust(await metadata.text());
  const ann = it.browser();
  /** Sends the browser's request to the app. A form from another site arrives without the app's cookies. */
  const answer = async ({ url, form }: Arrival): Promise<string> => {
    if (!form) {
      const reply = await ann.get(`${url.pathname.replace("/api/auth", "")}${url.search}`);
      return reply.headers.get("location") ?? `${reply.status} ${JSON.stringify(reply.body)}`;
    }
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: new URL(idp.entityId).origin };
    const reply = await it.auth.handler(new Request(url, { method: "POST", headers, body: new URLSearchParams(form) }));
    return reply.headers.get("location") ?? `${reply.status} ${await reply.text()}`;
  };
  const signIn = async () => {
    const { body } = await ann.post<{ url: string }>("/sign-in/sso", { email: "ann@acme.test", callbackURL: "/app" });
    const ticket = await answer(await idp.visit(body.url));
    return answer({ url: new URL(ticket, "http://app.test"), form: null });
  };
  const user = async () => (await ann.get<{ user: { email: string; name: string } } | null>("/get-session")).body?.user;
  return { ...it, idp, made, ann, answer, signIn, user };
}

describe.skipIf(!hasSimpleSamlPhp())("SimpleSAMLphp as the identity provider (simplesamlphp)", () => {
  test("is registered with the URL of its metadata, accepts the app's metadata, and signs a user in", async () => {
    const it = await start();
    expect(it.made).toMatchObject({ status: 200, body: { samlConfig: { logoutUrl: it.idp.logoutUrl } } });
    expect(await it.signIn()).toBe("http://app.test/app");
    expect(await it.user()).toMatchObject({ email: "ann@acme.test", name: "ann Lee" });
  });

  test("signs a user in with an encrypted assertion", async () => {
    const it = await start({ "assertion.encryption": true });
    expect(await it.signIn()).toBe("http://app.test/app");
  });

  test("accepts a logout request from the app, and its response leads back to the app", async () => {
    const it = await start();
    await it.signIn();
    const { body } = await it.ann.post<{ url: string }>("/sso/sign-out", { callbackURL: "/bye" });
    expect(await it.user()).toBeUndefined();
    expect(await it.answer(await it.idp.visit(body.url))).toBe("http://app.test/bye");
  });

  test("ends the app's session with its own, and accepts the app's response", async () => {
    const it = await start();
    await it.signIn();
    expect(await it.user()).toBeDefined();
    const request = await it.idp.visit(`${it.idp.logoutUrl}?ReturnTo=${encodeURIComponent("http://app.test/left")}`);
    expect(request.url.pathname).toBe("/api/auth/sso/saml2/sp/slo/acme-ssp");
    const response = await it.answer(request);
    expect(await it.user()).toBeUndefined();
    expect((await it.idp.visit(response)).url.href).toBe("http://app.test/left");
  });
});
