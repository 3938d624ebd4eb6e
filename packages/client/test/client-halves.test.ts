/** Tests that the client's rules and the client plugins match the endpoints' declarations. */

import { admin } from "@latchkey/admin";
import { adminClient } from "@latchkey/admin/client";
import { anonymous } from "@latchkey/anonymous";
import { anonymousClient } from "@latchkey/anonymous/client";
import { type BillingProvider, billing } from "@latchkey/billing";
import { billingClient } from "@latchkey/billing/client";
import { breachedPasswords } from "@latchkey/breached-passwords";
import { captcha } from "@latchkey/captcha";
import { createAuth, memoryAdapter } from "@latchkey/core";
import type { ClientPlugin, DeclaredEndpoint, Plugin } from "@latchkey/core/plugin";
import { deviceAuthorization } from "@latchkey/device-authorization";
import { deviceAuthorizationClient } from "@latchkey/device-authorization/client";
import { emailOTP } from "@latchkey/email-otp";
import { emailOTPClient } from "@latchkey/email-otp/client";
import { events } from "@latchkey/events";
import { eventsClient } from "@latchkey/events/client";
import { lastLoginMethod } from "@latchkey/last-login-method";
import { lastLoginMethodClient } from "@latchkey/last-login-method/client";
import { magicLink } from "@latchkey/magic-link";
import { magicLinkClient } from "@latchkey/magic-link/client";
import { multiSession } from "@latchkey/multi-session";
import { multiSessionClient } from "@latchkey/multi-session/client";
import { oneTap } from "@latchkey/one-tap";
import { oneTapClient } from "@latchkey/one-tap/client";
import { oneTimeToken } from "@latchkey/one-time-token";
import { oneTimeTokenClient } from "@latchkey/one-time-token/client";
import { organization } from "@latchkey/organization";
import { organizationClient } from "@latchkey/organization/client";
import { passkey } from "@latchkey/passkey";
import { passkeyClient } from "@latchkey/passkey/client";
import { phoneNumber } from "@latchkey/phone-number";
import { phoneNumberClient } from "@latchkey/phone-number/client";
import { scim } from "@latchkey/scim";
import { scimClient } from "@latchkey/scim/client";
import { sso } from "@latchkey/sso";
import { ssoClient } from "@latchkey/sso/client";
import { stepUp } from "@latchkey/step-up";
import { stepUpClient } from "@latchkey/step-up/client";
import { twoFactor } from "@latchkey/two-factor";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { username } from "@latchkey/username";
import { usernameClient } from "@latchkey/username/client";
import { describe, expect, test } from "vitest";
import { isChange, methodOf } from "../src/paths.ts";

/** An empty client plugin for core, and for plugins without one. The client's own rules must fit their endpoints. */
const noHalf = (id: string): ClientPlugin => ({ id });

const plugins: readonly (readonly [Plugin, ClientPlugin])[] = [
  [username(), usernameClient()],
  [magicLink({ sendMagicLink: () => {} }), magicLinkClient()],
  [emailOTP({ sendVerificationOTP: () => {} }), emailOTPClient()],
  [anonymous(), anonymousClient()],
  [phoneNumber({ countries: "all" }), phoneNumberClient()],
  [stepUp(), stepUpClient()],
  [twoFactor(), twoFactorClient()],
  [passkey(), passkeyClient()],
  [multiSession(), multiSessionClient()],
  [lastLoginMethod(), lastLoginMethodClient()],
  [oneTimeToken(), oneTimeTokenClient()],
  [deviceAuthorization({ clients: ["tv"] }), deviceAuthorizationClient()],
  [events(), eventsClient()],
  [scim(), scimClient()],
  [sso(), ssoClient()],
  [oneTap(), oneTapClient({ clientId: "app" })],
  [admin(), adminClient()],
  [organization({ teams: { enabled: true }, dynamicAccessControl: { enabled: true } }), organizationClient()],
  [
    billing({
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      seller: () => false,
      // Never called. Endpoints that need a provider only exist with one.
      provider: {} as BillingProvider,
    }),
    billingClient(),
  ],
  [captcha({ provider: "cloudflare-turnstile", secretKey: "secret" }), noHalf("captcha")],
  [breachedPasswords(), noHalf("breached-passwords")],
];

