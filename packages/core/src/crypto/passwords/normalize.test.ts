import { expect, test } from "vitest";
import { isWellFormedPassword, maxPasswordUnits, normalizePassword, passwordLength } from "./normalize.ts";

test("PASS-03: length is counted in code points", () => {
  expect(passwordLength("")).toBe(0);
  expect(passwordLength("🔑".repeat(64))).toBe(64);
  expect(passwordLength("héllo")).toBe(5);
});

test("PASS-03: length is counted after normalization", () => {
  expect(passwordLength("he\u0301llo")).toBe(5);
  expect(passwordLength("ﬁ")).toBe(2);
  // The character that NFKC expands the most.
  expect(passwordLength("\uFDFA")).toBe(18);
});

test("PASS-05: text that's far too long is counted without being normalized", () => {
  const bomb = "\uFDFA".repeat(1_000_000);
  const start = performance.now();
  expect(passwordLength(bomb)).toBe(1_000_000);
  expect(isWellFormedPassword(bomb)).toBe(true);
  expect(performance.now() - start).toBeLessThan(20);
});

test("PASS-05: the longest text that's normalized stays small", () => {
  expect(passwordLength("\uFDFA".repeat(maxPasswordUnits))).toBe(18 * maxPasswordUnits);
});

test.each(["", "plain", "🔑", "\0", "\uFFFD", "\u{10FFFF}"])("PASS-06: %j is well formed", (password) => {
  expect(isWellFormedPassword(password)).toBe(true);
});

test.each(["\uD800", "a\uDC00", "\uDD11\uD83D", "🔑\uD83D", "\uD83D🔑"])(
  "PASS-06: %j isn't well formed",
  (password) => {
    expect(isWellFormedPassword(password)).toBe(false);
  },
);

test("PASS-04: composed, decomposed, and compatibility forms become the same text", () => {
  for (const form of ["ÅngstrÖm①", "A\u030AngstrO\u0308m①", "\u212Bngstr\u00D6m1", "ＡngstrÖm1".replace("Ａ", "Å")]) {
    expect(normalizePassword(form)).toBe("ÅngstrÖm1");
  }
});

test("PASS-06: spaces and control characters stay", () => {
  expect(normalizePassword("  a\0b\t\n ")).toBe("  a\0b\t\n ");
});
