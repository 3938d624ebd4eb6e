import { hkdfSync } from "node:crypto";
import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { describe, expect, test } from "vitest";
import { fromHex, toHex } from "./encoding.ts";
import { createKeyring, deriveKey, secretWeakness } from "./keys.ts";
import { LETTERS_AND_DIGITS, type RandomBytes, randomString } from "./random.ts";

const secretA = "kR8vQ2mZ7tXw4LpN9sBd6HfJ1gYc3UeA";
const secretB = "Wq5nT0zVb8Xj2KmP7rLs4CfD9hGy6EuI";

describe("deriving keys", () => {
  // RFC 5869, appendix A.1, A.2, and A.3, for the underlying function
  test.each([
    {
      ikm: "0b".repeat(22),
      salt: "000102030405060708090a0b0c",
      info: "f0f1f2f3f4f5f6f7f8f9",
      okm: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    },
    {
      ikm: toHex(Uint8Array.from({ length: 80 }, (_, at) => at)),
      salt: toHex(Uint8Array.from({ length: 80 }, (_, at) => at + 0x60)),
      info: toHex(Uint8Array.from({ length: 80 }, (_, at) => at + 0xb0)),
      okm:
        "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09" +
        "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
    },
    {
      ikm: "0b".repeat(22),
      salt: "",
      info: "",
      okm: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
    },
  ])("HKDF-SHA-256 of RFC 5869 gives $okm", ({ ikm, salt, info, okm }) => {
    const [key, saltBytes, infoBytes] = [ikm, salt, info].map((hex) => fromHex(hex) as Uint8Array<ArrayBuffer>);
    expect(toHex(hkdf(sha256, key as Uint8Array, saltBytes, infoBytes, okm.length / 2))).toBe(okm);
  });

  test("a key is derived from the secret with HKDF, with the purpose as the info parameter", () => {
    const expected = hkdfSync("sha256", secretA, "", "latchkey/v1/cookies", 48);
    expect(deriveKey(secretA, "cookies", 48)).toEqual(new Uint8Array(expected));
    expect(deriveKey(secretA, "cookies")).toEqual(new Uint8Array(expected).subarray(0, 32));
  });

  test("KEY-02: each purpose and each secret has its own key", () => {
    const keys = [deriveKey(secretA, "sign/a"), deriveKey(secretA, "sign/b"), deriveKey(secretB, "sign/a")];
    expect(new Set(keys.map(toHex)).size).toBe(3);
  });
});

describe("a keyring", () => {
  test("KEY-02: a signature for one purpose doesn't verify for another", () => {
    const keys = createKeyring([secretA]);
    const signature = keys.signing("session").sign("value");
    expect(keys.signing("session").verify("value", signature)).toBe(true);
    expect(keys.signing("state").verify("value", signature)).toBe(false);
    expect(keys.signing("session").verify("other", signature)).toBe(false);
  });

  test("KEY-02: a ciphertext for one purpose doesn't decrypt for another", async () => {
    const keys = createKeyring([secretA]);
    const envelope = await keys.encryption("account").encrypt("token", "row");
    expect(await keys.encryption("account").decrypt(envelope, "row")).toBe("token");
    expect(await keys.encryption("two-factor").decrypt(envelope, "row")).toBeNull();
  });

  test("KEY-02: signing and encryption for one purpose use different keys", () => {
    expect(deriveKey(secretA, "sign/session")).not.toEqual(deriveKey(secretA, "encrypt/session"));
  });

  test("KEY-03: after a rotation, old signatures verify, and new ones use the new secret", () => {
    const before = createKeyring([secretA]).signing("session");
    const after = createKeyring([secretB, secretA]).signing("session");
    const onlyNew = createKeyring([secretB]).signing("session");
    expect(after.verify("value", before.sign("value"))).toBe(true);
    expect(after.verifyBase64Url("value", before.signBase64Url("value"))).toBe(true);
    expect(onlyNew.verifyBase64Url("value", before.signBase64Url("value"))).toBe(false);
    expect(after.sign("value")).toBe(onlyNew.sign("value"));
    expect(after.signBase64Url("value")).toBe(onlyNew.signBase64Url("value"));
  });

  test("KEY-03: after a rotation, old ciphertexts decrypt and are recognized as old", async () => {
    const envelope = await createKeyring([secretA]).encryption("account").encrypt("token", "row");
    const after = createKeyring([secretB, secretA]).encryption("account");
    expect(await after.decrypt(envelope, "row")).toBe("token");
    expect(after.isCurrent(envelope)).toBe(false);
    const renewed = await after.encrypt("token", "row");
    expect(after.isCurrent(renewed)).toBe(true);
    expect(await createKeyring([secretB]).encryption("account").decrypt(renewed, "row")).toBe("token");
  });

  test("KEY-04: signatures and ciphertexts from a removed secret are invalid", async () => {
    const old = createKeyring([secretA]);
    const keys = createKeyring([secretB]);
    expect(keys.signing("session").verify("value", old.signing("session").sign("value"))).toBe(false);
    const envelope = await old.encryption("account").encrypt("token", "row");
    expect(await keys.encryption("account").decrypt(envelope, "row")).toBeNull();
  });

  test("has an id that identifies only the current secret, and doesn't reveal it", () => {
    expect(createKeyring([secretA]).id).toMatch(/^[\w-]{8}$/);
    expect(createKeyring([secretA, secretB]).id).toBe(createKeyring([secretA]).id);
    expect(createKeyring([secretB]).id).not.toBe(createKeyring([secretA]).id);
  });

  test("the keys for a purpose are derived once", () => {
    const keys = createKeyring([secretA]);
    expect(keys.signing("session")).toBe(keys.signing("session"));
    expect(keys.encryption("session")).toBe(keys.encryption("session"));
  });

  test("a keyring can't be created without a secret", () => {
    expect(() => createKeyring([])).toThrow("needs at least one secret");
  });
});

