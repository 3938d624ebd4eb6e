import { expect, test } from "vitest";
import { isPlain } from "./terminal.ts";

test("what a shell on Windows gets are names of packages and options, and nothing that it would run", () => {
  const plain = ["install", "@latchkey/core", "radix-ui@^1.4.3", "--save-dev", "drizzle-orm@0.45.4", "npm:x@~1.2"];
  expect(plain.filter((argument) => !isPlain(argument))).toEqual([]);
  const odd = ["x & calc", "x|y", "%PATH%", "x>y", '"x"', "a b", "", "x\ny", "$(x)", "`x`", "x;y"];
  expect(odd.filter(isPlain)).toEqual([]);
});
