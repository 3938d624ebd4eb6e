import { expect, test } from "vitest";
import { compareMutations } from "../../test/differential.ts";

test("10,000 mutated responses get the same verdict as from SimpleWebAuthn, or are rejected for a listed reason", async () => {
  const { problems } = await compareMutations(10_000, 14_003);
  expect(problems).toEqual([]);
});
