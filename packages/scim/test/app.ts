/** An app with a directory, and users in separate browsers. */

import { apiKey } from "@latchkey/api-key";
import type { Plugin } from "@latchkey/core";
import { accountTable, definePlugin, newCredential, type UserRow, userTable } from "@latchkey/core/plugin";
import { type OrganizationOptions, organization } from "@latchkey/organization";
import { plainPasswords, startAuth, type TestBrowser, testOrigin, testPassword } from "@latchkey/test-kit";
import { type ScimOptions, scim } from "../src/index.ts";

/** The parts of a response that tests read. */
export type Body = any;

/** A response of the protocol. */
export interface ScimResponse {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

/** Sends requests like a directory. */
export interface Directory {
  readonly id: string;
  readonly token: string;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ScimResponse>;
}

/** Replaces the SSO plugin's domain verification. Organizations own the domains that the test lists. */
function ownedDomains(owned: ReadonlyMap<string, string>): Plugin {
  return definePlugin({
    id: "domains",
    provides: {
      organizationDomains: {
        owns: async (_db, organizationId, email) => owned.get(email.split("@")[1] ?? "") === organizationId,
      },
    },
  });
}

/** Returns a directory that sends requests with a token. */
export function directoryOf(
  auth: { readonly handler: (request: Request) => Promise<Response> },
  id: string,
  token: string,
): Directory {
  return {
    id,
    token,
    async send(method, path, body, headers = {}) {
      const response = await auth.handler(
        new Request(`${testOrigin}/api/auth/scim/v2${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
    },
  };
}

export interface ScimAppOptions {
  readonly scim?: ScimOptions;
  readonly organization?: OrganizationOptions;
  readonly auth?: object;
  /**
   * Whether the test lists the domains that organizations own. `false` if one of the plugins verifies them. Default:
   * true.
   */
  readonly domains?: boolean;
  /** Plugins in addition to those that every test app has. */
  readonly plugins?: readonly Plugin[];
}

const corporate = "corp.test";

/** Starts an app. Ann owns the organization Acme, which owns the domain `corp.test`. */
export async function startScim(options: ScimAppOptions = {}) {
  const owned = new Map<string, string>();
  const app = await startAuth({
    emailAndPassword: { enabled: true, password: plainPasswords },
    ...options.auth,
    plugins: [
      organization({ sendInvitationEmail: () => {}, membershipLimit: 1000, ...options.organization }),
      apiKey(),
      scim(options.scim),
      ...(options.domains === false ? [] : [ownedDomains(owned)]),
      ...(options.plugins ?? []),
    ],
  });
  const { auth } = app;
  const { db } = auth.$context;
  const person = async (email: string): Promise<TestBrowser & { readonly userId: string }> => {
    const browser = app.browser();
    const { user } = (await browser.signUp(email)).body;
    await db.update(userTable, { where: { id: user.id }, set: { emailVerified: true } });
    return { ...browser, userId: user.id };
  };
  /** Creates an organization, and returns its id. */
  const found = async (owner: TestBrowser, slug: string): Promise<string> => {
    const { status, body } = await owner.post<Body>("/organization/create", { name: slug, slug });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.id;
  };
  const directory = (id: string, token: string): Directory => directoryOf(auth, id, token);
  const connect = async (organizationId: string, input: object = {}): Promise<Directory> => {
    const created = await auth.api.createScimConnection({ body: { organizationId, name: "Directory", ...input } });
    return directory(created.id, created.token);
  };
  const userOf = async (email: string): Promise<UserRow> => {
    const user = await db.findOne(userTable, { where: { email } });
    if (!user) throw new Error(`No user has the email ${email}.`);
    return user;
  };
  const ann = await person("ann@example.com");
  const organizationId = await found(ann, "acme");
  owned.set(corporate, organizationId);
  const acme = await connect(organizationId);
  return { app, auth, db, owned, person, userOf, found, connect, directory, ann, organizationId, acme };
}

/** Returns a user as directories send them. */
export function scimUser(name: string, more: object = {}): object {
  const email = name.includes("@") ? name : `${name}@${corporate}`;
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName: email,
    name: { givenName: name.split("@")[0], familyName: "Doe" },
    emails: [{ value: email, type: "work", primary: true }],
    active: true,
    ...more,
  };
}

/** Returns a PATCH body with these operations. */
export function patch(...Operations: readonly object[]): object {
  return { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations };
}

/** Signs in a managed user, who has no password until a test sets one. */
export async function signInAs(
  it: Awaited<ReturnType<typeof startScim>>,
  email: string,
): Promise<TestBrowser & { readonly userId: string }> {
  const browser = it.app.browser();
  const user = await it.userOf(email);
  const context = it.auth.$context;
  const hash = await context.passwords.hash(testPassword);
  await it.db.insert(accountTable, newCredential(context, user.id, hash, email));
  await browser.signIn(email);
  return { ...browser, userId: user.id };
}
