import { expect, test } from "vitest";
import { resolveTxt } from "./txt-records.ts";

const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};

test("a record's strings are joined, and a name without records returns an empty list", async () => {
  const found = async () => [["a", "b"], ["c"]];
  expect(await resolveTxt({ resolveTxt: found }, "a.test")).toEqual(["ab", "c"]);
  for (const code of ["ENOTFOUND", "ENODATA"])
    expect(await resolveTxt({ resolveTxt: failing(code) }, "a.test")).toEqual([]);
});

test("a failed lookup isn't treated as a name without records", async () => {
  await expect(resolveTxt({ resolveTxt: failing("ESERVFAIL") }, "a.test")).rejects.toThrow("ESERVFAIL");
});

test("Node.js does the lookup by default", async () => {
  // The name can't exist, so with or without a network, the lookup finds no records or fails.
  const found = await resolveTxt({ resolveTxt: null }, "_latchkey.a.invalid").catch((error: Error) => error);
  expect(found instanceof Error ? (found as NodeJS.ErrnoException).code : found).toEqual(
    found instanceof Error ? expect.stringMatching(/^E[A-Z]+$/) : [],
  );
});
