import { hmac } from "@noble/hashes/hmac.js";
import { sha256 as nobleSha256 } from "@noble/hashes/sha2.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fromHex, toBase64, toBase64Url, toHex, utf8 } from "./encoding.ts";

type Digests = typeof import("./digest.ts");

const bytes = (hex: string): Uint8Array => fromHex(hex) ?? expect.fail(`not hexadecimal: ${hex}`);

// RFC 4231, section 4, without case 5, which tests truncated output
const rfc4231 = [
  {
    key: "0b".repeat(20),
    data: utf8("Hi There"),
    mac: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  },
  {
    key: toHex(utf8("Jefe")),
    data: utf8("what do ya want for nothing?"),
    mac: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  },
  {
    key: "aa".repeat(20),
    data: bytes("dd".repeat(50)),
    mac: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
  },
  {
    key: "0102030405060708090a0b0c0d0e0f10111213141516171819",
    data: bytes("cd".repeat(50)),
    mac: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
  },
  {
    key: "aa".repeat(131),
    data: utf8("Test Using Larger Than Block-Size Key - Hash Key First"),
    mac: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  },
  {
    key: "aa".repeat(131),
    data: utf8(
      "This is a test using a larger than block-size key and a larger than block-size data. " +
        "The key needs to be hashed before being used by the HMAC algorithm.",
    ),
    mac: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
  },
];

const texts = ["", "abc", "héllo 🌍", "x".repeat(5000), "half \uD800 of a pair"];

describe.each([{ by: "node:crypto" }, { by: "node:crypto without its one-call hash" }, { by: "@noble/hashes" }])(
  "digests by $by",
  ({ by }) => {
    let digests: Digests;

    beforeAll(async () => {
      vi.resetModules();
      if (by !== "node:crypto") {
        const { nodeCrypto } = await vi.importActual<typeof import("./native.ts")>("./native.ts");
        const replaced = by === "@noble/hashes" ? null : { ...nodeCrypto, hash: undefined };
        vi.doMock("./native.ts", () => ({ nodeCrypto: replaced, builtinModule: () => null }));
      }
      digests = await import("./digest.ts");
    });
    afterAll(() => {
      vi.doUnmock("./native.ts");
      vi.resetModules();
    });

    test.each(rfc4231)("HMAC-SHA-256 gives $mac, as in RFC 4231", ({ key, data, mac }) => {
      expect(toHex(digests.hmacSha256(bytes(key), data))).toBe(mac);
    });

    // RFC 2202, section 3
    test.each([
      ["0b".repeat(20), "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"],
      ["4a656665", "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"],
    ])("HMAC-SHA-1 with the key %s matches the standard", async (key, data, mac) => {
      const { hmacSha1 } = await import("./hmac-sha1.ts");
      expect(toHex(await hmacSha1(bytes(key), utf8(data)))).toBe(mac);
    });

    // FIPS 180-4, example values
    test.each([
      ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
      ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
      [
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      ],
    ])("SHA-256 of %j matches the standard", (text, hex) => {
      expect(toHex(digests.sha256(text))).toBe(hex);
      expect(toHex(digests.sha256(utf8(text)))).toBe(hex);
      expect(digests.sha256Base64Url(text)).toBe(toBase64Url(bytes(hex)));
    });

    test.each(texts)(
      "a prepared key and a plain key create the same signature for %.20j, in base64 and base64url",
      (text) => {
        const secret = bytes("0f".repeat(32));
        const expected = hmac(nobleSha256, secret, utf8(text));
        const key = digests.createHmacKey(secret);
        expect(key.sign(text)).toBe(toBase64(expected));
        expect(key.signBase64Url(text)).toBe(toBase64Url(expected));
        expect(toBase64(digests.hmacSha256(secret, text))).toBe(toBase64(expected));
        expect(digests.sha256Base64Url(text)).toBe(toBase64Url(nobleSha256(utf8(text))));
      },
    );

    test("a prepared key verifies only its own signatures", () => {
      const key = digests.createHmacKey(bytes("01".repeat(32)));
      const signature = key.sign("text");
      expect(key.verify("text", signature)).toBe(true);
      expect(key.verify("text.", signature)).toBe(false);
      expect(digests.createHmacKey(bytes("02".repeat(32))).verify("text", signature)).toBe(false);
      for (const other of ["", signature.slice(0, -1), `${signature}=`, ` ${signature}`, key.signBase64Url("text")]) {
        expect(key.verify("text", other), other).toBe(false);
      }
      const short = key.signBase64Url("text");
      expect(key.verifyBase64Url("text", short)).toBe(true);
      expect(key.verifyBase64Url("text.", short)).toBe(false);
      for (const other of ["", short.slice(0, -1), `${short}=`, ` ${short}`, signature]) {
        expect(key.verifyBase64Url("text", other), other).toBe(false);
      }
    });
  },
);

test("a bundle that was built for Node.js fails with a clear message if node:crypto is missing", async () => {
  vi.resetModules();
  vi.doMock("./native.ts", () => ({ nodeCrypto: null, builtinModule: () => null }));
  vi.doMock("#javascript-digests", () => import("./javascript-digests.node.ts"));
  try {
    const { sha256 } = await import("./digest.ts");
    expect(() => sha256("abc")).toThrow("node:crypto isn't available");
  } finally {
    vi.doUnmock("./native.ts");
    vi.doUnmock("#javascript-digests");
    vi.resetModules();
  }
});
