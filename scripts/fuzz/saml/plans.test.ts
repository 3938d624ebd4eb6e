import { expect, test } from "vitest";
import { styles } from "../../../packages/sso/test/saml/identity-provider.ts";
import { fuzzLogouts, fuzzMetadata, fuzzResponses } from "./plans.ts";

test.each(styles)("a changed response is rejected, or read as it was signed (%s)", (style) => {
  const { rejected } = fuzzResponses(style, 250);
  // Changes that only broke the XML would prove nothing.
  expect([...rejected.keys()]).toEqual(expect.arrayContaining(["SAML_INVALID_XML", "SAML_SIGNATURE_INVALID"]));
});

test("a changed logout request is rejected, or names the session that was signed", () => {
  const { rejected } = fuzzLogouts(250);
  expect([...rejected.keys()]).toEqual(expect.arrayContaining(["SAML_INVALID_XML", "SAML_SIGNATURE_INVALID"]));
});

test("changed metadata is rejected, or can be used", () => {
  const { accepted, rejected } = fuzzMetadata(250);
  expect(accepted).toBeGreaterThan(0);
  expect([...rejected.keys()]).toContain("SAML_INVALID_XML");
});
