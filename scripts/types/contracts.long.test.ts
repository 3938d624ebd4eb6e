/** The error codes in every call's type match those that its endpoint declares. */

import { admin } from "@latchkey/admin";
import { anonymous } from "@latchkey/anonymous";
import { apiKey } from "@latchkey/api-key";
import { type BillingProvider, billing } from "@latchkey/billing";
import { breachedPasswords } from "@latchkey/breached-passwords";
import { captcha } from "@latchkey/captcha";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { endpointErrors, openApi } from "@latchkey/core/openapi";
import type { PluginDeclaration } from "@latchkey/core/plugin";
import { httpErrors } from "@latchkey/core/plugin";
import { deviceAuthorization } from "@latchkey/device-authorization";
import { events } from "@latchkey/events";
import { jwt } from "@latchkey/jwt";
import { lastLoginMethod } from "@latchkey/last-login-method";
import { multiSession } from "@latchkey/multi-session";
import { oneTap } from "@latchkey/one-tap";
import { oneTimeToken } from "@latchkey/one-time-token";
import { organization } from "@latchkey/organization";
import { phoneNumber } from "@latchkey/phone-number";
import { scim } from "@latchkey/scim";
import { sso } from "@latchkey/sso";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { expect, test } from "vitest";
import { literalsOf } from "./program.ts";

/** Without step-up, whose hook adds codes to calls of other plugins. Their types can't know them. */
const auth = createAuth({
  secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
  baseURL: "http://localhost",
  database: memoryAdapter(),
  emailAndPassword: { enabled: true, requireEmailVerification: true, sendResetPassword: async () => {} },
  emailVerification: { sendVerificationEmail: async () => {} },
  user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
  socialProviders: { google: { clientId: "app", clientSecret: "secret" } },
  logger: { disabled: true },
  plugins: [
    username(),
    anonymous(),
    phoneNumber({ countries: ["US"] }),
    twoFactor(),
    multiSession(),
    lastLoginMethod({ storeInDatabase: true }),
    oneTimeToken(),
    deviceAuthorization({ clients: ["tv"] }),
    events({ organizations: true }),
    scim(),
    sso(),
    oneTap(),
    admin(),
    apiKey([{ leakReports: { publicKey: () => null } }, { configId: "org", references: "organization" }]),
    jwt(),
    organization({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } }),
    billing({
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      seller: () => false,
      // Nothing is called. Calls that need a provider exist because one is configured.
      provider: {} as BillingProvider,
    }),
    // The types know its codes only for calls with a stage, so leave out paths without one, such as `/forget-password`.
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
import { anonymous } from "@latchkey/anonymous";
import { apiKey } from "@latchkey/api-key";
import { billing } from "@latchkey/billing";
import { breachedPasswords } from "@latchkey/breached-passwords";
import { captcha } from "@latchkey/captcha";
import { createAuth, memoryAdapter, type HttpErrorCode } from "@latchkey/core";
import { openApi } from "@latchkey/core/openapi";
import { multiSession } from "@latchkey/multi-session";
import { deviceAuthorization } from "@latchkey/device-authorization";
import { events } from "@latchkey/events";
import { sso } from "@latchkey/sso";
import { jwt } from "@latchkey/jwt";
import { lastLoginMethod } from "@latchkey/last-login-method";
import { oneTimeToken } from "@latchkey/one-time-token";
import { oneTap } from "@latchkey/one-tap";
import { organization } from "@latchkey/organization";
import { phoneNumber } from "@latchkey/phone-number";
import { scim } from "@latchkey/scim";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";

const auth = createAuth({
  database: memoryAdapter(),
  plugins: [
    username(),
    anonymous(),
    phoneNumber({ countries: ["US"] }),
    twoFactor(),
    multiSession(),
    lastLoginMethod({ storeInDatabase: true }),
    oneTimeToken(),
    deviceAuthorization({ clients: ["tv"] }),
    events({ organizations: true }),
    scim(),
    sso(),
    oneTap(),
    admin(),
    apiKey([{}, { configId: "org", references: "organization" }]),
    jwt(),
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
});

test("every official endpoint declares its query budget", () => {
  const endpoints = Object.entries(auth.$context.extensions.endpoints);
  expect(endpoints.filter(([, { queryBudget }]) => queryBudget === undefined).map(([id]) => id)).toEqual([]);
});

/** The plugins of {@link auth}. The other features are part of core. */
const official = [
  "username",
  "anonymous",
  "phone-number",
  "two-factor",
  "multi-session",
  "last-login-method",
  "one-time-token",
  "device-authorization",
  "events",
  "scim",
  "sso",
  "one-tap",
  "admin",
  "api-key",
  "jwt",
  "organization",
  "billing",
  "captcha",
  "breached-passwords",
  "open-api",
];

/**
 * Codes of guards that apps use on their own endpoints, and of table hooks and credentials, which other plugins' calls
 * can fail with.
 */
const ofNoEndpoint = [
  "NOT_ALLOWED_WITH_API_KEY",
  "BENEFIT_REQUIRED",
  "SUBSCRIPTION_REQUIRED",
  "LIMIT_REACHED",
  "SEAT_LIMIT_REACHED",
  "SCIM_MEMBER_INACTIVE",
];

function declaredCodes({ endpoints = {}, stageErrors = {}, hooks = [] }: PluginDeclaration): string[] {
  const ofEndpoints = Object.values(endpoints).flatMap(({ errors, guards }) => [
    errors,
    ...guards.map((g) => g.errors),
  ]);
  const catalogs = [...ofEndpoints, ...Object.values(stageErrors), ...hooks.map((hook) => hook.errors)];
  return catalogs.flatMap((catalog) => Object.keys(catalog ?? {}));
}

test("a plugin's errors are those that its endpoints, guards, stages, and hooks declare", () => {
  const { plugins } = auth.$context.extensions;
  const features = plugins.filter(({ id }) => !official.includes(id));
  const ofCore = new Set(features.flatMap(({ errors = {} }) => Object.keys(errors)));
  const check = (id: string, errors: ReadonlySet<string>, declared: readonly string[]): void => {
    const missing = declared.filter((code) => !errors.has(code) && !ofCore.has(code) && !(code in httpErrors));
    const unused = [...errors].filter((code) => !declared.includes(code) && !ofNoEndpoint.includes(code));
    expect.soft({ id, missing, unused }).toEqual({ id, missing: [], unused: [] });
  };
  expect(plugins.length - features.length).toBe(official.length);
  check("core", ofCore, features.flatMap(declaredCodes));
  for (const plugin of plugins.filter(({ id }) => official.includes(id))) {
    check(plugin.id, new Set(Object.keys(plugin.errors ?? {})), declaredCodes(plugin));
  }
});
