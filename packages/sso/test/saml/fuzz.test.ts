import { expect, test } from "vitest";
import { fuzzResponses } from "./fuzz.ts";
import { styles } from "./identity-provider.ts";

test.each(styles)("a changed response is rejected, or reads as it was signed (%s)", (style) => {
  const { rejected } = fuzzResponses(style, 250);
  // Changes that only broke the XML would prove nothing.
  expect([...rejected.keys()]).toEqual(expect.arrayContaining(["SAML_INVALID_XML", "SAML_SIGNATURE_INVALID"]));
});