describe("the strength of a secret", () => {
  test.each([
    ["", "has 0 characters, but at least 32 are required"],
    ["kR8vQ2mZ7tXw4LpN9sBd6HfJ1gYc3Ue", "has 31 characters, but at least 32 are required"],
    ["change-me-change-me-change-me-change-me", "looks like a placeholder"],
    ["replace_this_with_a_long_random_string", "looks like a placeholder"],
    ["your-secret-key-of-at-least-32-characters", "looks like a placeholder"],
    ["a".repeat(40), "has only 1 distinct character, so it can be guessed"],
    ["abcabcabcabcabcabcabcabcabcabcabcabc", "has only 3 distinct characters, so it can be guessed"],
    ["kR8vQ2mZ7tXw".repeat(3), "repeats itself, so it can be guessed"],
    ["kR8vQ2mZ7tXwkR8vQ2mZ7tXwkR8vQ2mZ7", "repeats itself, so it can be guessed"],
    ["abcdefghijklmnopqrstuvwxyz0123456789", "consists of common words and sequences, so it can be guessed"],
    ["better-auth-secret-12345678901234567890", "consists of common words and sequences, so it can be guessed"],
    ["super-secret-key-for-development-only-1234", "consists of common words and sequences, so it can be guessed"],
    ["secret-secret-password-default-session-key", "consists of common words and sequences, so it can be guessed"],
  ])("KEY-01: %j %s", (secret, weakness) => expect(secretWeakness(secret)).toBe(weakness));

  test.each([
    ["base64 of 32 bytes", (random: RandomBytes) => Buffer.from(random(32)).toString("base64")],
    ["base64 of 24 bytes", (random: RandomBytes) => Buffer.from(random(24)).toString("base64")],
    ["32 hexadecimal digits", (random: RandomBytes) => toHex(random(16))],
    ["32 letters and digits", (random: RandomBytes) => randomString(random, 32, LETTERS_AND_DIGITS)],
  ])("KEY-01: %s is strong enough, a thousand times", (_, make) => {
    // The bytes are the same in each run, because about two in a million random secrets look like counting.
    let seed = 0;
    const random: RandomBytes = (length) => deriveKey(`seed ${seed++}`, "test", length);
    for (let time = 0; time < 1000; time++) expect(secretWeakness(make(random))).toBeNull();
  });

  test("a long passphrase is strong enough", () => {
    expect(secretWeakness("orbit velvet cactus thirteen marmalade glacier")).toBeNull();
  });
});
