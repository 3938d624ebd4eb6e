import { startAuth } from "@latchkey/test-kit";
import { afterEach, expect, test } from "vitest";
import { closeProviders, startSocial, testProvider } from "../../../test/social-app.ts";
import { defineUntypedEndpoint, type Endpoint } from "../../plugin/endpoint.ts";
import { definePlugin } from "../../plugin/plugin.ts";
import { signInWithIdToken } from "./registered-flows.ts";

afterEach(closeProviders);

const direct: Endpoint<{ provider: string; token: string; disableSignUp?: boolean }, object> = defineUntypedEndpoint({
  method: "POST",
  path: "/direct",
  handle: ({ provider, token, disableSignUp = false }, context) =>
    signInWithIdToken(context, provider, { token }, { disableSignUp }),
});

test("a plugin can sign in with an ID token, with the same rules as /sign-in/social", async () => {
  const plugin = definePlugin({ id: "direct", endpoints: { direct } });
  const app = await startSocial({ plugins: [plugin] }, testProvider());
  const give = (body: object) => app.browser().post<{ code?: string }>("/direct", { provider: "idp", ...body });
  const bob = { sub: "b", email: "bob@example.com", email_verified: true };
  const token = await app.idp.idToken(bob);
  expect((await give({ token, disableSignUp: true })).body.code).toBe("OAUTH_LINK_ERROR");
  expect((await give({ token })).body.code).toBe("INVALID_TOKEN");
  const person = app.browser();
  const fresh = await app.idp.idToken({ ...bob, jti: "2" });
  expect((await person.post("/direct", { provider: "idp", token: fresh })).status).toBe(200);
  expect((await person.get("/get-session")).body).toMatchObject({ user: { email: "bob@example.com" } });
  expect((await give({ provider: "github", token: fresh })).body.code).toBe("PROVIDER_NOT_FOUND");
});

test("a plugin finds no providers in an app without any", async () => {
  const plugin = definePlugin({ id: "direct", endpoints: { direct } });
  const { browser } = await startAuth({ plugins: [plugin] });
  const { body } = await browser().post<{ code: string }>("/direct", { provider: "google", token: "x" });
  expect(body.code).toBe("PROVIDER_NOT_FOUND");
});
