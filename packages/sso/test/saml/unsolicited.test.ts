/** Tests unsolicited responses, which identity providers send from app tiles. */

import { describe, expect, test } from "vitest";
import { startWithSaml } from "./app.ts";
import { parts, post, responseXml, sign } from "./identity-provider.ts";

const start = () => startWithSaml({}, {}, { saml: { allowIdpInitiated: true } });

/** Returns a valid response without a request. */
const unsolicited = (RelayState: string) => ({
  SAMLResponse: post(sign(responseXml(parts({ email: "mallory@acme.test" })), "Assertion")),
  RelayState,
});

describe("with allowIdpInitiated, a response without a request", () => {
  let unused: ReturnType<typeof start> | undefined;
  /** Returns one app for tests that store nothing, because it takes long to create the app's key pair. */
  const startOnce = () => (unused ??= start());

  test("starts a sign-in with a request, and its contents aren't used", async () => {
    const { browser, deliver, requestOf, answer, redeem, userOf } = await start();
    const { status, location, cookies } = await deliver(unsolicited("/reports"));
    expect([status, location.pathname, location.search, cookies]).toEqual([
      303,
      "/api/auth/sso/initiate/acme-saml",
      "?unsolicited=true&target_link_uri=%2Freports",
      [],
    ]);
    const person = browser();
    const { headers } = await person.get(`/sso/initiate/acme-saml${location.search}`);
    const begun = requestOf(new URL(headers.get("location") ?? ""));
    expect(begun.requestId).not.toBe("");
    const answered = await deliver(answer(begun));
    expect(await redeem(person, answered.location)).toBe("/reports");
    expect((await userOf(person))?.email).toBe("ann@acme.test");
  });

  test.each(["", "https://evil.test/", "javascript:alert(1)", "/api/auth/sso/initiate/acme-saml", "some text"])(
    "ignores a relay state that isn't a valid destination (%s)",
    async (relayState) => {
      const { deliver } = await startOnce();
      const { location } = await deliver(unsolicited(relayState));
      expect(`${location.pathname}${location.search}`).toBe("/api/auth/sso/initiate/acme-saml?unsolicited=true");
    },
  );

  test.each(["answers it without its relay state", "ignores it"])(
    "ends with an error if the provider receives the app's request and %s, and the next visit starts over",
    async (reaction) => {
      const { browser, deliver, requestOf, answer, redeem, userOf } = await start();
      const person = browser();
      /** The provider posts a form, and the browser follows the redirects up to the next page that isn't this app's. */
      const visit = async (form: Record<string, string>) => {
        const { location } = await deliver(form);
        const { headers } = await person.get(`${location.pathname.replace("/api/auth", "")}${location.search}`);
        return new URL(headers.get("location") ?? "");
      };
      const repliesTo = (url: URL) => {
        const { SAMLResponse } = reaction === "ignores it" ? unsolicited("") : answer(requestOf(url));
        return { SAMLResponse };
      };
      for (let round = 0; round < 2; round++) {
        const asked = await visit(unsolicited("/reports"));
        expect(asked.origin).toBe("https://idp.test");
        const ended = await visit(repliesTo(asked));
        expect(`${ended.origin}${ended.pathname}${ended.search}`).toBe(
          "http://app.test/api/auth/error?error=saml_in_response_to_mismatch",
        );
      }
      expect(await userOf(person)).toBeNull();
      // Once the provider answers requests correctly, two visits in a row work.
      for (let round = 0; round < 2; round++) {
        const { location } = await deliver(answer(requestOf(await visit(unsolicited("/reports")))));
        expect(await redeem(person, location)).toBe("/reports");
      }
    },
  );

  test("is still rejected if it's sent in place of the response to a request", async () => {
    const { browser, begin, answer, deliver } = await start();
    const { error } = await deliver(answer(await begin(browser()), { inResponseTo: undefined }));
    expect(error).toBe("saml_in_response_to_mismatch");
  });
});

test.each(["/reports", ""])("without the option, it's rejected (%s)", async (relayState) => {
  const { deliver, browser, redeem, userOf } = await startWithSaml();
  const { error, location } = await deliver(unsolicited(relayState));
  const person = browser();
  expect(error ?? (await redeem(person, location))).toMatch(/saml_|invalid_callback_request|please_restart/);
  expect(await userOf(person)).toBeNull();
});
