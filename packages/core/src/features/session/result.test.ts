/** Tests that `.result()` returns the same cookies as headers and as values. */

import { startAuth, testPassword } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { defineCookie, type ResponseCookie, serializeCookie } from "../../http/cookies.ts";

const email = "ann@example.com";

test("cookies are returned as header lines and as values, with the same contents", async () => {
  const { auth } = await startAuth();
  const signedUp = await auth.api.signUpEmail.result({ body: { name: "Ann", email, password: testPassword } });
  expect(signedUp.error).toBeNull();
  const [cookie] = signedUp.cookies;
  expect(cookie).toMatchObject({ path: "/", httpOnly: true, sameSite: "lax", secure: false });
  expect(cookie?.maxAge).toBeGreaterThan(600_000);
  expect(signedUp.cookies.map(asLine)).toEqual(signedUp.headers.getSetCookie());

  const headers = { cookie: `${cookie?.name}=${encodeURIComponent(cookie?.value ?? "")}` };
  expect(await auth.api.getSession({ headers })).toMatchObject({ user: { email } });
  const signedOut = await auth.api.signOut.result({ headers });
  expect(signedOut.cookies.length).toBeGreaterThan(1);
  expect(signedOut.cookies.every(({ value, maxAge }) => value === "" && maxAge === 0)).toBe(true);
  expect(signedOut.cookies.map(asLine)).toEqual(signedOut.headers.getSetCookie());
});

test("an error clears cookies but doesn't set any", async () => {
  const { auth } = await startAuth();
  const refused = await auth.api.signInEmail.result({ body: { email, password: testPassword } });
  expect(refused).toMatchObject({ data: null, cookies: [], error: { code: "INVALID_EMAIL_OR_PASSWORD" } });
  const read = await auth.api.getSession.result({ headers: { cookie: "latchkey.session_token=forged" } });
  expect(read.cookies.map(asLine)).toEqual(read.headers.getSetCookie());
});

function asLine({ name, value, maxAge, ...attributes }: ResponseCookie): string {
  return serializeCookie(defineCookie(name, name, attributes), value, maxAge);
}
