/** Runs every forged response against this library. */

import { DOMParser } from "@xmldom/xmldom";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SignedXml } from "xml-crypto";
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
  test.each(styles)("are made from a valid response, which is accepted (signed in the style %s)", (style) => {
    expect(read(signedResponse(style)).attributes.get("email")).toEqual([email]);
    expect(read(encryptedResponse({}, style)).nameId.value).toBe("user-17");
  });

  const cases = attacks.flatMap(({ id, description, messages }) =>
    Object.entries(messages).map(([style, build]) => ({ id, description, style, build })),
  );

  const rejectAll = (id: string) =>
    test.each(cases.filter((attack) => attack.id === id))("$description ($style)", ({ build }) => {
      expect(codes[id]).toContain(codeOf(build()));
    });

  describe("SAML-01: signature wrapping is rejected", () => rejectAll("SAML-01"));
  describe("SAML-02: text that a comment or an entity could cut is rejected", () => rejectAll("SAML-02"));
  describe("SAML-03: XML that parsers read in different ways is rejected", () => rejectAll("SAML-03"));
  describe("SAML-04: missing, foreign, and weak signatures are rejected", () => rejectAll("SAML-04"));
  describe("SAML-05: documents that take a long time to read are rejected", () => rejectAll("SAML-05"));
  describe("SAML-07: responses for others, and from other times, are rejected", () => rejectAll("SAML-07"));
  describe("SAML-10: changed and weak encryption is rejected", () => rejectAll("SAML-10"));

  describe("SAML-05: documents that take a long time to verify", () => {
    const hostile = cases.filter(({ id }) => id === "SAML-05");
    afterEach(() => void vi.restoreAllMocks());

    test.each(hostile)("are rejected before their signature is verified: $description ($style)", ({ build }) => {
      const message = build();
      const parse = vi.spyOn(DOMParser.prototype, "parseFromString");
      const verify = vi.spyOn(SignedXml.prototype, "checkSignature");
      codeOf(message);
      expect([parse.mock.calls.length <= 1, verify.mock.calls.length]).toEqual([true, 0]);
      codeOf(signedResponse("assertion"));
      expect(verify).toHaveBeenCalled();
    });

    test("are rejected in less time than the largest valid response takes", () => {
      const groups = Array.from({ length: 2900 }, (_, index) => `g${index}`);
      const largest = signedResponse("assertion", { attributes: [["groups", groups]] });
      expect(read(largest).attributes.get("groups")).toHaveLength(2900);
      const fastest = (run: () => unknown) => {
        const times = Array.from({ length: 3 }, () => {
          const start = performance.now();
          run();
          return performance.now() - start;
        });
        return Math.min(...times);
      };
      const limit = fastest(() => read(largest));
      for (const { build, description } of hostile.filter(({ style }) => style === "assertion")) {
        const message = build();
        expect([description, fastest(() => codeOf(message)) < limit]).toEqual([description, true]);
      }
    });
  });
});
