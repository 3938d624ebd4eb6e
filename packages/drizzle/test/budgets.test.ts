import { authSchema } from "@latchkey/core";
import { startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { type Kind, libsql, postgres } from "./kinds.ts";

/** Tables whose queries aren't part of the budgets. */
const uncounted = ["audit", "outbox", "rateLimit"];

describe.each([libsql, postgres].filter((kind): kind is Kind => kind !== null))("$name", ({ open }) => {
  test("sign-up, reading the session, and sign-in stay within their query budgets", async () => {
    const { database, statements, close } = await open(authSchema());
    const { auth, browser } = await startAuth({ database });
    const { endpoints } = auth.$context.extensions;
    const ann = browser();
    const seen: Record<string, readonly [number, number]> = {};
    const run = async (id: string, work: () => Promise<{ readonly status: number }>): Promise<void> => {
      statements.length = 0;
      expect((await work()).status).toBe(200);
      const own = statements.filter(({ table }) => table !== null && !uncounted.includes(table));
      seen[id] = [own.length, endpoints[id]?.queryBudget ?? -1];
    };
    const person = { email: "ann@example.com", password: "correct horse battery", name: "Ann" };
    await run("signUpEmail", () => ann.post("/sign-up/email", person));
    await run("getSession", () => ann.get("/get-session"));
    await run("signInEmail", () => browser().post("/sign-in/email", person));
    await close();
    for (const [count, budget] of Object.values(seen)) expect(count).toBeLessThanOrEqual(budget);
    expect(seen.getSession?.[0]).toBe(1);
  });
});
