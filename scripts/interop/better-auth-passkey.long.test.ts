/** better-auth's passkey client and ours, in Chromium with a virtual authenticator, against this server. */

import { createAuth, memoryAdapter } from "@latchkey/core";
import { passkey } from "@latchkey/passkey";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientPage, isWithoutChromium, openClientPage } from "./chromium.ts";

const code = `
  import { passkeyClient } from "@better-auth/passkey/client";
  import { createAuthClient } from "better-auth/client";
  import { createAuthClient as createOwnClient } from "@latchkey/client";
  import { passkeyClient as ownPasskeyClient } from "@latchkey/passkey/client";
  const baseURL = location.origin + "/api/auth";
  window.peer = createAuthClient({ baseURL, plugins: [passkeyClient()] });
  window.own = createOwnClient({ baseURL: location.origin, plugins: [ownPasskeyClient()] });
`;

const person = { name: "Ann", email: "ann@example.com", password: "correct horse battery" };

describe.skipIf(isWithoutChromium)("in Chromium", () => {
  let opened: ClientPage;
  beforeAll(async () => {
    opened = await openClientPage(code, async (baseURL) => {
      const auth = createAuth({
        baseURL,
        secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
        database: memoryAdapter(),
        emailAndPassword: { enabled: true },
        logger: { disabled: true },
        plugins: [passkey({ signUp: "email" })],
      });
      await auth.migrate();
      return auth;
    });
    await opened.addAuthenticator();
  });
  afterAll(() => opened?.close());

  /** Runs an expression in the page, with `peer` and `own` for the clients. */
  const run = <T = any>(expression: string): Promise<T> => opened.run<T>(expression);

  test("better-auth's client adds a passkey, signs in with it, renames it, and deletes it", async () => {
    const signedUp = await run(`peer.signUp.email(${JSON.stringify(person)})`);
    expect(signedUp.error).toBeNull();
    const added = await run(`peer.passkey.addPasskey({ name: "My laptop" })`);
    expect(added).toMatchObject({ error: null, data: { name: "My laptop", deviceType: expect.any(String) } });
    const again = await run(`peer.passkey.addPasskey({ name: "Again" })`);
    expect(again.error).toMatchObject({ code: "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED" });
    const listed = await run(`peer.passkey.listUserPasskeys()`);
    expect(listed.data).toMatchObject([{ id: added.data.id, name: "My laptop" }]);
    expect(await run(`peer.passkey.listUserPasskeys().then(({ data }) => data[0].createdAt instanceof Date)`)).toBe(
      true,
    );
    await run(`peer.signOut()`);
    const signedIn = await run(`peer.signIn.passkey()`);
    expect(signedIn).toMatchObject({ error: null, data: { user: { email: person.email }, session: {} } });
    expect((await run(`peer.getSession()`)).data).toMatchObject({ user: { email: person.email } });
    const renamed = await run(`peer.passkey.updatePasskey({ id: "${added.data.id}", name: "Phone" })`);
    expect(renamed.data).toMatchObject({ passkey: { name: "Phone" } });
    const deleted = await run(`peer.passkey.deletePasskey({ id: "${added.data.id}" })`);
    expect(deleted).toMatchObject({ error: null, data: { status: true } });
    await run(`peer.signOut()`);
    expect((await run(`peer.signIn.passkey()`)).error).toMatchObject({ status: 401 });
  });

  test("better-auth's client signs in from a form field", async () => {
    await run(`peer.signIn.email(${JSON.stringify(person)})`);
    await run(`peer.passkey.addPasskey()`);
    await run(`peer.signOut()`);
    const signedIn = await run(`peer.signIn.passkey({ autoFill: true })`);
    expect(signedIn).toMatchObject({ error: null, data: { user: { email: person.email } } });
    await run(`peer.signOut()`);
  });

  test("our client signs up, gets an error for an existing passkey, signs in, and proves", async () => {
    const created = await run(`own.signUp.passkey({ name: "Bob", email: "bob@example.com" })`);
    expect(created).toMatchObject({ error: null, data: { user: { name: "Bob" }, token: expect.any(String) } });
    expect((await run(`own.passkey.add()`)).error).toMatchObject({ code: "ALREADY_REGISTERED" });
    expect(await run(`own.passkey.reauthenticate()`)).toMatchObject({ error: null, data: { user: { name: "Bob" } } });
    await run(`own.signOut()`);
    expect(await run(`own.signIn.passkey()`)).toMatchObject({ error: null, data: { user: {} } });
    await run(`own.signOut()`);
    expect(await run(`own.signIn.passkey({ autoFill: true })`)).toMatchObject({ error: null, data: { user: {} } });
  });
});
