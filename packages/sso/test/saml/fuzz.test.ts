import { expect, test } from "vitest";
import { fuzzResponses } from "./fuzz.ts";
import { styles } from "./identity-provider.ts";

test.each(styles)("a changed response is rejected, or reads as it was signed (%s)", (style) => {
  const { accepted, rejected } = fuzzResponses(style, 250);
  // The changes go far enough to be interesting: some do no harm, and the others fail for different reasons.
  expect(accepted).toBeGreaterThan(0);
  expect([...rejected.keys()]).toEqual(expect.arrayContaining(["SAML_INVALID_XML", "SAML_SIGNATURE_INVALID"]));
});
