/** Providers whose servers don't respond, stop partway through a response, or never finish one. */

import { afterAll, describe, expect, test } from "vitest";
import type { Answer } from "../../../test/provider-server.ts";
import { ann, closeProviders, startSocial, testProvider } from "../../../test/social-app.ts";
import { accountTable } from "../../tables/account.ts";
import { userTable } from "../../tables/user.ts";

// Each waits for the provider timeout of ten seconds, so they run concurrently.
afterAll(closeProviders);

/** How each server fails, and whether the failure is detected immediately. */
const faults: Readonly<Record<string, { readonly atOnce: boolean; readonly answer: Answer }>> = {
  "says nothing": { atOnce: false, answer: () => {} },
  "stops halfway": {
    atOnce: false,
    answer: (_, response) => void response.writeHead(200, { "content-type": "application/json" }).write('{"a":'),
  },
  "says a byte at a time": {
    atOnce: false,
    answer(_, response) {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 200);
      response.on("close", () => clearInterval(timer));
    },
  },
  "never stops": {
    atOnce: true,
    answer(_, response) {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = `"${"x".repeat(65_536)}",`;
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", more);
      response.write("[");
      more();
    },
  },
};

const plain = testProvider({}, { idToken: null, authorization: { ...testProvider().authorization, nonce: false } });

const places: Readonly<Record<string, { readonly error: string; readonly provider: typeof plain }>> = {
  "/token": { error: "invalid_code", provider: testProvider() },
  "/jwks": { error: "invalid_code", provider: testProvider() },
  "/userinfo": { error: "unable_to_get_user_info", provider: plain },
};

const cases = Object.keys(places).flatMap((path) => Object.keys(faults).map((fault) => [path, fault] as const));

describe("a provider's server can't delay a request for more than ten seconds", () => {
  test.concurrent.each([...cases])("OAUTH-26: %s %s", async (path, fault) => {
    const { error, provider } = places[path] as (typeof places)[string];
    const { atOnce, answer } = faults[fault] as (typeof faults)[string];
    const app = await startSocial({}, provider);
    app.idp.answers.set(path, answer);
    const person = app.browser();
    const trip = await app.begin(person, { errorCallbackURL: "/failed" });
    const begun = performance.now();
    const reply = await trip.back(ann);
    const seconds = (performance.now() - begun) / 1000;
    const url = new URL(reply.headers.get("location") as string);
    expect([url.pathname, url.searchParams.get("error")]).toEqual(["/failed", error]);
    expect(seconds).toBeLessThan(15);
    if (atOnce) expect(seconds).toBeLessThan(9);
    expect(app.idp.count(path)).toBe(1);
    expect(person.cookies.has("latchkey.session_token")).toBe(false);
    const { db } = app.auth.$context;
    expect([await db.count(userTable, {}), await db.count(accountTable, {})]).toEqual([0, 0]);
  });
});
