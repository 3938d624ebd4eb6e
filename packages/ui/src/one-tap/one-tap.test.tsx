// @vitest-environment jsdom

import { generateKeyPairSync, sign } from "node:crypto";
import { oneTap } from "@latchkey/one-tap";
import { oneTapClient } from "@latchkey/one-tap/client";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { oneTapUi } from "./plugin.ts";

history.replaceState(null, "", "/sign-in");

watchScreens();
const plugins = [oneTapUi()];
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const keys = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] };

/** Signs a token like Google's. */
function idToken(claims: object): string {
  const now = Math.floor(Date.now() / 1000);
  const about = { iss: "https://accounts.google.com", aud: "app", iat: now, exp: now + 3600, jti: String(now) };
  const content = [
    { alg: "RS256", kid: "1" },
    { ...about, sub: "g1", email: "ann@example.com", email_verified: true, name: "Ann", ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${content}.${sign("RSA-SHA256", Buffer.from(content), privateKey).toString("base64url")}`;
}

interface Initialized {
  readonly client_id: string;
  readonly nonce: string;
  callback(response: { readonly credential: string }): void;
}

const asked: Initialized[] = [];
let prompts = 0;
const google = {
  initialize: (options: Initialized) => void asked.push(options),
  prompt: () => void prompts++,
  renderButton: () => {},
};

/** Replaces Google's script when the page first requests it. Returns the options that the page initializes it with. */
async function shownPrompt(): Promise<Initialized> {
  const before = prompts;
  await waitFor(() => {
    const script = document.head.querySelector<HTMLScriptElement>(
      'script[src="https://accounts.google.com/gsi/client"]',
    );
    if (script && !("google" in window)) {
      Object.assign(window, { google: { accounts: { id: google } } });
      script.onload?.(new Event("load"));
    }
    expect(prompts).toBe(before + 1);
  });
  return asked.at(-1) as Initialized;
}

function startWithGoogle() {
  return startSite(
    {
      plugins: [oneTap({ clientId: "app", requireNonce: true })],
      socialProviders: { google: { clientId: "app", clientSecret: "secret" } },
      fetch: (async () => Response.json(keys)) as typeof fetch,
    },
    [oneTapClient({ clientId: "app" })],
  );
}

test("Google's prompt gets the browser's nonce, and its response signs the user in", async () => {
  const visit = (await startWithGoogle()).visit();
  visit.show(<SignIn />, { plugins });
  const { client_id, nonce, callback } = await shownPrompt();
  expect([client_id, nonce.length > 20]).toEqual(["app", true]);
  callback({ credential: idToken({ nonce }) });
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect((await visit.client.getSession()).data?.user.email).toBe("ann@example.com");
  expect(localStorage.getItem("latchkey.last-used")).toBe("google");
});

test("if the server rejects the token, the page says to try again, and the form stays", async () => {
  const visit = (await startWithGoogle()).visit();
  visit.show(<SignIn />, { plugins });
  const { callback } = await shownPrompt();
  callback({ credential: idToken({ nonce: "another browser's" }) });
  await screen.findByText(en.social.errors.unknown);
  expect([visit.went, screen.getByLabelText(en.password).tagName]).toEqual([[], "INPUT"]);
});

test("a Google account with an unverified email doesn't sign in to the account with that email, and the page says so", async () => {
  const site = await startWithGoogle();
  await site.browser().signUp("ann@example.com");
  const visit = site.visit();
  visit.show(<SignIn />, { plugins });
  const { nonce, callback } = await shownPrompt();
  callback({ credential: idToken({ nonce, email_verified: false }) });
  await screen.findByText(en.errors.OAUTH_LINK_ERROR as string);
  expect((await visit.client.getSession()).data).toBeNull();
});

test("signed-in users don't see the prompt", async () => {
  const visit = (await startWithGoogle()).visit();
  await visit.browser.signUp("ann@example.com");
  visit.show(<SignIn />, { plugins });
  await waitFor(() => expect(visit.answered).toContain("/get-session"));
  expect(visit.asked).not.toContain("/one-tap/nonce");
});
