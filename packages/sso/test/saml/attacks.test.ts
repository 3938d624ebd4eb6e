/** Runs every forged response against this library. */

import { describe, expect, it } from "vitest";
import { readResponse } from "../../src/saml/assertion.ts";
import { SamlError, type SamlErrorCode } from "../../src/saml/errors.ts";
import { attacks, encryptedResponse, fieldOf } from "./attacks.ts";
import { email, expected, responseKeys, signedResponse, styles } from "./identity-provider.ts";

const read = (message: string | Buffer) => readResponse(fieldOf(message), responseKeys(), expected);

function codeOf(message: string | Buffer): SamlErrorCode | "accepted" {
  try {
    read(message);
    return "accepted";
  } catch (error) {
    if (error instanceof SamlError) return error.code;
    throw error;
  }
}

const codes: Readonly<Record<string, readonly SamlErrorCode[]>> = {
  "SAML-01": ["SAML_INVALID_XML", "SAML_MULTIPLE_ASSERTIONS", "SAML_SIGNATURE_INVALID"],
  "SAML-02": ["SAML_INVALID_XML"],
  "SAML-03": ["SAML_INVALID_XML", "SAML_INVALID_ENCODING"],
  "SAML-04": ["SAML_SIGNATURE_INVALID", "SAML_ASSERTION_SIGNATURE_REQUIRED"],
  "SAML-05": ["SAML_INVALID_XML", "SAML_SIGNATURE_INVALID"],
  "SAML-07": [
    "SAML_AUDIENCE_MISMATCH",
    "SAML_RECIPIENT_MISMATCH",
    "SAML_DESTINATION_MISMATCH",
    "SAML_ISSUER_MISMATCH",
    "SAML_IN_RESPONSE_TO_MISMATCH",
    "SAML_ASSERTION_EXPIRED",
    "SAML_ASSERTION_NOT_YET_VALID",
    "SAML_TIMESTAMP_MISSING",
  ],
  "SAML-10": ["SAML_DECRYPTION_FAILED"],
};

describe("forged responses", () => {
  it.each(styles)("accepts what they are made from: a valid response, signed in the style %s", (style) => {
    expect(read(signedResponse(style)).attributes.get("email")).toEqual([email]);
    expect(read(encryptedResponse({}, style)).nameId.value).toBe("user-17");
  });

  const cases = attacks.flatMap(({ id, description, messages }) =>
    Object.entries(messages).map(([style, build]) => ({ id, description, style, build })),
  );

  it.each(cases)("$id: rejects $description ($style)", ({ id, build }) => {
    expect(codes[id]).toContain(codeOf(build()));
  });

  it("SAML-05: rejects hostile documents within 50 ms each", () => {
    const messages = cases.filter(({ id }) => id === "SAML-05").map(({ build }) => build());
    for (const message of messages) {
      const times = Array.from({ length: 5 }, () => {
        const start = process.cpuUsage();
        codeOf(message);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      });
      // Time on the CPU, and the least of five, so that a busy machine doesn't fail this.
      expect(Math.min(...times), String(message).slice(0, 400)).toBeLessThan(50);
    }
  });
});
