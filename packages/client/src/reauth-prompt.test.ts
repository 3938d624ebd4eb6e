import { startAuth, testPassword } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { createAuthClient } from "./create-client.ts";
import type { ProofHandler } from "./reauth-prompt.ts";

/** Ann signed in two days ago, on a server where she can change her email and delete her account. */
async function start(prove?: (client: ReturnType<typeof createAuthClient>) => ProofHandler) {
  const { auth, browser, clock } = await startAuth({
    user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
  });
  const ann = browser();
  await ann.signUp("ann@example.com");
  clock.advance(2 * 86_400);
  const paths: string[] = [];
  const client = createAuthClient({
    baseURL: "http://app.test",
    fetch: async (url, init) => {
      const path = String(url).replace("http://app.test/api/auth", "");
      paths.push(path);
      const headers = new Headers(init?.headers);
      headers.set("origin", "http://app.test");
      const { status, body } = await ann.send(path, { ...init, headers } as RequestInit);
      return Response.json(body, { status });
    },
  });
  const stop = prove ? client.$onProofNeeded(prove(client)) : () => {};
  expect(auth).toBeDefined();
  return { client, paths, stop };
}

const byPassword =
  (client: ReturnType<typeof createAuthClient>): ProofHandler =>
  async () =>
    (await client.verifyPassword({ password: testPassword })).error === null;

test("without a listener, the caller gets the error with the accepted proofs", async () => {
  const { client } = await start();
  const { error } = await client.changeEmail({ newEmail: "new@example.com" });
  expect(error).toMatchObject({ code: "SESSION_NOT_FRESH", details: { proof: ["password"] } });
});

test("after the user confirms their identity, the call is sent again", async () => {
  const { client, paths } = await start(byPassword);
  expect((await client.changeEmail({ newEmail: "new@example.com" })).error).toBeNull();
  expect(paths).toEqual(["/change-email", "/verify-password", "/change-email"]);
});

test("deleting the account also shows a prompt", async () => {
  const { client } = await start(byPassword);
  expect((await client.deleteUser()).data).toEqual({ success: true, message: "User deleted" });
});

test("if the user declines or fails, the caller gets the error, and nothing is sent again", async () => {
  for (const prove of [async () => false, () => Promise.reject(new Error("closed"))]) {
    const { client, paths } = await start(() => prove);
    expect((await client.changeEmail({ newEmail: "new@example.com" })).error?.code).toBe("SESSION_NOT_FRESH");
    expect(paths).toEqual(["/change-email"]);
  }
});

test("two concurrent calls show one prompt", async () => {
  let asked = 0;
  const { client } = await start((one) => async (needed) => {
    asked++;
    return byPassword(one)(needed);
  });
  const both = await Promise.all([
    client.changeEmail({ newEmail: "one@example.com" }),
    client.changeEmail({ newEmail: "two@example.com" }),
  ]);
  // Both were sent again, and one of the two concurrent changes succeeds.
  expect(both.map(({ error }) => error?.code ?? "done").sort()).toEqual(["COULDNT_UPDATE_YOUR_EMAIL", "done"]);
  expect(asked).toBe(1);
});

test("a removed listener isn't called", async () => {
  const { client, stop } = await start(byPassword);
  stop();
  expect((await client.changeEmail({ newEmail: "new@example.com" })).error?.code).toBe("SESSION_NOT_FRESH");
});
