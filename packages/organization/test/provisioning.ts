/** An app whose server adds, suspends, and removes members, as a directory does. */

import type { Transaction } from "@latchkey/core/database";
import {
  definePlugin,
  defineUntypedEndpoint,
  findUser,
  getService,
  type MemberProvisioning,
  type RequestContext,
  type RoleChange,
  userTable,
} from "@latchkey/core/plugin";
import { plainPasswords, startAuth } from "@latchkey/test-kit";
import { type OrganizationOptions, organization } from "../src/index.ts";
import { type Body, type Person, personOf } from "./app.ts";

/** The function that a test runs with the service. */
type Work = (provisioning: MemberProvisioning, context: RequestContext) => Promise<unknown>;

/** Starts an app, with an endpoint that runs what the test passes to `run`. */
export async function startProvisioning(options: OrganizationOptions = {}, authOptions: object = {}) {
  const works = new Map<string, Work>();
  const directory = definePlugin({
    id: "directory",
    uses: { organizationAccess: "organization() from @latchkey/organization" },
    endpoints: {
      runDirectory: defineUntypedEndpoint({
        method: "POST",
        path: "/directory/run",
        handle: async (body, context) => {
          const work = works.get((body as { readonly work: string }).work) as Work;
          return { result: (await work(getService(context, "organizationAccess").provisioning, context)) ?? null };
        },
      }),
    },
  });
  const app = await startAuth({
    emailAndPassword: { enabled: true, password: plainPasswords },
    ...authOptions,
    plugins: [organization({ sendInvitationEmail: () => {}, ...options }), directory],
  });
  const server = app.browser();
  /** Runs `work` in a request and returns its result, or the code of its error. */
  const run = async (work: Work): Promise<Body> => {
    const key = String(works.size);
    works.set(key, work);
    const { status, body } = await server.post<Body>("/directory/run", { work: key });
    return status === 200 ? body.result : body.code;
  };
  /** Runs one call of the service in its own transaction. */
  const inTransaction = (
    call: (provisioning: MemberProvisioning, tx: Transaction, context: RequestContext) => Promise<unknown>,
  ) => run((provisioning, context) => context.db.transaction((tx) => call(provisioning, tx, context)));
  return {
    app,
    db: app.auth.$context.db,
    run,
    async person(name: string): Promise<Person> {
      const browser = app.browser();
      const email = `${name}@example.com`;
      const { user } = (await browser.signUp(email)).body;
      await app.auth.$context.db.update(userTable, { where: { id: user.id }, set: { emailVerified: true } });
      return personOf(browser, user.id, email);
    },
    insert: (organizationId: string, userId: string, role = "member") =>
      run(async (provisioning, context) => {
        const user = await findUser(context.db, userId);
        const plan = user && (await provisioning.prepare(context, organizationId, user));
        if (!plan) return "NO_PLAN";
        return context.db.transaction((tx) => provisioning.insert(tx, context, plan, { role, data: { by: "test" } }));
      }),
    changeRole: (organizationId: string, userId: string, role: string, allowControl = false) =>
      inTransaction((provisioning, tx, context) =>
        provisioning.changeRole(tx, context, { organizationId, userId }, { role, allowControl }),
      ),
    changeRoles: (organizationId: string, changes: readonly RoleChange[]) =>
      inTransaction((provisioning, tx, context) => provisioning.changeRoles(tx, context, { organizationId }, changes)),
    suspend: (organizationId: string, userId: string) =>
      inTransaction((provisioning, tx, context) => provisioning.suspend(tx, context, { organizationId, userId })),
    reinstate: (organizationId: string, userId: string) =>
      inTransaction((provisioning, tx, context) => provisioning.reinstate(tx, context, { organizationId, userId })),
    remove: (organizationId: string, userId: string) =>
      inTransaction((provisioning, tx, context) => provisioning.remove(tx, context, { organizationId, userId })),
  };
}
