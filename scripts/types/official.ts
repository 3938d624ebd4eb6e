/** The official plugins as apps use them, and what each adds to the types. */

export interface Official {
  readonly name: string;
  /** Import lines. */
  readonly imports: readonly string[];
  /** The entry in `createAuth`'s list of plugins. */
  readonly server: string;
  /** Another plugin that `server` adds as well, because the plugin needs it. */
  readonly brings?: string;
  /** The entry in `createAuthClient`'s list of plugins, if there's a client plugin. */
  readonly client?: string;
  /**
   * Statements about `U` (user), `S` (session), `auth`, and `client` that compile wherever the plugin is in the list.
   */
  readonly accepted: readonly string[];
  /** Expressions that don't compile without the plugin. */
  readonly rejected: readonly string[];
}

const signIn = `client.signIn.email({ email: "a@b.test", password: "x" })`;

export const official: readonly Official[] = [
  {
    name: "username",
    imports: [
      `import { username } from "@latchkey/username";`,
      `import { usernameClient } from "@latchkey/username/client";`,
    ],
    server: "username()",
    client: "usernameClient()",
    accepted: [
      `same<U["username"], string | null>(true);`,
      `const named = await auth.api.signInUsername({ body: { username: "ann", password: "x" } });`,
      `if (named.user) same<typeof named.user, U>(true);`,
      `const byName = await client.signIn.username({ username: "ann", password: "x" });`,
      `same<typeof byName.data, Awaited<ReturnType<typeof client.signIn.email>>["data"]>(true);`,
    ],
    rejected: ["({} as U).username", "auth.api.signInUsername", "client.signIn.username"],
  },
  {
    name: "magicLink",
    imports: [
      `import { magicLink } from "@latchkey/magic-link";`,
      `import { magicLinkClient } from "@latchkey/magic-link/client";`,
    ],
    server: "magicLink({ sendMagicLink: () => {} })",
    client: "magicLinkClient()",
    accepted: [
      `const linked = await client.magicLink.verify({ token: "x" });`,
      `if (linked.data?.user) same<typeof linked.data.user, U>(true);`,
      `await client.signIn.magicLink({ email: "a@b.test" });`,
    ],
    rejected: ["auth.api.signInMagicLink", "client.signIn.magicLink", "client.magicLink"],
  },
  {
    name: "emailOTP",
    imports: [
      `import { emailOTP } from "@latchkey/email-otp";`,
      `import { emailOTPClient } from "@latchkey/email-otp/client";`,
    ],
    server: "emailOTP({ sendVerificationOTP: () => {} })",
    client: "emailOTPClient()",
    accepted: [
      `const coded = await client.signIn.emailOtp({ email: "a@b.test", otp: "123456" });`,
      `if (coded.data?.user) same<typeof coded.data.user, U>(true);`,
      `await client.forgetPassword.emailOtp({ email: "a@b.test" });`,
    ],
    rejected: ["auth.api.signInEmailOTP", "client.signIn.emailOtp", "client.emailOtp"],
  },
  {
    name: "anonymous",
    imports: [
      `import { anonymous } from "@latchkey/anonymous";`,
      `import { anonymousClient } from "@latchkey/anonymous/client";`,
    ],
    server: "anonymous()",
    client: "anonymousClient()",
    accepted: [
      `same<U["isAnonymous"], boolean>(true);`,
      `const guest = await auth.api.signInAnonymous();`,
      `if (guest.user) same<typeof guest.user, U>(true);`,
      `const byGuest = await client.signIn.anonymous();`,
      `same<NonNullable<typeof byGuest.data>, Awaited<ReturnType<typeof auth.api.signInAnonymous>>>(true);`,
    ],
    rejected: ["({} as U).isAnonymous", "auth.api.signInAnonymous", "client.signIn.anonymous"],
  },
  {
    name: "phoneNumber",
    imports: [
      `import { phoneNumber } from "@latchkey/phone-number";`,
      `import { phoneNumberClient } from "@latchkey/phone-number/client";`,
    ],
    server: `phoneNumber({ countries: ["US"] })`,
    client: "phoneNumberClient()",
    accepted: [
      `same<U["phoneNumber"], string | null>(true);`,
      `const byPhone = await auth.api.signInPhoneNumber({ body: { phoneNumber: "+1", password: "x" } });`,
      `if (byPhone.user) same<typeof byPhone.user, U>(true);`,
      `const texted = await client.phoneNumber.sendOtp({ phoneNumber: "+1" });`,
      `same<NonNullable<typeof texted.data>["message"], "code sent">(true);`,
    ],
    rejected: ["({} as U).phoneNumber", "auth.api.signInPhoneNumber", "client.phoneNumber"],
  },
  {
    name: "stepUp",
    imports: [
      `import { stepUp } from "@latchkey/step-up";`,
      `import { stepUpClient } from "@latchkey/step-up/client";`,
    ],
    server: "stepUp()",
    client: "stepUpClient()",
    accepted: [
      `const level = await auth.api.assurance({ headers });`,
      `same<(typeof level)["acr"], "aal1" | "aal2" | "phr" | null>(true);`,
      `const known = await client.devices.list();`,
      `same<NonNullable<typeof known.data>, Awaited<ReturnType<typeof auth.api.listKnownDevices>>>(true);`,
    ],
    rejected: ["auth.api.assurance", "client.devices"],
  },
  {
    name: "multiSession",
    imports: [
      `import { multiSession } from "@latchkey/multi-session";`,
      `import { multiSessionClient } from "@latchkey/multi-session/client";`,
    ],
    server: "multiSession()",
    client: "multiSessionClient()",
    accepted: [
      `const accounts = await auth.api.listDeviceSessions({ headers });`,
      `same<(typeof accounts)[number]["user"], U>(true);`,
      `const switched = await client.multiSession.setActive({ sessionToken: "s" });`,
      `if (switched.data) same<typeof switched.data.session, S>(true);`,
    ],
    rejected: ["auth.api.listDeviceSessions", "client.multiSession"],
  },
  {
    name: "lastLoginMethod",
    imports: [
      `import { lastLoginMethod } from "@latchkey/last-login-method";`,
      `import { lastLoginMethodClient } from "@latchkey/last-login-method/client";`,
    ],
    server: "lastLoginMethod()",
    client: "lastLoginMethodClient()",
    accepted: [`same<ReturnType<typeof client.getLastUsedLoginMethod>, string | null>(true);`],
    rejected: ["client.getLastUsedLoginMethod"],
  },
  {
    name: "oneTimeToken",
    imports: [
      `import { oneTimeToken } from "@latchkey/one-time-token";`,
      `import { oneTimeTokenClient } from "@latchkey/one-time-token/client";`,
    ],
    server: "oneTimeToken()",
    client: "oneTimeTokenClient()",
    accepted: [
      `const generated = await client.oneTimeToken.generate();`,
      `same<typeof generated.data, { readonly token: string } | null>(true);`,
      `const transferred = await auth.api.verifyOneTimeToken({ body: { token: "t" } });`,
      `if ("user" in transferred && transferred.user) same<typeof transferred.user, U>(true);`,
    ],
    rejected: ["auth.api.verifyOneTimeToken", "client.oneTimeToken"],
  },
  {
    name: "deviceAuthorization",
    imports: [
      `import { deviceAuthorization } from "@latchkey/device-authorization";`,
      `import { deviceAuthorizationClient } from "@latchkey/device-authorization/client";`,
    ],
    server: "deviceAuthorization()",
    client: "deviceAuthorizationClient()",
    accepted: [
      `const device = await client.device({ query: { user_code: "WDJBMJHT" } });`,
      `if (device.data) same<typeof device.data.status, "pending" | "approved" | "denied">(true);`,
      `const asked = await auth.api.requestDeviceCode({ body: { client_id: "tv" } });`,
      `same<typeof asked.interval, number>(true);`,
    ],
    rejected: ["auth.api.approveDevice", "client.device"],
  },
  {
    name: "events",
    imports: [`import { events } from "@latchkey/events";`, `import { eventsClient } from "@latchkey/events/client";`],
    server: "events()",
    client: "eventsClient()",
    accepted: [
      `const webhook = await client.webhook.create({ url: "https://app.test", events: ["user.*"] });`,
      `if (webhook.data) same<typeof webhook.data.secret, string>(true);`,
      `const sent = await auth.api.replayWebhook({ body: { id: "w", deliveryId: "d" } });`,
      `same<typeof sent.replayed, number>(true);`,
    ],
    rejected: ["auth.api.createWebhook", "client.webhook"],
  },
  {
    name: "scim",
    imports: [
      `import { organization } from "@latchkey/organization";`,
      `import { scim } from "@latchkey/scim";`,
      `import { scimClient } from "@latchkey/scim/client";`,
    ],
    server: "scim(), organization()",
    brings: "organization",
    client: "scimClient()",
    accepted: [
      `const connection = await client.scim.createConnection({ name: "Entra ID" });`,
      `if (connection.data) same<typeof connection.data.token, string>(true);`,
      `const deleted = await auth.api.deleteScimConnection({ body: { id: "c", members: "deprovision" } });`,
      `same<typeof deleted.remaining, number>(true);`,
    ],
    rejected: ["auth.api.createScimConnection", "client.scim"],
  },
  {
    name: "sso",
    imports: [
      `import { organization } from "@latchkey/organization";`,
      `import { sso } from "@latchkey/sso";`,
      `import { ssoClient } from "@latchkey/sso/client";`,
    ],
    server: "sso(), organization()",
    brings: "organization",
    client: "ssoClient()",
    accepted: [
      `const domain = await client.sso.addDomain({ domain: "acme.test" });`,
      `if (domain.data) same<typeof domain.data.record.type, "TXT">(true);`,
      `const started = await client.signIn.sso({ email: "ann@acme.test" });`,
      `if (started.data) same<typeof started.data.url, string>(true);`,
      `const saml = await client.sso.register({`,
      `  providerId: "acme",`,
      `  issuer: "https://idp.acme.test",`,
      `  domain: "acme.test",`,
      `  samlConfig: { idpMetadata: { metadata: "" } },`,
      `});`,
      `if (saml.data?.samlConfig) same<typeof saml.data.samlConfig.spMetadataUrl, string>(true);`,
      `if (saml.error) holds<"SAML_INVALID_METADATA" extends typeof saml.error.code ? true : false>(true);`,
      `const domains = await auth.api.listSsoDomains({ query: { organizationId: "o" } });`,
      `same<(typeof domains)[number]["verified"], boolean>(true);`,
    ],
    rejected: ["auth.api.addSsoDomain", "client.sso", "client.signIn.sso"],
  },
  {
    name: "oneTap",
    imports: [
      `import { oneTap } from "@latchkey/one-tap";`,
      `import { oneTapClient } from "@latchkey/one-tap/client";`,
    ],
    server: "oneTap()",
    client: `oneTapClient({ clientId: "app" })`,
    accepted: [`void client.oneTap({ callbackURL: "/" });`],
    rejected: ["auth.api.oneTapCallback", "client.oneTap"],
  },
  {
    name: "twoFactor",
    imports: [
      `import { type TwoFactorChallenge, twoFactor } from "@latchkey/two-factor";`,
      `import { twoFactorClient } from "@latchkey/two-factor/client";`,
    ],
    server: "twoFactor()",
    client: "twoFactorClient()",
    accepted: [
      `same<U["twoFactorEnabled"], boolean>(true);`,
      `const entered = await ${signIn};`,
      `same<Extract<typeof entered.data, TwoFactorChallenge>, TwoFactorChallenge>(true);`,
      `const verified = await auth.api.verifyTOTP({ body: { code: "123456" }, headers });`,
      `same<typeof verified.user, U>(true);`,
    ],
    rejected: ["({} as U).twoFactorEnabled", "auth.api.verifyTOTP", "client.twoFactor"],
  },
  {
    name: "admin",
    imports: [`import { admin } from "@latchkey/admin";`, `import { adminClient } from "@latchkey/admin/client";`],
    server: "admin()",
    client: "adminClient()",
    accepted: [
      `same<U["role"], string | null>(true);`,
      `same<U["banned"], boolean>(true);`,
      `same<S["impersonatedBy"], string | null>(true);`,
      `const listed = await auth.api.listUsers({ query: { limit: 10 }, headers });`,
      `same<(typeof listed.users)[number], U & { readonly lastActiveAt: Date | null }>(true);`,
      `const begun = await client.admin.impersonateUser({ userId: "u" });`,
      `if (begun.data) same<typeof begun.data.session, S>(true);`,
      `const banned = await ${signIn};`,
      `if (banned.error) holds<"BANNED_USER" extends typeof banned.error.code ? true : false>(true);`,
    ],
    rejected: ["({} as U).banned", "({} as S).impersonatedBy", "auth.api.listUsers", "client.admin"],
  },
  {
    name: "organization",
    imports: [
      `import { organization } from "@latchkey/organization";`,
      `import { organizationClient } from "@latchkey/organization/client";`,
    ],
    server: "organization()",
    client: "organizationClient()",
    accepted: [
      `same<S["activeOrganizationId"], string | null>(true);`,
      `void auth.api.createOrganization({ body: { name: "Acme", slug: "acme" }, headers });`,
      `void client.organization.create({ name: "Acme", slug: "acme" });`,
    ],
    rejected: ["({} as S).activeOrganizationId", "auth.api.createOrganization", "client.organization"],
  },
  {
    name: "billing",
    imports: [
      `import { billing } from "@latchkey/billing";`,
      `import { billingClient } from "@latchkey/billing/client";`,
    ],
    server: `billing({ secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" })`,
    client: "billingClient()",
    accepted: [
      `const has = await auth.api.hasBenefit({ query: { benefit: "b" }, headers });`,
      `same<typeof has, boolean>(true);`,
      `same<typeof auth.api.billing.hasBenefit, typeof auth.api.hasBenefit>(true);`,
      `void client.billing.subscriptions();`,
    ],
    rejected: ["auth.api.hasBenefit", "auth.api.billing", "client.billing"],
  },
  {
    name: "passkey",
    imports: [
      `import { passkey } from "@latchkey/passkey";`,
      `import { passkeyClient } from "@latchkey/passkey/client";`,
    ],
    server: "passkey()",
    client: "passkeyClient()",
    accepted: [
      `const passkeys = await auth.api.listPasskeys({ headers });`,
      `holds<(typeof passkeys)[number]["name"] extends string | null ? true : false>(true);`,
      `void client.passkey.deletePasskey({ id: "p" });`,
    ],
    rejected: ["auth.api.listPasskeys", "client.passkey"],
  },
  {
    name: "captcha",
    imports: [`import { captcha } from "@latchkey/captcha";`],
    server: `captcha({ provider: "hcaptcha", secretKey: "x" })`,
    accepted: [
      `const robot = await client.signIn.email({ email: "a@b.test", password: "x" });`,
      `if (robot.error) holds<"MISSING_RESPONSE" extends typeof robot.error.code ? true : false>(true);`,
    ],
    rejected: [],
  },
  {
    name: "breachedPasswords",
    imports: [`import { breachedPasswords } from "@latchkey/breached-passwords";`],
    server: "breachedPasswords()",
    accepted: [`void auth.api.signUpEmail({ body: { name: "Ann", email: "a@b.test", password: "x" } });`],
    rejected: [],
  },
  {
    name: "openApi",
    imports: [`import { openApi } from "@latchkey/core/openapi";`],
    server: "openApi()",
    accepted: [
      `holds<"paths" extends keyof Awaited<ReturnType<typeof auth.api.generateOpenAPISchema>> ? true : false>(true);`,
    ],
    rejected: ["auth.api.generateOpenAPISchema"],
  },
];

