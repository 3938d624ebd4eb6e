import { describe, expect, test } from "vitest";
import { matchingTimeStep, newTotpSecret, timeStepAt, totpCodeAt, totpURI } from "./codes.ts";

/** The seed of RFC 6238, appendix B, "12345678901234567890", in base32. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const eight = { digits: 8, period: 30 };
const six = { digits: 6, period: 30 };

describe("RFC 6238, appendix B", () => {
  test.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("at second %i, the code is %s", async (seconds, code) => {
    expect(await totpCodeAt(secret, timeStepAt(seconds * 1000, eight), eight)).toBe(code);
    expect(await matchingTimeStep(code, secret, seconds * 1000, eight)).toBe(Math.floor(seconds / 30));
    expect(await totpCodeAt(secret, timeStepAt(seconds * 1000, six), six)).toBe(code.slice(2));
  });
});

test("RFC 4226, appendix D: the first ten codes by counter", async () => {
  const codes = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"];
  expect(await Promise.all(codes.map((_, step) => totpCodeAt(secret, step, six)))).toEqual(codes);
});

test("TFA-08: a code that's one step early or late is accepted, but not one that's two steps off", async () => {
  const now = 1_700_000_015_000;
  const isAccepted = async (steps: number) =>
    (await matchingTimeStep(await totpCodeAt(secret, timeStepAt(now, six) + steps, six), secret, now, six)) !== null;
  expect(await Promise.all([-2, -1, 0, 1, 2].map(isAccepted))).toEqual([false, true, true, true, false]);
});

test("TFA-18: an empty secret has no code, and a code of another length is invalid", async () => {
  expect(await matchingTimeStep(await totpCodeAt(secret, 1, six), "", 30_000, six)).toBeNull();
  for (const code of ["", "28708", "2870820", " 287082"])
    expect(await matchingTimeStep(code, secret, 30_000, six)).toBeNull();
});

test("a new secret has 160 bits, and the URI contains the issuer, user, and parameters", () => {
  const made = newTotpSecret((length) => new Uint8Array(length).fill(255));
  expect(made).toBe("7".repeat(32));
  expect(totpURI(made, six, { issuer: "My App & Co", email: "ann+a@x.test" })).toBe(
    `otpauth://totp/My%20App%20%26%20Co:ann%2Ba%40x.test?secret=${made}&issuer=My%20App%20%26%20Co&digits=6&period=30`,
  );
});
