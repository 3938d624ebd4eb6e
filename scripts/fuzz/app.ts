/** The app under the fuzzer: every official plugin, a cheap password hash, and fakes for all external servers. */

import { createHash } from "node:crypto";
import { admin } from "@latchkey/admin";
import { anonymous } from "@latchkey/anonymous";
import { apiKey } from "@latchkey/api-key";
import { billing } from "@latchkey/billing";
import { breachedPasswords } from "@latchkey/breached-passwords";
import { captcha } from "@latchkey/captcha";
import { memoryAdapter, type Plugin } from "@latchkey/core";
import type { Adapter, DatabaseAdapter } from "@latchkey/core/database";
import { type DeclaredEndpoint, definePlugin, httpErrors } from "@latchkey/core/plugin";
import { devConsole } from "@latchkey/dev";
import { deviceAuthorization } from "@latchkey/device-authorization";
import { emailOTP } from "@latchkey/email-otp";
import { events } from "@latchkey/events";
import { jwt } from "@latchkey/jwt";
import { lastLoginMethod } from "@latchkey/last-login-method";
import { magicLink } from "@latchkey/magic-link";
import { multiSession } from "@latchkey/multi-session";
import { oauthProvider } from "@latchkey/oauth-provider";
import { oneTap } from "@latchkey/one-tap";
import { oneTimeToken } from "@latchkey/one-time-token";
import { organization } from "@latchkey/organization";
import { createAccessControl, defaultStatements } from "@latchkey/organization/access";
import { passkey } from "@latchkey/passkey";
import { phoneNumber } from "@latchkey/phone-number";
import { scim } from "@latchkey/scim";
import { sso, ssoDomainTable } from "@latchkey/sso";
import { stepUp } from "@latchkey/step-up";
import { createMailbox, type Mailbox, mailOptions, startAuth, type TestBrowser } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { username } from "@latchkey/username";
import { providerFetch } from "./provider-responses.ts";

export const origin = "https://app.test";
export const base = `${origin}/api/auth`;
/** The issuer of organizations' identity providers. */
export const ssoIssuer = "https://idp.acme.test";
const ssoDiscovery = {
  issuer: ssoIssuer,
  authorization_endpoint: `${ssoIssuer}/authorize`,
  token_endpoint: `${ssoIssuer}/token`,
  jwks_uri: `${ssoIssuer}/keys`,
};
export const appSecret = "Yb7xKp2QvM9sTn4WzR8cHj3LfD6gAe1U";
export const webhookSecret = "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=";
/** The fuzzer's IP address. It isn't this machine's, so the dev console must stay closed. */
export const address = "203.0.113.7";

/** How far requests got, by endpoint. */
export interface Probe {
  /** Requests that passed validation and guards. */
  readonly reached: Map<string, number>;
  /** Requests with a successful response. */
  readonly succeeded: Map<string, number>;
}

export interface FuzzApp {
  handler(request: Request, info?: { remoteAddress?: string }): Promise<Response>;
  /** Calls `auth.api`, for server-only calls. */
  call(id: string, input: object): Promise<unknown>;
  respond(id: string, input: object): Promise<Response>;
  browser(): TestBrowser;
  readonly db: Adapter;
  readonly now: () => Date;
  /** Moves the clock forward by this many seconds. */
  advance(seconds: number): void;
  readonly box: Mailbox;
  readonly probe: Probe;
  /** HTTP endpoints by id. */
  readonly endpoints: Readonly<Record<string, DeclaredEndpoint>>;
  /** Every error code that a response can have. */
  readonly codes: ReadonlySet<string>;
  /** Errors logged since the list was last cleared, to find the cause of a 500. */
  readonly errors: unknown[];
}

/** Prefix of stored hashes, to detect one in a response. */
export const hashMark = "fuzz-stored-hash:";

const cheapHashes = {
  hash: async (password: string): Promise<string> =>
    hashMark + createHash("sha256").update(password.normalize("NFKC")).digest("hex"),
  verify: async ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
    hash === (await cheapHashes.hash(password)),
};

/**
 * @param database used as given. Its tables are created.
 */
export async function openApp(database: DatabaseAdapter = memoryAdapter()): Promise<FuzzApp> {
  const box = createMailbox();
  const probe: Probe = { reached: new Map(), succeeded: new Map() };
  const errors: unknown[] = [];
  const mails = mailOptions(box);
  const plugins = [...officialPlugins(box), probePlugin(probe)];
  const { auth, browser, clock } = await startAuth({
    session: { additionalFields: { theme: { type: "string", input: true } } },
    ...(mails as object),
    baseURL: origin,
    database,
    plugins,
    secret: appSecret,
    emailAndPassword: { ...mails.emailAndPassword, password: cheapHashes },
    socialProviders: {
      github: { clientId: "fuzz", clientSecret: "the provider's own secret" },
      google: { clientId: "fuzz", clientSecret: "the provider's own secret" },
    },
    trustedOrigins: ["https://trusted.test", "https://*.wild.test"],
    fetch: providerFetch,
    // No client of the fuzzer has a server. An organization's identity provider has only a discovery document.
    publicFetch: async (url: unknown) =>
      String(url).startsWith(ssoIssuer) ? Response.json(ssoDiscovery) : new Response("", { status: 404 }),
    // Everyone has added the TXT records for their domains.
    resolveTxt: async () =>
      (await auth.$context.db.findMany(ssoDomainTable, { limit: 1000 })).map(({ token }) => [token]),
    logger: {
      level: "error",
      log: (_: string, message: string, { error }: { error?: unknown }) => errors.push(error ?? message),
    },
  } as object);
  const api = auth.api as unknown as Record<
    string,
    ((input: object) => Promise<unknown>) & { response(input: object): Promise<Response> }
  >;
  const all = auth.$context.extensions.endpoints;
  const found = (id: string) => api[id] ?? panic(`There is no call ${id}.`);
  return {
    handler: auth.handler,
    call: (id, input) => found(id)(input),
    respond: (id, input) => found(id).response(input),
    browser: () => browser(address),
    db: auth.$context.db,
    now: clock.now,
    advance: clock.advance,
    box,
    probe,
    errors,
    endpoints: Object.fromEntries(Object.entries(all).filter(([, { serverOnly }]) => !serverOnly)),
    codes: codesOf(plugins, Object.values(all)),
  };
}

