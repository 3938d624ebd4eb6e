/** Error codes for writes that the database rejects for an unexpected reason. */

import { AuthError, memoryAdapter } from "@latchkey/core";
import { startAuth, testPassword } from "@latchkey/test-kit";
import { afterAll, describe, expect, test } from "vitest";
import { ann, closeProviders, startSocial, testProvider } from "../../test/social-app.ts";
import { sessionTable } from "../tables/session.ts";
import { userTable } from "../tables/user.ts";

afterAll(closeProviders);

const email = "ann@example.com";
const secret = "disk full at /var/lib/planted";

/** A database where writes to some tables fail. */
function breaking(error: () => Error = () => new Error(secret)) {
  const memory = memoryAdapter();
  const broken = new Set<string>();
  const guard = <T extends object>(db: T): T =>
    new Proxy(db, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (name === "insert" || name === "insertIf" || name === "update") {
          return (table: { name: string }, ...rest: unknown[]) =>
            broken.has(`${name.replace("If", "")} ${table.name}`)
              ? Promise.reject(error())
              : (value as (...all: unknown[]) => unknown).call(target, table, ...rest);
        }
        if (name === "transaction") {
          return (work: (tx: object) => unknown) =>
            (value as (work: (tx: object) => unknown) => unknown).call(target, (tx) => work(guard(tx)));
        }
        return value;
      },
    });
  return {
    broken,
    database: { ...memory, connect: (schema: never) => guard(memory.connect(schema)) } as typeof memory,
  };
}

describe("a row that the database rejects", () => {
  test("fails with FAILED_TO_CREATE_USER or FAILED_TO_CREATE_SESSION, and nothing is stored", async () => {
    const { broken, database } = breaking();
    const { auth, browser } = await startAuth({ database });
    const { db } = auth.$context;
    const signUp = () => browser().post("/sign-up/email", { name: "Ann", email, password: testPassword });
    broken.add("insert user");
    const noUser = await signUp();
    expect([noUser.status, noUser.body]).toEqual([
      422,
      { code: "FAILED_TO_CREATE_USER", message: "Failed to create user" },
    ]);
    broken.clear();
    broken.add("insert session");
    const noSession = await signUp();
    const refusal = { code: "FAILED_TO_CREATE_SESSION", message: "Failed to create session" };
    expect([noSession.status, noSession.body, noSession.setCookies]).toEqual([500, refusal, []]);
    expect([await db.count(userTable, {}), await db.count(sessionTable, {})]).toEqual([0, 0]);
    broken.clear();
    expect((await signUp()).status).toBe(200);
    broken.add("insert session");
    const signIn = await browser().signIn(email);
    expect([signIn.status, signIn.body]).toEqual([500, refusal]);
    await expect(auth.api.signInEmail({ body: { email, password: testPassword } })).rejects.toMatchObject(refusal);
  });

  test("fails with FAILED_TO_UPDATE_USER on an update", async () => {
    const { broken, database } = breaking();
    const { browser } = await startAuth({ database });
    const person = browser();
    await person.signUp(email);
    broken.add("update user");
    const { status, body } = await person.post("/update-user", { name: "Anna" });
    expect([status, body]).toEqual([500, { code: "FAILED_TO_UPDATE_USER", message: "Failed to update user" }]);
  });

  test("a hook's own error keeps its code", async () => {
    const refusal = { status: 403, message: "Ask for an invitation" };
    const { broken, database } = breaking(() => new AuthError("NOT_INVITED", refusal));
    const { browser } = await startAuth({ database });
    broken.add("insert user");
    const { status, body } = await browser().signUp(email);
    expect([status, body]).toEqual([403, { code: "NOT_INVITED", message: refusal.message }]);
  });

  test("redirects a provider sign-in with unable_to_create_user or unable_to_create_session", async () => {
    const { broken, database } = breaking();
    const app = await startSocial({ database }, testProvider());
    const errorOf = async () => (await app.signIn(app.browser(), ann)).searchParams.get("error");
    broken.add("insert user");
    expect(await errorOf()).toBe("unable_to_create_user");
    broken.clear();
    broken.add("insert session");
    expect(await errorOf()).toBe("unable_to_create_session");
    broken.clear();
    expect(await errorOf()).toBeNull();
    broken.add("insert session");
    expect(await errorOf()).toBe("unable_to_create_session");
  });
});
