import { startAuth } from "@latchkey/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { DevConsoleOptions } from "./options.ts";
import { devConsole } from "./plugin.ts";
import { createMailCatcher } from "./smtp.ts";

afterEach(() => vi.unstubAllEnvs());

describe("in production", () => {
  test("CONS-07: createAuth rejects the console, and says what to do", async () => {
    for (const environment of ["production", "staging", undefined]) {
      vi.stubEnv("NODE_ENV", environment);
      await expect(startAuth({ plugins: [devConsole({ allow: "any" })] })).rejects.toThrow(
        /"dev" plugin reads all email.*Remove devConsole\(\)/,
      );
    }
  });
});

describe("invalid options", () => {
  test.each<[string, object]>([
    ["allow", { allow: "everybody" }],
    ["mail", { mail: createMailCatcher }],
    ["mail", { mail: Promise.resolve() }],
  ])("such as a wrong %s are rejected by name", (name, options) => {
    expect(() => devConsole(options as DevConsoleOptions)).toThrow(`devConsole: ${name} must be`);
  });
});
