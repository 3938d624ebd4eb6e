/** The call forms and names that better-auth users know. */

import { startAuth, testPassword } from "@latchkey/test-kit";
import { describe, expect, expectTypeOf, test } from "vitest";

const email = "ann@example.com";

describe("a call to auth.api", () => {
  test("returns a Response with asResponse, even for an error", async () => {
    const { auth } = await startAuth();
    const body = { name: "Ann", email, password: testPassword };
    const response = await auth.api.signUpEmail({ body, asResponse: true });
    expectTypeOf(response).toEqualTypeOf<Response>();
    expect([response.status, (await response.json()).user.email]).toEqual([200, email]);
    expect(response.headers.getSetCookie()).toHaveLength(1);
    const refused = await auth.api.signInEmail({ body: { email, password: "wrong password" }, asResponse: true });
    expect([refused.status, (await refused.json()).code]).toEqual([401, "INVALID_EMAIL_OR_PASSWORD"]);
  });

  test("returns data and headers with returnHeaders, and throws errors", async () => {
    const { auth } = await startAuth();
    const body = { name: "Ann", email, password: testPassword };
    const { headers, response } = await auth.api.signUpEmail({ body, returnHeaders: true });
    expectTypeOf(response.user.email).toEqualTypeOf<string>();
    expect([headers.getSetCookie().length, response.user.email]).toEqual([1, email]);
    await expect(
      auth.api.signInEmail({ body: { email, password: "wrong password" }, returnHeaders: true }),
    ).rejects.toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD" });
    const plain = await auth.api.signInEmail({ body: { email, password: testPassword } });
    expectTypeOf(plain.user.email).toEqualTypeOf<string>();
    // Libraries infer a call's types from its plain form.
    expectTypeOf<null>().toExtend<Awaited<ReturnType<typeof auth.api.getSession>>>();
  });

  test("also has better-auth's name, and neither name exists if its path is disabled", async () => {
    const { auth } = await startAuth();
    expect(auth.api.listUserAccounts).toBe(auth.api.listAccounts);
    expect(auth.api.linkSocialAccount).toBe(auth.api.linkSocial);
    expect(auth.api.requestPasswordResetCallback).toBe(auth.api.resetPasswordCallback);
    const { auth: without } = await startAuth({ disabledPaths: ["/list-accounts"] });
    expect([without.api.listUserAccounts, without.api.listAccounts]).toEqual([undefined, undefined]);
  });
});
