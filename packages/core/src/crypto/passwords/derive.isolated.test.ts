import { argon2id as nobleArgon2id } from "@noble/hashes/argon2.js";
import { describe, expect, test, vi } from "vitest";
import { fromHex, toHex, utf8 } from "../encoding.ts";
import type { Argon2Cost, Derivation, ScryptCost } from "./derivation.ts";
import { argon2, hasNativeArgon2, scrypt } from "./derive.ts";
import { deriveInSlices, deriveInThread } from "./javascript.ts";

const password = utf8("pässword 🔑");
const salt = utf8("sixteen bytes ok");

// RFC 7914, section 12 (its last vector, N = 2^20, takes a gigabyte)
const rfc7914 = [
  {
    password: "",
    salt: "",
    cost: { N: 16, r: 1, p: 1, length: 64 },
    key:
      "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442" +
      "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906",
  },
  {
    password: "password",
    salt: "NaCl",
    cost: { N: 1024, r: 8, p: 16, length: 64 },
    key:
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162" +
      "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
  },
  {
    password: "pleaseletmein",
    salt: "SodiumChloride",
    cost: { N: 16_384, r: 8, p: 1, length: 64 },
    key:
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2" +
      "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
  },
];

describe("scrypt", () => {
  test.each(rfc7914)("matches the test vector of RFC 7914 with $cost", async ({ cost, key, ...texts }) => {
    const [text, grain] = [utf8(texts.password), utf8(texts.salt)];
    expect(toHex(await scrypt(text, grain, cost))).toBe(key);
    expect(toHex(await deriveInSlices({ kind: "scrypt", password: text, salt: grain, cost }))).toBe(key);
  });

  test.each<ScryptCost>([
    { N: 2 ** 15, r: 8, p: 3, length: 32 },
    { N: 2 ** 14, r: 16, p: 1, length: 64 },
  ])("gives the same result natively, on a thread, and in slices: %o", async (cost) => {
    await expectAgreement({ kind: "scrypt", password, salt, cost }, await scrypt(password, salt, cost));
  });
});

describe("argon2id", () => {
  test("matches the test vector of RFC 9106", () => {
    // Section 5.3, for the underlying function. Unlike stored passwords, the vector uses a secret and associated data.
    const [text, grain] = [new Uint8Array(32).fill(1), new Uint8Array(16).fill(2)];
    const [key, personalization] = [new Uint8Array(8).fill(3), new Uint8Array(12).fill(4)];
    const tag = nobleArgon2id(text, grain, { m: 32, t: 3, p: 4, dkLen: 32, key, personalization });
    expect(toHex(tag)).toBe("0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659");
  });

  test.each<Argon2Cost>([
    { memory: 19_456, passes: 2, parallelism: 1, length: 32 },
    { memory: 4096, passes: 3, parallelism: 4, length: 24 },
    { memory: 1021, passes: 1, parallelism: 2, length: 64 },
  ])("gives the same result natively, on a thread, and in slices: %o", async (cost) => {
    expect(await hasNativeArgon2()).toBe(true);
    await expectAgreement({ kind: "argon2id", password, salt, cost }, await argon2("argon2id", password, salt, cost));
  });

  test("gives the same result with node:crypto as with the package", async (context) => {
    const { nodeCrypto } = await import("../native.ts");
    if (!nodeCrypto || !("argon2" in nodeCrypto)) return context.skip("node:crypto has argon2 from Node 24.7");
    const cost: Argon2Cost = { memory: 4096, passes: 2, parallelism: 2, length: 32 };
    const byPackage = await deriveWith({ ...nodeCrypto, argon2: undefined });
    expect(toHex(await argon2("argon2id", password, salt, cost))).toBe(
      toHex(await byPackage.argon2("argon2id", password, salt, cost)),
    );
  });

  test("uses node:crypto instead of the package if available, with the parameters that it expects", async () => {
    const { nodeCrypto } = await import("../native.ts");
    const native = vi.fn((_kind: string, _options: object, done: (error: Error | null, key: Uint8Array) => void) =>
      done(null, new Uint8Array(32).fill(7)),
    );
    const derive = await deriveWith({ ...nodeCrypto, argon2: native });
    const cost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1, length: 32 };
    expect(await derive.argon2("argon2id", password, salt, cost)).toEqual(new Uint8Array(32).fill(7));
    const options = { message: password, nonce: salt, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
    expect(native.mock.calls.map(([kind, given]) => [kind, given])).toEqual([["argon2id", options]]);
  });
});

test("an error that a function throws on a thread is passed to the caller", async () => {
  const cost: ScryptCost = { N: 3, r: 8, p: 1, length: 32 };
  await expect(deriveInThread({ kind: "scrypt", password, salt, cost })).rejects.toThrow("scrypt failed");
});

test("no thread is started if a package can't be found", async () => {
  const { callInThread } = await import("./thread.ts");
  expect(await callInThread({ module: "@latchkey/not-there", name: "any", args: [] })).toBeNull();
});

test("PASS-10: argon2id in JavaScript doesn't block the event loop when it runs on a thread", async () => {
  let longestGap = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longestGap = Math.max(longestGap, performance.now() - last);
    last = performance.now();
  }, 5);
  const cost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1, length: 32 };
  const start = performance.now();
  await deriveInThread({ kind: "argon2id", password, salt, cost });
  clearInterval(timer);
  expect(longestGap).toBeLessThan((performance.now() - start) / 2);
});

async function expectAgreement(derivation: Derivation, native: Uint8Array): Promise<void> {
  const onThread = (await deriveInThread(derivation)) ?? expect.fail("no thread here");
  expect(toHex(onThread)).toBe(toHex(native));
  expect(toHex(await deriveInSlices(derivation))).toBe(toHex(native));
  expect(fromHex(toHex(native))).toHaveLength(derivation.cost.length);
}

/** `derive.ts` on a runtime with this node:crypto. */
async function deriveWith(nodeCrypto: object): Promise<typeof import("./derive.ts")> {
  vi.resetModules();
  vi.doMock("../native.ts", async (original) => ({ ...(await original<object>()), nodeCrypto }));
  const derive = await import("./derive.ts");
  vi.doUnmock("../native.ts");
  return derive;
}
