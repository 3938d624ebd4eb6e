import { startAuth } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { DatabaseUnavailable } from "../../database/errors.ts";
import { memoryAdapter } from "../../database/memory/adapter.ts";
import { sessionTable } from "../../tables/session.ts";
import { userTable } from "../../tables/user.ts";

describe("if the session can't be read", () => {
  test.each([
    ["unreachable", () => new DatabaseUnavailable({ cause: new Error("gone") }), 503, "SERVICE_UNAVAILABLE"],
    ["broken", () => new Error("no such column: user.epoch"), 500, "FAILED_TO_GET_SESSION"],
  ] as const)(
    "SESS-23: a database that's %s causes an error, not a session or a signed-out response",
    async (_, error, status, code) => {
      const memory = memoryAdapter();
      let fails = false;
      const database: typeof memory = {
        ...memory,
        connect(schema) {
          const db = memory.connect(schema);
          return { ...db, findOne: (table, query) => (fails ? Promise.reject(error()) : db.findOne(table, query)) };
        },
      };
      const { auth, browser } = await startAuth({ database });
      const person = browser();
      await person.signUp("ann@example.com");
      const headers = { cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
      fails = true;
      await expect(auth.api.getSession({ headers })).rejects.toMatchObject({ code, status });
      expect(await auth.api.getSession.result({ headers })).toMatchObject({ data: null, error: { code } });
      const reply = await person.get<Record<string, unknown>>("/get-session");
      expect([reply.status, reply.body.code, Object.keys(reply.body).sort()]).toEqual([
        status,
        code,
        ["code", "message"],
      ]);
      // The error doesn't sign anyone out.
      expect(reply.setCookies).toEqual([]);
      fails = false;
      expect(await auth.api.getSession({ headers })).toMatchObject({ user: { email: "ann@example.com" } });
    },
  );
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  test("SESS-26: a deleted user's id isn't reused, and can't be requested", async () => {
    const { database, close } = await open();
    const { auth, browser } = await startAuth({ database });
    const { db } = auth.$context;
    const ids = new Set<string>();
    const person = browser();
    for (let life = 0; life < 3; life++) {
      const [gone] = ids;
      const body = { name: "Ann", email: "ann@example.com", password: "correct horse battery", id: gone, userId: gone };
      const fresh = browser();
      const { body: answer } = await fresh.post<{ user: { id: string } }>("/sign-up/email", body);
      expect(answer.user.id).toMatch(/^[A-Za-z0-9]{32}$/);
      ids.add(answer.user.id);
      if (life === 0) for (const [name, value] of fresh.cookies) person.cookies.set(name, value);
      await db.remove(userTable, { where: { id: answer.user.id } });
    }
    expect(ids.size).toBe(3);
    expect(await db.count(sessionTable, {})).toBe(0);
    expect((await person.get("/get-session")).body).toBeNull();
    await close();
  });
});
