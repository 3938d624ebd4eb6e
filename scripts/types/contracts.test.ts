/** The codes of every call: what its type promises is what its endpoint declares. */

import { admin } from "@latchkey/admin";
import { type BillingProvider, billing } from "@latchkey/billing";
import { breachedPasswords } from "@latchkey/breached-passwords";
import { captcha } from "@latchkey/captcha";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { endpointErrors, openApi } from "@latchkey/core/openapi";
import { httpErrors } from "@latchkey/core/plugin";
import { organization } from "@latchkey/organization";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { expect, test } from "vitest";
import { literalsOf } from "./program.ts";

const auth = createAuth({
  secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
  baseURL: "http://localhost",
  database: memoryAdapter(),
  emailAndPassword: { enabled: true, requireEmailVerification: true, sendResetPassword: async () => {} },
  emailVerification: { sendVerificationEmail: async () => {} },
  user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
  logger: { disabled: true },
  plugins: [
    username(),
    twoFactor(),
    admin(),
    organization({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } }),
    billing({
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      seller: () => false,
      // Nothing is called: with a provider, the calls that need one are there.
      provider: {} as BillingProvider,
    }),
    // Types know its codes by stage. At a path without a stage, such as that of `forgetPassword`, they don't.
    captcha({
      provider: "cloudflare-turnstile",
      secretKey: "secret",
      endpoints: ["/sign-up/email", "/sign-in/email", "/sign-in/username"],
    }),
    breachedPasswords(),
    openApi(),
  ],
});

/** The same app, for the compiler. */
const types = `
import { admin } from "@latchkey/admin";
import { billing } from "@latchkey/billing";
import { breachedPasswords } from "@latchkey/breached-passwords";
import { captcha } from "@latchkey/captcha";
import { createAuth, memoryAdapter, type HttpErrorCode } from "@latchkey/core";
import { openApi } from "@latchkey/core/openapi";
import { organization } from "@latchkey/organization";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";

const auth = createAuth({
  database: memoryAdapter(),
  plugins: [
    username(),
    twoFactor(),
    admin(),
    organization({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } }),
    billing({ secret: "", seller: () => false }),
    captcha({ provider: "cloudflare-turnstile", secretKey: "secret" }),
    breachedPasswords(),
    openApi(),
  ],
});
type Api = typeof auth.api;
type Code<Id extends string> = Id extends keyof Api
  ? Api[Id] extends { result(...input: never): Promise<infer R> }
    ? R extends { readonly error: { readonly code: infer C } } ? Exclude<C, HttpErrorCode> : never
    : "not a call"
  : "not in the types";
`;

test("every call's type has exactly the codes that its endpoint declares", () => {
  const { endpoints } = auth.$context.extensions;
  const ids = Object.keys(endpoints);
  const promised = literalsOf({
    "contracts.ts": types + ids.map((id) => `export type ${id} = Code<"${id}">;`).join("\n"),
  });

  const declared = Object.fromEntries(
    ids.map((id) => [
      id,
      Object.keys(endpointErrors(auth.$context, id))
        .filter((code) => !(code in httpErrors))
        .sort(),
    ]),
  );

  expect(ids.length).toBeGreaterThan(120);
  expect(promised).toEqual(declared);
}, 240_000);
