/** An app with organizations, and users in separate browsers. */

import { userTable } from "@latchkey/core/plugin";
import {
  createMailbox,
  type Mailbox,
  plainPasswords,
  startAuth,
  type TestBrowser,
  type TestReply,
} from "@latchkey/test-kit";
import { type OrganizationOptions, organization } from "../src/index.ts";

/** The parts of a response that tests read. */
export type Body = any;

export interface Person extends TestBrowser {
  readonly userId: string;
  readonly email: string;
  /** Sends a GET request to a path under `/organization`. */
  read(path: string, query?: Record<string, string>): Promise<TestReply<Body>>;
  call(path: string, body?: object): Promise<TestReply<Body>>;
}

export interface OrganizationApp {
  readonly app: Awaited<ReturnType<typeof start>>;
  readonly box: Mailbox;
  /** Signs up a user with a verified email. */
  person(name: string): Promise<Person>;
  /** Creates an organization, and returns its id. */
  found(owner: Person, slug?: string): Promise<string>;
  /** Adds a member with a server call, and makes the organization their active one. */
  join(organizationId: string, person: Person, role?: string): Promise<Body>;
}

function start(options: OrganizationOptions, authOptions: object) {
  const emailAndPassword = { enabled: true, password: plainPasswords };
  return startAuth({ emailAndPassword, ...authOptions, plugins: [organization(options)] });
}

export async function startOrganizations(
  options: OrganizationOptions = {},
  authOptions: object = {},
): Promise<OrganizationApp> {
  const box = createMailbox();
  const sendInvitationEmail = box.sender("invitation", ({ email }) => String(email));
  const app = await start({ sendInvitationEmail, ...options }, authOptions);
  const { db } = app.auth.$context;
  return {
    app,
    box,
    async person(name) {
      const browser = app.browser();
      const email = `${name}@example.com`;
      const { user } = (await browser.signUp(email)).body;
      await db.update(userTable, { where: { id: user.id }, set: { emailVerified: true } });
      return personOf(browser, user.id, email);
    },
    async found(owner, slug = "acme") {
      const { status, body } = await owner.call("create", { name: slug, slug });
      if (status !== 200) throw new Error(`create: ${JSON.stringify(body)}`);
      return body.id;
    },
    async join(organizationId, person, role = "member") {
      const member = await app.auth.api.addMember({ body: { organizationId, userId: person.userId, role } });
      await person.call("set-active", { organizationId });
      return member;
    },
  };
}

/** A browser with calls for organizations. */
export function personOf(browser: TestBrowser, userId: string, email: string): Person {
  return {
    ...browser,
    userId,
    email,
    read: (path, query = {}) => browser.get(`/organization/${path}?${new URLSearchParams(query)}`),
    call: (path, body = {}) => browser.post(`/organization/${path}`, body),
  };
}

/** Returns the status and the code of a response. */
export function outcome({ status, body }: TestReply<Body>): [number, unknown] {
  return [status, body?.code];
}
