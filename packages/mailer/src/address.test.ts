import { describe, expect, test } from "vitest";
import { formatMailbox, isAddress, messageId, parseMailbox } from "./address.ts";

describe("an email address", () => {
  test.each(["ann@example.com", "o'neil+tag@sub.example.com", "jörg@exämple.test"])("%s is valid", (text) => {
    expect(isAddress(text)).toBe(true);
  });

  test.each([
    "",
    "ann",
    "ann@",
    "a@b@c.test",
    "ann@example.com, eve@evil.example",
    "ann@example.com;eve@evil.example",
    "Ann <ann@example.com>",
    '"eve@evil.example x"@example.com',
    "ann@example.com\r\nBcc: eve@evil.example",
    "ann@example.com\u0000",
    "ann(eve)@example.com",
    "ann@[127.0.0.1]",
    `${"a".repeat(250)}@example.com`,
  ])("%j is invalid", (text) => {
    expect(isAddress(text)).toBe(false);
  });
});

describe("a sender", () => {
  test.each([
    ["no-reply@acme.test", "no-reply@acme.test"],
    ["Acme <no-reply@acme.test>", "Acme <no-reply@acme.test>"],
    ["Acme, Inc. <no-reply@acme.test>", '"Acme, Inc." <no-reply@acme.test>'],
    ['"Acme, \\"Inc\\"" <no-reply@acme.test>', '"Acme, \\"Inc\\"" <no-reply@acme.test>'],
    ["Müller & Söhne <a@b.test>", "Müller & Söhne <a@b.test>"],
    ["<a@b.test>", "a@b.test"],
  ])("%s becomes %s in a header", (text, header) => {
    expect(formatMailbox(parseMailbox(text))).toBe(header);
  });

  test.each(["", "Acme", "Acme <a@b.test>, Eve <e@evil.example>", "Acme <a@b.test> x"])("%j is rejected", (text) => {
    expect(() => parseMailbox(text)).toThrow(/^from is /);
  });
});

describe("a Message-ID", () => {
  const from = { name: "Acme", address: "no-reply@acme.test" };

  test("consists of the delivery key and the sender's domain", () => {
    expect(messageId("k3Y_-9", from)).toBe("<k3Y_-9@acme.test>");
  });

  test("differs between keys, and escapes line breaks and brackets", () => {
    expect(messageId("a>\r\nBcc: e@x", from)).toBe("<a%3E%0D%0ABcc%3A%20e%40x@acme.test>");
    expect(messageId("a.", from)).not.toBe(messageId("a%2E", from));
  });
});
