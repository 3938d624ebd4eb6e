import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fromBase64Url } from "./encoding.ts";
import {
  DIGITS,
  DIGITS_AND_LOWERCASE,
  LETTERS_AND_DIGITS,
  randomBytes,
  randomId,
  randomString,
  randomToken,
} from "./random.ts";

test("a token has 256 bits, in 43 characters that don't need escaping", () => {
  const token = randomToken(randomBytes);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(fromBase64Url(token)).toHaveLength(32);
});

test("an id has 32 letters and digits", () => {
  expect(randomId(randomBytes)).toMatch(/^[A-Za-z0-9]{32}$/);
});

test("no two of ten thousand ids are the same", () => {
  expect(new Set(Array.from({ length: 10_000 }, () => randomId(randomBytes))).size).toBe(10_000);
});

test.each([
  ["digits", DIGITS, 10],
  ["digits and lower case", DIGITS_AND_LOWERCASE, 36],
  ["letters and digits", LETTERS_AND_DIGITS, 62],
])("the alphabet for %s contains each character once", (_, alphabet, size) => {
  expect(new Set(alphabet).size).toBe(size);
  expect(alphabet).toHaveLength(size);
});

test.each([DIGITS, DIGITS_AND_LOWERCASE, LETTERS_AND_DIGITS, "abc"])(
  "no character of %j is more likely than others",
  (alphabet) => {
    // The source returns every byte equally often. Characters are equally frequent only if excess bytes are skipped.
    let next = 0;
    const everyByteInTurn = (length: number) => Uint8Array.from({ length }, () => next++ & 255);
    const used = 256 - (256 % alphabet.length);
    const counts = new Map<string, number>();
    for (const character of randomString(everyByteInTurn, used * 4, alphabet)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(alphabet.length);
    expect(new Set(counts.values()).size).toBe(1);
  },
);

test("an alphabet that's empty or too large for a byte is rejected", () => {
  expect(() => randomString(randomBytes, 4, "")).toThrow(RangeError);
  expect(() => randomString(randomBytes, 4, "x".repeat(257))).toThrow(RangeError);
});

test("the text has the requested length, even if that's zero", () => {
  expect(randomString(randomBytes, 0, DIGITS)).toBe("");
  expect(randomString(randomBytes, 1000, DIGITS)).toHaveLength(1000);
});

test("KEY-06: every file in this folder uses only the cryptographic generator", () => {
  const folder = new URL(".", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(15);
  for (const name of files) expect(readFileSync(new URL(name, folder), "utf8"), name).not.toMatch(/Math\.random/);
});
