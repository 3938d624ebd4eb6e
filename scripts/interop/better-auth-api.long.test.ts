/** Compares server calls of `auth.api` with those of better-auth. */

import { createAuth, memoryAdapter } from "@latchkey/core";
import { betterAuth } from "better-auth";
import { memoryAdapter as theirMemory } from "better-auth/adapters/memory";
import { describe, expect, test } from "vitest";

const baseURL = "http://api.test";
const secret = "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U";

function both() {
  const tables = { user: [], session: [], account: [], verification: [] };
  const shared = { baseURL, secret, emailAndPassword: { enabled: true } };
  return {
    theirs: betterAuth({ ...shared, database: theirMemory(tables) }),
    ours: createAuth({ ...shared, database: memoryAdapter() }),
  };
}

describe("a call without headers", () => {
  test.each(["getSession", "listSessions", "revokeSessions", "revokeOtherSessions", "signOut"] as const)(
    "%s is rejected like by better-auth",
    async (name) => {
      const { theirs, ours } = both();
      const wanted = { status: 400, code: "VALIDATION_ERROR", message: "Headers is required" };
      const { statusCode, body } = await (theirs.api[name] as unknown as (input: object) => Promise<unknown>)({}).then(
        () => ({ statusCode: 200, body: {} }),
        (error: { statusCode: number; body: object }) => error,
      );
      expect({ status: statusCode, ...body }).toEqual(wanted);
      await expect((ours.api[name] as unknown as (input: object) => Promise<unknown>)({})).rejects.toMatchObject(
        wanted,
      );
    },
  );
});
