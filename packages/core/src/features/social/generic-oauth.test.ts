import { afterEach, expect, test } from "vitest";
import { ann, closeProviders, startSocial } from "../../../test/social-app.ts";

afterEach(closeProviders);

const generic = { genericOAuthPaths: true };

test("without the option, better-auth's generic OAuth paths don't exist", async () => {
  const { browser } = await startSocial();
  const person = browser();
  const replies = [
    await person.post("/sign-in/oauth2", { providerId: "idp" }),
    await person.post("/oauth2/link", { providerId: "idp", callbackURL: "/" }),
    await person.get("/oauth2/callback/idp?code=1&state=2"),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test("with the option, they accept better-auth's bodies, and the provider gets the redirect URL that was registered for better-auth", async () => {
  const { auth, browser, idp } = await startSocial(generic);
  const person = browser();
  const fields = {
    providerId: "idp",
    callbackURL: "/app",
    newUserCallbackURL: "/welcome",
    additionalData: { ref: "x" },
  };
  const { status, body } = await person.post<{ url: string; redirect: boolean }>("/sign-in/oauth2", fields);
  expect([status, body.redirect]).toEqual([200, true]);
  const url = new URL(body.url);
  const redirectURI = "http://app.test/api/auth/oauth2/callback/idp";
  expect(url.searchParams.get("redirect_uri")).toBe(redirectURI);
  const state = url.searchParams.get("state") as string;
  const code = idp.authorize(ann, url.searchParams.get("nonce") ?? undefined);
  const reply = await person.get(`/oauth2/callback/idp?${new URLSearchParams({ state, code })}`);
  expect(reply.headers.get("location")).toBe("http://app.test/welcome");
  expect(idp.requests.find(({ form }) => form.has("code"))?.form.get("redirect_uri")).toBe(redirectURI);
  expect((await person.get<{ user: object }>("/get-session")).body.user).toMatchObject({ email: "ann@example.com" });
  const link = await person.post<{ url: string }>("/oauth2/link", { providerId: "idp", callbackURL: "/settings" });
  expect(new URL(link.body.url).searchParams.get("redirect_uri")).toBe(redirectURI);
  expect((await browser().post("/oauth2/link", { providerId: "idp", callbackURL: "/" })).status).toBe(401);
  expect((await person.post("/sign-in/oauth2", { providerId: "other" })).body.code).toBe("PROVIDER_NOT_FOUND");
  expect(Object.keys(auth.$context.extensions.endpoints)).toContain("oAuth2Callback");
});

test("both names for a call share one rate limit", async () => {
  const { browser } = await startSocial({ ...generic, rateLimit: { enabled: true } });
  const person = browser();
  const statuses: number[] = [];
  for (let at = 0; at < 11; at++) {
    statuses.push((await person.post("/sign-in/oauth2", { providerId: "idp" })).status);
    statuses.push((await person.post("/sign-in/social", { provider: "idp" })).status);
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(statuses.slice(20)).toEqual([429, 429]);
});

test("disabling the path for one name also disables the other", async () => {
  const { browser } = await startSocial({ ...generic, disabledPaths: ["/sign-in/social"] });
  expect((await browser().post("/sign-in/oauth2", { providerId: "idp" })).status).toBe(404);
});

test("a response that the provider posts is redirected to the same path as a GET", async () => {
  const { begin, browser } = await startSocial(generic);
  const { url } = await begin(browser(), { providerId: "idp" });
  const state = url.searchParams.get("state") as string;
  const reply = await browser().post("/oauth2/callback/idp", new URLSearchParams({ state, code: "c" }) as never);
  const location = new URL(reply.headers.get("location") as string);
  expect(location.pathname).toBe("/api/auth/oauth2/callback/idp");
});