/** Generates a module of an app with these plugins, in this order. */
export function appWith(plugins: readonly Official[], statements: readonly string[] = []): string {
  const clients = plugins.flatMap(({ client }) => client ?? []);
  return [
    `import { createAuth, memoryAdapter } from "@latchkey/core";`,
    `import { createAuthClient } from "@latchkey/react";`,
    // Several plugins bring the organization plugin that they need.
    ...new Set(plugins.flatMap(({ imports }) => imports)),
    `export const auth = createAuth({ database: memoryAdapter(), plugins: [${plugins.map(({ server }) => server)}] });`,
    `export const client = createAuthClient<typeof auth>({ plugins: [${clients}] });`,
    `export type U = typeof auth.$Infer.User;`,
    `export type S = (typeof auth.$Infer.Session)["session"];`,
    `type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;`,
    // Flattens types, so that an intersection and an interface with the same fields are equal.
    `type Flat<T> = T extends object ? { [K in keyof T]: T[K] } : T;`,
    `declare function same<A, B>(yes: Same<Flat<A>, Flat<B>>): void;`,
    `declare function holds<T extends boolean>(yes: T): void;`,
    `declare const headers: Headers;`,
    `export async function checks(): Promise<void> {`,
    `void same; void holds; void headers;`,
    ...statements,
    `}`,
  ].join("\n");
}
