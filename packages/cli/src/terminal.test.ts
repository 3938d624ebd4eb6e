import { expect, test } from "vitest";
import { isPlain, type Terminal, withSafeOutput } from "./terminal.ts";

test("a Windows shell gets only package names and options, and nothing that it would execute", () => {
  const plain = ["install", "@latchkey/core", "radix-ui@^1.4.3", "--save-dev", "drizzle-orm@0.45.4", "npm:x@~1.2"];
  expect(plain.filter((argument) => !isPlain(argument))).toEqual([]);
  const odd = ["x & calc", "x|y", "%PATH%", "x>y", '"x"', "a b", "", "x\ny", "$(x)", "`x`", "x;y"];
  expect(odd.filter(isPlain)).toEqual([]);
});

test("LOG-06: user input can't send terminal escapes; line breaks and colors stay", () => {
  const lines: string[] = [];
  const terminal = { out: (text) => lines.push(text), error: (text) => lines.push(text) } as Partial<Terminal>;
  const safe = withSafeOutput(terminal as Terminal);
  safe.out("\u001b[31mred\u001b[39m\n\ta\u001b]0;title\u0007\u001b[2J\u202egpj\u2028\u0085");
  safe.error("a\r\u001b[8mhidden");
  expect(lines).toEqual([
    "\u001b[31mred\u001b[39m\n\ta\\u001b]0;title\\u0007\\u001b[2J\\u202egpj\\u2028\\u0085",
    "a\\u000d\\u001b[8mhidden",
  ]);
});
