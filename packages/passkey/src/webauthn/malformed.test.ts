import { type CborInput, encodeCbor } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { challenge, origin, rpID, sampleOf } from "../../test/differential.ts";
import { decodeCbor } from "./cbor.ts";
import { importPublicKey } from "./public-key.ts";
import { verifyAssertion } from "./verify-assertion.ts";

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));

describe("PKEY-11: CBOR", () => {
  test.each([
    ["nothing", "", "cbor"],
    ["a second value", "a000", "cbor"],
    ["a duplicate key", "a201000100", "cbor: duplicate key"],
    ["a byte string beyond the end", "5affffffff00", "cbor"],
    ["a byte string with 2^53 bytes", "5b002000000000000000", "cbor: unsupported item"],
    ["an array of 4 billion items", "9affffffff", "cbor"],
    ["a map of 4 billion entries", "baffffffff", "cbor"],
    ["an array with indefinite length", "9f01ff", "cbor: unsupported item"],
    ["a byte string with indefinite length", "5f4101ff", "cbor: unsupported item"],
    ["a tag", "c100", "cbor: unsupported item"],
    ["a floating-point number", "f93c00", "cbor: unsupported item"],
    ["a reserved length", "1c", "cbor: unsupported item"],
    ["text that isn't UTF-8", "62c328", "cbor"],
    ["a map as a key", "a1a000", "cbor: unsupported item"],
    ["200 levels of nesting", `${"81".repeat(200)}00`, "cbor: nested too deeply"],
  ])("%s is rejected", (_, hex, reason) => {
    expect(() => decodeCbor(bytes(hex))).toThrow(expect.objectContaining({ reason }));
  });

  // Quadratic time would take hours.
  test("a megabyte of small or nested items is decoded or rejected in linear time", () => {
    const list = Uint8Array.from([0x9a, 0, 0x10, 0, 0, ...new Uint8Array(2 ** 20)]);
    expect((decodeCbor(list) as unknown[]).length).toBe(2 ** 20);
    expect(() => decodeCbor(new Uint8Array(2 ** 20).fill(0x81))).toThrow();
    expect(() => decodeCbor(new Uint8Array(2 ** 20).fill(0xbb))).toThrow();
  });

  test("CBOR from authenticators is decoded", () => {
    const value = new Map<number | string, CborInput>([
      [1, 2],
      [-257, "text"],
      ["list", [true, false, null, 70_000, new Uint8Array([1, 2])]],
    ]);
    expect(decodeCbor(encodeCbor(value))).toEqual(value);
  });
});

describe("PKEY-11: DER signatures", () => {
  const verify = async (change: (der: number[]) => number[]) => {
    const { assertion, publicKey } = await sampleOf(-7);
    const der = change([...Buffer.from(assertion.response.signature, "base64url")]);
    const response = { ...assertion.response, signature: Buffer.from(der).toString("base64url") };
    return verifyAssertion({ ...assertion, response }, publicKey, {
      challenge,
      isOrigin: (one) => one === origin,
      rpID,
      requireUserVerification: true,
    });
  };
  const padR = (der: number[], digit: number): number[] => {
    const [, length = 0, tag = 0, rLength = 0, ...rest] = der;
    return [0x30, length + 1, tag, rLength + 1, digit, ...rest];
  };

  test("the shortest form is accepted", async () => {
    expect(await verify((der) => der)).toMatchObject({ userVerified: true });
  });

  test.each<[string, (der: number[]) => number[]]>([
    ["an extra leading zero", (der) => padR(padR(der, 0), 0)],
    ["a negative number", (der) => padR(der, 0xff)],
    ["a length in the long form", ([head = 0, length = 0, ...rest]) => [head, 0x81, length, ...rest]],
    ["a byte after the end", (der) => [...der, 0]],
    ["a missing byte", (der) => der.slice(0, -1)],
    ["another tag", ([, ...rest]) => [0x31, ...rest]],
    ["nothing", () => []],
    ["a 100-byte number", () => [0x30, 104, 2, 100, ...new Array(100).fill(1), 2, 0]],
    ["empty numbers", () => [0x30, 6, 2, 0, 2, 2, 1, 1]],
  ])("%s is rejected", async (_, change) => {
    await expect(verify(change)).rejects.toMatchObject({ reason: "signature encoding" });
  });
});

describe("PKEY-12: public keys", () => {
  const p256 = {
    x: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
    y: "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
  };
  const ec = (changes: Readonly<Record<number, CborInput>> = {}) =>
    new Map<number, CborInput>(
      Object.entries({ 1: 2, 3: -7, "-1": 1, "-2": bytes(p256.x), "-3": bytes(p256.y), ...changes }).map(
        ([label, value]) => [Number(label), value],
      ),
    );
  const rsa = (modulus: Uint8Array, exponent: Uint8Array) =>
    new Map<number, CborInput>([
      [1, 3],
      [3, -257],
      [-1, modulus],
      [-2, exponent],
    ]);
  const modulus = (length: number): Uint8Array => new Uint8Array(length).fill(0xc5);

  test("a point on the curve is imported", async () => {
    await expect(importPublicKey(ec() as never)).resolves.toHaveProperty("verify");
  });

  test.each<[string, ReadonlyMap<number, CborInput>, string]>([
    ["an algorithm that wasn't offered", ec({ 3: -35 }), "algorithm"],
    ["no algorithm", new Map([[1, 2]]), "algorithm"],
    ["another algorithm's key type", ec({ 1: 3 }), "public key"],
    ["another curve", ec({ "-1": 2 }), "public key"],
    ["a point off the curve", ec({ "-3": bytes(p256.x) }), "public key"],
    ["the point at infinity", ec({ "-2": new Uint8Array(32), "-3": new Uint8Array(32) }), "public key"],
    ["a compressed point", ec({ "-3": true }), "public key"],
    ["a coordinate that's too long", ec({ "-2": new Uint8Array(33) }), "public key"],
    ["a 512-bit RSA key", rsa(modulus(64), Uint8Array.of(1, 0, 1)), "public key"],
    ["a 16384-bit RSA key", rsa(modulus(2048), Uint8Array.of(1, 0, 1)), "public key"],
    ["an RSA key with an even exponent", rsa(modulus(256), Uint8Array.of(2)), "public key"],
    ["an RSA key with the exponent 1", rsa(modulus(256), Uint8Array.of(1)), "public key"],
  ])("%s is rejected", async (_, key, reason) => {
    await expect(importPublicKey(key as never)).rejects.toMatchObject({ reason });
  });
});
