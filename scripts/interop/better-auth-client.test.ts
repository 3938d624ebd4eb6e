/** The public client of the peer that shares this wire format, unchanged, against this handler. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { toNodeHandler } from "@latchkey/node";
import { createAuthClient } from "better-auth/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

describe("better-auth's own client", () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const auth = createAuth({
      baseURL: origin,
      database: memoryAdapter(),
      emailAndPassword: { enabled: true },
      secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
    });
    server.on("request", toNodeHandler(auth));
  });
  afterAll(() => server.close());

  /** A client in a browser of its own: Node's fetch keeps no cookies and sends no origin. */
  function client() {
    const cookies = new Map<string, string>();
    const customFetchImpl = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const headers = new Headers(init?.headers);
      headers.set("origin", origin);
      if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      const response = await fetch(input, { ...init, headers });
      for (const line of response.headers.getSetCookie()) {
        const [name = "", value = ""] = (line.split(";", 1)[0] as string).split(/=(.*)/s);
        if (line.includes("Max-Age=0")) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    };
    return { ...{ cookies }, auth: createAuthClient({ baseURL: origin, fetchOptions: { customFetchImpl } }) };
  }

  test("signs up, in, reads, lists, revokes and signs out", async () => {
    const [laptop, phone] = [client(), client()];
    const account = { email: "ann@example.com", password: "correct horse battery" };

    const signedUp = await laptop.auth.signUp.email({ ...account, name: "Ann" });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data?.user.createdAt).toBeInstanceOf(Date);
    expect(laptop.cookies.size).toBe(1);

    const read = await laptop.auth.getSession();
    expect(read.data?.session.expiresAt).toBeInstanceOf(Date);
    expect(read.data?.user.email).toBe("ann@example.com");
    expect((await laptop.auth.getSession({ query: { disableCookieCache: true } })).data?.session.token).toBe(
      read.data?.session.token,
    );

    const wrong = await phone.auth.signIn.email({ ...account, password: "not this one" });
    expect(wrong.error).toMatchObject({ code: "INVALID_EMAIL_OR_PASSWORD", status: 401 });
    const signedIn = await phone.auth.signIn.email({ ...account, rememberMe: false });
    expect(signedIn.data).toMatchObject({ redirect: false, token: expect.any(String) });

    const listed = await laptop.auth.listSessions();
    expect(listed.data).toHaveLength(2);
    const other = listed.data?.find(({ token }) => token !== read.data?.session.token);
    expect((await laptop.auth.revokeSession({ token: other?.token as string })).data).toEqual({ status: true });
    expect((await phone.auth.getSession()).data).toBeNull();

    await phone.auth.signIn.email(account);
    expect((await laptop.auth.revokeOtherSessions()).data).toEqual({ status: true });
    expect((await phone.auth.getSession()).data).toBeNull();
    expect((await laptop.auth.signOut()).data).toEqual({ success: true });
    expect((await laptop.auth.getSession()).data).toBeNull();
    expect(laptop.cookies.size).toBe(0);
  });

  test("a taken email and a missing field are errors that it understands", async () => {
    const { auth } = client();
    const account = { email: "bob@example.com", password: "correct horse battery", name: "Bob" };
    await auth.signUp.email(account);
    expect((await auth.signUp.email(account)).error).toMatchObject({ code: "USER_ALREADY_EXISTS", status: 422 });
    expect((await auth.signUp.email({ ...account, name: 1 as never })).error).toMatchObject({
      code: "VALIDATION_ERROR",
      status: 400,
    });
  });
});
