import { expect, test } from "vitest";
import { constantTimeEqual } from "./constant-time.ts";
import { utf8 } from "./encoding.ts";

test("equal contents are equal, whether they're given as text or bytes", () => {
  expect(constantTimeEqual("secret", "secret")).toBe(true);
  expect(constantTimeEqual(utf8("secret"), utf8("secret"))).toBe(true);
  expect(constantTimeEqual("sécret", utf8("sécret"))).toBe(true);
  expect(constantTimeEqual("", new Uint8Array())).toBe(true);
});

test.each([
  ["secret", "Secret"],
  ["secret", "secreT"],
  ["secret", "secret\0"],
  ["secret", ""],
  ["", "secret"],
])("%j isn't %j", (a, b) => {
  expect(constantTimeEqual(a, b)).toBe(false);
  expect(constantTimeEqual(utf8(a), utf8(b))).toBe(false);
});

test("ENUM-13: a difference in any single bit of any byte is detected", () => {
  const bytes = Uint8Array.from({ length: 32 }, (_, at) => at * 7);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const other = Uint8Array.from(bytes);
    other[bit >> 3] = (other[bit >> 3] as number) ^ (1 << (bit & 7));
    expect(constantTimeEqual(bytes, other)).toBe(false);
  }
});

test("ENUM-13: every byte is read, even if the first one differs", () => {
  const reads: string[] = [];
  const watched = new Proxy(utf8("secret"), {
    get(target, name) {
      reads.push(String(name));
      return Reflect.get(target, name);
    },
  });
  expect(constantTimeEqual(watched, utf8("xecret"))).toBe(false);
  expect(reads.filter((name) => /^\d+$/.test(name))).toEqual(["0", "1", "2", "3", "4", "5"]);
});
