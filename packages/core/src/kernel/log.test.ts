import { expect, test, vi } from "vitest";
import { createLogger, errorText, escapeControls, type LogDetails, oneLine } from "./log.ts";

test("LOG-03: a line contains no control character and no half of a surrogate pair, and is cut between characters", () => {
  expect(oneLine("a\nb\u0000\u2028\ud83d c")).toBe("a\\u000ab\\u0000\\u2028\\ud83d c");
  expect(oneLine("🧾")).toBe("🧾");
  const cut = oneLine(`${"x".repeat(499)}🧾`);
  expect(cut).toBe(`${"x".repeat(499)}…`);
});

test("any thrown value can be described", () => {
  const throwing = {
    toString() {
      throw new Error("again");
    },
  };
  expect([new Error("down"), "down", undefined, Symbol("down")].map(errorText)).toEqual([
    "down",
    "down",
    "undefined",
    "Symbol(down)",
  ]);
  for (const odd of [Object.create(null), throwing]) expect(errorText(odd)).toContain("can't be converted to text");
});

test("LOG-06: characters that hide or reorder text are escaped: ESC, C1 controls, bidi controls, and separators", () => {
  const hostile = "\u001b[2J\u009b\u202e\u2066\u200f\u061c\u2029\u0085";
  expect(escapeControls(hostile)).toBe("\\u001b[2J\\u009b\\u202e\\u2066\\u200f\\u061c\\u2029\\u0085");
  expect(escapeControls("Zoë 👩‍👩‍👧 שלום")).toBe("Zoë 👩‍👩‍👧 שלום");
});

const forged = "x\n[latchkey] All is well\n    at Object.<anonymous> (/app/evil.ts:1:1)\r\u001b[2J\u202e";

test("LOG-06: an error's message can't forge a log line, neither with its text nor its stack", () => {
  const seen: LogDetails[] = [];
  const log = createLogger({ log: (_, __, details) => void seen.push(details) });
  const cause = Object.assign(new Error(forged), { code: forged });
  const changed = new Error(forged);
  changed.message = "another";
  const odd = Object.assign(new Error("odd"), { name: forged, stack: `${forged}\nno frame` });
  const notText = Object.assign(new Error("x"), { stack: 7 });
  for (const error of [new Error(forged, { cause }), changed, odd, notText]) log.error("failed", { error });
  for (const { error } of seen) {
    for (let one = error as Error | undefined; one; one = one.cause as Error | undefined) {
      const [head = "", ...frames] = (one.stack ?? "").split("\n");
      expect(head).toBe(`${one.name}: ${one.message}`);
      for (const line of [head, ...frames, one.name, one.message, (one as { code?: string }).code ?? ""]) {
        expect(line).toBe(escapeControls(line));
      }
      for (const frame of frames) expect(frame).toMatch(/^ {4}at /);
      expect(frames.join()).not.toContain("All is well");
    }
  }
  const first = seen[0]?.error as Error & { cause: { code: string } };
  // The stack still shows the location.
  expect(first.stack).toContain("log.test.ts");
  expect(first.stack).not.toContain("evil.ts:1:1)\n");
  expect(first.cause.code).toBe(oneLine(forged));
});

test("LOG-06: text inside lists and objects is escaped, and the console doesn't interpret formats", () => {
  const lines: unknown[][] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((...values) => void lines.push(values));
  createLogger().error("100 %s\n", { issues: [forged, { deep: { a: forged } }], at: new Date(0), n: 1 });
  createLogger().error("100 %");
  spy.mockRestore();
  expect(lines).toEqual([
    [
      "[latchkey] 100 %%s\\u000a",
      { issues: [oneLine(forged), { deep: { a: oneLine(forged) } }], at: new Date(0), n: 1 },
    ],
    ["[latchkey] 100 %"],
  ]);
});