function officialPlugins(box: Mailbox): Plugin[] {
  const page = async () => ({ url: "https://buy.test/page" });
  const toAddress = ({ email }: Readonly<Record<string, unknown>>) => String(email);
  return [
    username(),
    anonymous(),
    passkey({ signUp: "email" }),
    magicLink({ sendMagicLink: box.sender("link", toAddress) as never }),
    emailOTP({
      sendVerificationOTP: box.sender("email-code", toAddress) as never,
      changeEmail: { enabled: true, verifyCurrentEmail: false },
    }),
    phoneNumber({
      countries: ["US"],
      sendOTP: box.sender("phone", ({ phoneNumber: to }) => String(to)) as never,
      sendPasswordResetOTP: box.sender("phone-reset", ({ phoneNumber: to }) => String(to)) as never,
      signUpOnVerification: {},
      testNumbers: { "+12133734253": "123456" },
    }),
    stepUp(),
    multiSession(),
    lastLoginMethod({ storeInDatabase: true }),
    oneTimeToken(),
    deviceAuthorization({ clients: ["tv"] }),
    events({ organizations: true, maxWebhooks: 1000 }),
    sso({ domainsLimit: 1000, providersLimit: 100 }),
    scim({ maxConnections: 100 }),
    oneTap(),
    organization({
      ac: createAccessControl({ ...defaultStatements, project: ["create", "share"] }),
      teams: { enabled: true },
      dynamicAccessControl: { enabled: true },
      sendInvitationEmail: box.sender("invitation", toAddress) as never,
    }),
    admin(),
    apiKey([{}, { configId: "org", references: "organization" }]),
    jwt({ revocationFeed: true, jwks: { keyPairConfigs: [{ alg: "ES256" }] } }),
    oauthProvider({
      loginPage: "/sign-in",
      consentPage: "/consent",
      organizations: { page: "/choose-organization" },
      allowDynamicClientRegistration: true,
      allowPublicClientPrelogin: true,
      clientIdMetadataDocuments: true,
      resources: [{ identifier: `${origin}/mcp` }],
      clientPrivileges: () => true,
    }),
    twoFactor({ otpOptions: { sendOTP: box.sender("sendOTP") as never } }),
    billing({
      secret: webhookSecret,
      benefits: { pro: "benefit" },
      seller: ({ user }) => user.role === "admin",
      provider: {
        name: "fuzz",
        ensureCustomer: async ({ externalId }) => ({ id: `customer-of-${externalId}` }),
        updateCustomer: async () => [],
        anonymizeCustomer: async () => {},
        createCheckout: async () => ({ ...(await page()), id: "checkout", clientSecret: null, expiresAt: null }),
        openPortal: page,
        previewChange: async () => ({
          dueNow: 0,
          nextAmount: 100,
          currency: "usd",
          recurringInterval: "month",
          effectiveAt: null,
          isEstimate: true,
        }),
        changeSubscription: async () => [],
        undoScheduledChange: async () => [],
        ingestUsage: async () => {},
        cancelSubscription: async () => [],
        resumeSubscription: async () => [],
        syncResources: [],
        listPage: async () => ({ entities: [], next: null, total: 0 }),
        fetchEntity: async () => [],
      },
    }),
    captcha({ provider: "cloudflare-turnstile", secretKey: "the captcha's own secret", endpoints: ["/sign-up/email"] }),
    breachedPasswords(),
    devConsole(),
  ];
}

/** Counts requests after all guards and before the response. */
function probePlugin({ reached, succeeded }: Probe): Plugin {
  const count = (counts: Map<string, number>, id: string) => void counts.set(id, (counts.get(id) ?? 0) + 1);
  return definePlugin({
    id: "fuzz-probe",
    hooks: [
      {
        on: () => true,
        before: (_, { endpointId }) => count(reached, endpointId),
        after: (_, { endpointId }) => count(succeeded, endpointId),
      },
    ],
  });
}

function codesOf(plugins: readonly Plugin[], endpoints: readonly DeclaredEndpoint[]): Set<string> {
  const catalogues = [
    httpErrors,
    ...plugins.map(({ errors }) => errors),
    ...endpoints.flatMap(({ errors, guards }) => [errors, ...guards.map((guard) => guard.errors)]),
  ];
  return new Set(catalogues.flatMap((catalogue) => Object.keys(catalogue ?? {})));
}

export function panic(message: string): never {
  throw new Error(message);
}
