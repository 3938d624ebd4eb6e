import { expect, test } from "vitest";
import { runHistory } from "./stripe-histories.ts";

test("events that arrive twice, late, and out of order end in the same state", { timeout: 60_000 }, async () => {
  for (let seed = 1; seed <= 2; seed++) {
    const { messy, orderly } = await runHistory(seed);
    expect([seed, messy]).toEqual([seed, orderly]);
  }
});
