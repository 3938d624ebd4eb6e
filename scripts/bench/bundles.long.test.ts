/** Keeps the size of a worker within bounds. Sizes don't depend on the machine. */

import { expect, test } from "vitest";
import { ids } from "../providers/facts.ts";
import { workerBundle } from "./bundles.ts";

const [first = "", ...others] = ids;

test("a worker with email, password, and four plugins", async () => {
  const { minified, gzipped } = await workerBundle();
  expect(gzipped).toBeLessThan(133_800);
  expect(minified).toBeLessThan(418_000);
});

test("an app without passwordless plugins contains none of their code, and none of the kernel's code for them", async () => {
  const { modules } = await workerBundle();
  expect(modules).toContain("packages/core/src/auth/create-auth.ts");
  const packages =
    /^packages\/(?:anonymous|email-otp|last-login-method|magic-link|multi-session|one-tap|one-time-token|passkey|phone-number|step-up)\//;
  const parts = /^packages\/core\/src\/(?:tokens\/one-time-codes\/|sessions\/assurance)/;
  expect(modules.filter((path) => packages.test(path) || parts.test(path))).toEqual([]);
});

test("the first provider adds social sign-in, OAuth, and OpenID Connect, and an app without providers has none of it", async () => {
  const [none, one] = await Promise.all([workerBundle(), workerBundle([first])]);
  expect(one.gzipped - none.gzipped).toBeGreaterThan(40_000);
  expect(one.gzipped - none.gzipped).toBeLessThan(47_500);
});

test("each additional provider adds at most 1.5 kB, gzipped", async () => {
  const { gzipped } = await workerBundle([first]);
  for (const id of others) {
    const more = (await workerBundle([first, id])).gzipped - gzipped;
    expect(more, id).toBeGreaterThan(100);
    expect(more, id).toBeLessThan(1500);
  }
});
