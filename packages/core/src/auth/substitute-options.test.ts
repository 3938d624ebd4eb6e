import { afterEach, expect, test } from "vitest";
import { memoryAdapter } from "../database/memory/adapter.ts";
import { createAuth } from "./create-auth.ts";
import type { AuthOptions } from "./options.ts";

const key = Symbol.for("latchkey.substitute-options");
const globals = globalThis as unknown as Record<symbol, unknown>;
afterEach(() => {
  delete globals[key];
});

test("the CLI can replace the database of an app's auth instance", async () => {
  globals[key] = (options: AuthOptions): AuthOptions => ({ ...options, database: memoryAdapter() });
  const connect = (): never => {
    throw new Error("connected");
  };
  const auth = createAuth({ database: { dialect: "sqlite", connect }, plugins: [{ id: "stamps" }] });
  expect(await auth.migrate()).toEqual({ statements: [], problems: [] });
  expect(auth.$context.extensions.plugins.map(({ id }) => id)).toContain("stamps");
});
