import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  attackerKeys,
  idpKeys,
  post,
  expected as response,
  responseKeys,
  sign,
} from "../../test/saml/identity-provider.ts";
import {
  createLogoutRequest,
  createLogoutResponse,
  readLogoutRequest,
  readLogoutResponse,
  verifyPostedLogout,
} from "./logout.ts";
import { readRedirect, redirectURL } from "./redirect.ts";
import { createMessageId } from "./request.ts";

const destination = "https://app.test/api/auth/sso/saml2/sp/slo/acme";
const now = new Date();
const expected = { issuer: response.issuer, destination, now };
const nameId = { value: "user-17", format: "urn:x", nameQualifier: undefined, spNameQualifier: undefined };
const message = { id: createMessageId(), now, destination, issuer: response.issuer };
const request = createLogoutRequest({ ...message, nameId, sessionIndex: "session-1" });
const keys = responseKeys();

const sent = (privateKey = idpKeys.privateKey, relayState?: string) =>
  new URL(
    redirectURL({
      destination,
      parameter: "SAMLRequest",
      xml: request,
      privateKey,
      ...(relayState ? { relayState } : {}),
    }),
  ).search.slice(1);

describe("a logout request by redirect", () => {
  test("names the user and the session", () => {
    const received = readRedirect(sent(idpKeys.privateKey, "a b+c&d=é"), keys);
    expect(received).toEqual({ parameter: "SAMLRequest", xml: request, relayState: "a b+c&d=é" });
    expect(readLogoutRequest(received.xml, expected)).toEqual({
      id: message.id,
      issuedAt: new Date(Math.floor(now.getTime() / 1000) * 1000),
      nameId,
      sessionIndexes: ["session-1"],
    });
  });

  test("can be spelled the way other products spell URLs", () => {
    // .NET writes lowercase hex, and the signature covers it.
    expect(sent()).toMatch(/%2B|%2F|%3D/);
    const query = sent().replaceAll("%2F", "%2f");
    expect(() => readRedirect(query, keys)).toThrow(expect.objectContaining({ code: "SAML_SIGNATURE_INVALID" }));
  });

  test.each([
    ["isn't signed", (query: string) => query.replace(/&SigAlg.*/, "")],
    ["has no signature", (query: string) => query.replace(/&Signature=.*/, "")],
    [
      "has another message",
      (query: string) =>
        query.replace(
          /SAMLRequest=[^&]+/,
          `SAMLRequest=${encodeURIComponent(deflated(request.replace("user-17", "user-1")))}`,
        ),
    ],
    ["has an added relay state", (query: string) => `${query}&RelayState=x`],
    ["is signed with SHA-1", (query: string) => query.replace("rsa-sha256", "rsa-sha1")],
  ])("SAML-11: is rejected if it %s", (_, change) => {
    expect(() => readRedirect(change(sent()), keys)).toThrow(
      expect.objectContaining({ code: "SAML_SIGNATURE_INVALID" }),
    );
  });

  test("SAML-11: is rejected if another key signed it, or if it has a duplicate parameter", () => {
    expect(() => readRedirect(sent(attackerKeys.privateKey), keys)).toThrow(
      expect.objectContaining({ code: "SAML_SIGNATURE_INVALID" }),
    );
    const twice = `SAMLRequest=${encodeURIComponent(deflated("<a/>"))}&${sent()}`;
    expect(() => readRedirect(twice, keys)).toThrow(expect.objectContaining({ code: "SAML_INVALID_XML" }));
  });

  test("SAML-05: is rejected if it expands to more than 64 kB", () => {
    const bomb = redirectURL({
      destination,
      parameter: "SAMLRequest",
      xml: `<a>${" ".repeat(100_000_000)}</a>`,
      privateKey: idpKeys.privateKey,
    });
    const start = performance.now();
    expect(() => readRedirect(new URL(bomb).search.slice(1), keys)).toThrow(
      expect.objectContaining({ code: "SAML_INVALID_ENCODING" }),
    );
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe("a posted logout request", () => {
  test("is read from the signed content", () => {
    const xml = verifyPostedLogout(post(sign(request, "LogoutRequest")), keys);
    expect(readLogoutRequest(xml, expected).nameId.value).toBe("user-17");
  });

  test.each([
    ["isn't signed", request],
    ["is changed", sign(request, "LogoutRequest").replace("user-17", "user-1")],
    ["is signed by an attacker", sign(request, "LogoutRequest", { keys: attackerKeys })],
  ])("SAML-11: is rejected if it %s", (_, xml) => {
    expect(() => verifyPostedLogout(post(xml), keys)).toThrow(
      expect.objectContaining({ code: "SAML_SIGNATURE_INVALID" }),
    );
  });
});

describe("a verified logout message", () => {
  test.each([
    ["SAML_ISSUER_MISMATCH", { ...expected, issuer: "https://other.test" }],
    ["SAML_DESTINATION_MISMATCH", { ...expected, destination: "https://other.test" }],
    ["SAML_ASSERTION_EXPIRED", { ...expected, now: new Date(now.getTime() + 400_000) }],
    ["SAML_ASSERTION_NOT_YET_VALID", { ...expected, now: new Date(now.getTime() - 100_000) }],
  ])("is rejected with %s", (code, other) => {
    expect(() => readLogoutRequest(request, other)).toThrow(expect.objectContaining({ code }));
  });

  test("can't be another kind of message", () => {
    const answer = createLogoutResponse({ ...message, inResponseTo: "_1", isSuccess: true });
    expect(() => readLogoutRequest(answer, expected)).toThrow(expect.objectContaining({ code: "SAML_INVALID_XML" }));
  });

  test("from Microsoft Entra can lack a destination and name the tenant in another format if it's a response", () => {
    const tenant = "aaaabbbb-0000-cccc-1111-dddd2222eeee";
    const entra = { ...expected, issuer: `https://sts.windows.net/${tenant}/` };
    const answer = (issuer: string) =>
      createLogoutResponse({ ...message, issuer, inResponseTo: "_1", isSuccess: true });
    const without = (xml: string) => xml.replace(/ Destination="[^"]*"/, "");
    const issuers = [tenant, tenant.replace("a", "b"), "common"].map(
      (id) => `https://login.microsoftonline.com/${id}/`,
    );
    expect(readLogoutResponse(without(answer(issuers[0] ?? "")), entra, "_1")).toBe(true);
    for (const issuer of issuers.slice(1)) {
      const error = expect.objectContaining({ code: "SAML_ISSUER_MISMATCH" });
      expect(() => readLogoutResponse(without(answer(issuer)), entra, "_1")).toThrow(error);
    }
    // Without a destination, a request to another app of the same identity provider could be sent here.
    const error = expect.objectContaining({ code: "SAML_DESTINATION_MISMATCH" });
    expect(() => readLogoutRequest(without(request), expected)).toThrow(error);
  });

  test("must answer the request that was sent if it's a response", () => {
    const answer = (isSuccess: boolean) => createLogoutResponse({ ...message, inResponseTo: "_1", isSuccess });
    expect(readLogoutResponse(answer(true), expected, "_1")).toBe(true);
    expect(readLogoutResponse(answer(false), expected, "_1")).toBe(false);
    expect(() => readLogoutResponse(answer(true), expected, "_2")).toThrow(
      expect.objectContaining({ code: "SAML_IN_RESPONSE_TO_MISMATCH" }),
    );
  });
});

const deflated = (xml: string) => deflateRawSync(xml).toString("base64");
