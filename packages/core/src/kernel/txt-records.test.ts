import { expect, test } from "vitest";
import { resolveTxt } from "./txt-records.ts";

const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};

test("the strings of a record are joined, and a name without records has none", async () => {
  const found = async () => [["a", "b"], ["c"]];
  expect(await resolveTxt({ resolveTxt: found }, "a.test")).toEqual(["ab", "c"]);
  for (const code of ["ENOTFOUND", "ENODATA"])
    expect(await resolveTxt({ resolveTxt: failing(code) }, "a.test")).toEqual([]);
});

test("a failed lookup doesn't count as a name without records", async () => {
  await expect(resolveTxt({ resolveTxt: failing("ESERVFAIL") }, "a.test")).rejects.toThrow("ESERVFAIL");
});

test("without an option, Node.js looks it up", async () => {
  // The name can't exist, so the result doesn't depend on a network: nothing, or a failed lookup.
  const found = await resolveTxt({ resolveTxt: null }, "_latchkey.a.invalid").catch((error: Error) => error);
  expect(found instanceof Error ? (found as NodeJS.ErrnoException).code : found).toEqual(
    found instanceof Error ? expect.stringMatching(/^E[A-Z]+$/) : [],
  );
});