const core = createAuth({
  secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
  baseURL: "http://localhost",
  database: memoryAdapter(),
  emailAndPassword: { enabled: true, sendResetPassword: async () => {} },
  emailVerification: { sendVerificationEmail: async () => {} },
  user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
  socialProviders: { github: { clientId: "id", clientSecret: "secret" } },
  logger: { disabled: true },
});

/** Paths that identity providers' pages post forms to. */
const postedByOthers: ReadonlySet<string> = new Set(["/sso/saml2/sp/acs/:providerId", "/sso/saml2/sp/slo/:providerId"]);

/** Returns the endpoints that a client can call. Only their senders call webhooks. */
const onHttp = (endpoints: Readonly<Record<string, DeclaredEndpoint>>): readonly DeclaredEndpoint[] =>
  Object.values(endpoints).filter(
    ({ serverOnly, rawBody, path }) => !serverOnly && !rawBody && !postedByOthers.has(path),
  );

const parts: readonly (readonly [id: string, endpoints: readonly DeclaredEndpoint[], half: ClientPlugin])[] = [
  ["core", onHttp(core.$context.extensions.endpoints), noHalf("core")],
  ...plugins.map(([plugin, half]) => [plugin.id, onHttp(plugin.endpoints ?? {}), half] as const),
];

/** Whether a call works without fields. */
async function allowsNoFields({ input }: DeclaredEndpoint): Promise<boolean> {
  return !input || !(await input["~standard"].validate({})).issues;
}

/** Returns the paths that the client would call with the wrong method. */
async function wrongMethods(
  endpoints: readonly DeclaredEndpoint[],
  own: ClientPlugin["methods"],
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const endpoint of endpoints) {
    const { method, path } = endpoint;
    const called = (body: object): string => methodOf(path, own ?? {}, undefined, body);
    const bodies = method !== "POST" || (await allowsNoFields(endpoint)) ? [{}] : [];
    if (method === "POST") bodies.push({ field: 1 });
    if (!bodies.every((body) => [method].flat().includes(called(body) as "GET" | "POST"))) wrong.push(path);
  }
  return wrong;
}

describe.each(parts)("%s", (_id, endpoints, half) => {
  test("the client calls every endpoint with the correct method", async () => {
    expect(await wrongMethods(endpoints, half.methods)).toEqual([]);
  });

  test("every listed method is needed", async () => {
    for (const path of Object.keys(half.methods ?? {})) {
      const { [path]: _without, ...others } = half.methods ?? {};
      expect([path, (await wrongMethods(endpoints, others)).length > 0]).toEqual([path, true]);
    }
  });

  test("the client reloads its stores after every call that changes data, but not after reads", () => {
    const isRead = ({ method, path }: DeclaredEndpoint): boolean =>
      ![method].flat().some((one) => isChange(path, one === "GET" || one === "HEAD" ? "GET" : "POST"));
    expect(endpoints.filter((endpoint) => endpoint.changes && isRead(endpoint)).map(({ path }) => path)).toEqual([]);
    const gets = endpoints.filter(({ method, changes }) => method === "GET" && !changes);
    expect(gets.filter((endpoint) => !isRead(endpoint)).map(({ path }) => path)).toEqual([]);
  });

  test("every listed method and store has the path of an endpoint", () => {
    const paths = endpoints.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(Object.keys(half.methods ?? {})));
    expect(paths).toEqual(expect.arrayContaining(Object.values(half.stores ?? {}).map(({ path }) => path)));
  });

  test("the endpoints only declare changes to existing stores", () => {
    const stores = ["session", ...Object.keys(half.stores ?? {})];
    expect(endpoints.flatMap(({ changes = [] }) => changes).filter((name) => !stores.includes(name))).toEqual([]);
  });
});

const methods = Object.assign({}, ...parts.map(([, , half]) => half.methods));

test.each<[path: string, method: string]>([
  ["/admin/stop-impersonating", "POST"],
  ["/two-factor/enable", "POST"],
  ["/two-factor/disable", "POST"],
  ["/two-factor/get-totp-uri", "POST"],
  ["/two-factor/send-otp", "POST"],
  ["/two-factor/generate-backup-codes", "POST"],
  ["/two-factor/list-trusted-devices", "GET"],
  ["/admin/list-users", "GET"],
  ["/organization/get-full-organization", "GET"],
  ["/organization/list-user-teams", "GET"],
])("without fields, %s is a %s", (path, method) => {
  expect(methodOf(path, methods, undefined, {})).toBe(method);
});
