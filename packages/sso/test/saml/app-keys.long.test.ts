/** The app's own keys for a SAML provider. */

import { describe, expect, test } from "vitest";
import { type Certificate, readCertificate } from "../../src/saml/certificates.ts";
import { readRedirect } from "../../src/saml/redirect.ts";
import { startWithSaml } from "./app.ts";

describe("the app's own key", () => {
  /**
   * Returns the app's certificates from its metadata, and whether its request is signed with them.
   */
  const metadataOfApp = async (it: Awaited<ReturnType<typeof startWithSaml>>) => {
    const { body } = await it.browser().get<string>("/sso/saml2/sp/metadata?providerId=acme-saml");
    const found = [...String(body).matchAll(/<ds:X509Certificate>([^<]+)/g)].map(([, base64 = ""]) =>
      readCertificate(base64),
    );
    return [...new Map(found.map((one) => [one.fingerprint, one])).values()];
  };
  const isSignedWith = (url: URL, certificate: Certificate) => {
    try {
      return (
        readRedirect(url.search.slice("?tenant=1&".length), { certificates: [certificate], now: new Date() }) !== null
      );
    } catch {
      return false;
    }
  };

  test("is replaced in steps, and each key is in the metadata before it's used and while it is", async () => {
    const it = await startWithSaml();
    const rotate = async (step: string) => {
      const { status, body } = await it.olga.browser.post<{ code?: string }>("/sso/rotate-keys", {
        providerId: "acme-saml",
        step,
      });
      return body.code ?? status;
    };
    const signer = async () => {
      const { url } = await it.begin(it.browser());
      const known = await metadataOfApp(it);
      return { keys: known.length, by: known.findIndex((one) => isSignedWith(url, one)), first: known[0]?.fingerprint };
    };
    const before = await signer();
    expect(before).toMatchObject({ keys: 1, by: 0 });
    expect([await rotate("use"), await rotate("remove")]).toEqual(Array(2).fill("KEY_ROTATION_OUT_OF_ORDER"));
    expect(await rotate("add")).toBe(200);
    expect(await rotate("add")).toBe("KEY_ROTATION_OUT_OF_ORDER");
    // The new key is published, and the old one still signs.
    expect(await signer()).toEqual({ ...before, keys: 2 });
    expect(await rotate("use")).toBe(200);
    const after = await signer();
    expect(after).toMatchObject({ keys: 2, by: 0 });
    expect(after.first).not.toBe(before.first);
    expect((await it.signIn()).outcome).toBe("/app");
    expect(await rotate("remove")).toBe(200);
    expect(await signer()).toEqual({ ...after, keys: 1 });
  });

  test("can only be replaced by members who can manage the provider", async () => {
    const it = await startWithSaml();
    const rotate = { providerId: "acme-saml", step: "add" };
    expect(await it.mia.browser.post("/sso/rotate-keys", rotate)).toMatchObject({ status: 403 });
    expect(await it.eve.browser.post("/sso/rotate-keys", rotate)).toMatchObject({ status: 404 });
    expect(await it.browser().post("/sso/rotate-keys", rotate)).toMatchObject({ status: 401 });
  });
});
