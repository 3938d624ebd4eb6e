/** Creates or promotes an admin through core, with the hashing and audit log that the app uses. */

import { AuthError, createAuth, type Plugin } from "@latchkey/core";
import { joinRoles, roleNames } from "@latchkey/core/access";
import { UniqueViolation, widen } from "@latchkey/core/database";
import {
  checkNewPassword,
  definePlugin,
  defineUntypedEndpoint,
  type Endpoint,
  fail,
  findUserByEmail,
  httpErrors,
  insertUser,
  newCredential,
  newUserRow,
  normalizeEmail,
  type RequestContext,
  readUserInput,
  recordAudit,
  type SessionRow,
  sessionTable,
  type UserRow,
  updateUser,
  userTable,
} from "@latchkey/core/plugin";
import { sqlAdapter } from "@latchkey/sql";
import type { OpenDatabase } from "../database/open.ts";
import { makeSecret } from "../secret.ts";

/** The admin to create. */
export interface NewAdmin {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: string;
}

/** The user and the role to add. */
export interface Promotion {
  readonly email: string;
  readonly role: string;
}

/** The result of creating an admin. */
export type CreateOutcome = "created" | "exists";

/** The result of a promotion. `promoted-unverified` means that the user's email isn't verified. */
export type PromoteOutcome = "promoted" | "promoted-unverified" | "was-already" | "not-found";

/** The operations of the `admin` command. */
export interface AdminOperations {
  /**
   * Creates an admin. Returns `exists` and changes nothing if the email is taken.
   * @throws {Error} if the email or password is invalid
   */
  create(input: NewAdmin): Promise<CreateOutcome>;
  /** Adds the role to the user with this email. */
  promote(input: Promotion): Promise<PromoteOutcome>;
}

/** Options for {@link createAdminOperations}. */
export interface AdminOptions {
  /** The app's plugins, including the admin plugin. They can add to the new user's data. */
  readonly plugins: readonly Plugin[];
  /** Minimum password length in characters. Default: core's default. */
  readonly minPasswordLength?: number | undefined;
}

type Row = UserRow & { readonly role: string | null };
type ImpersonatedSession = SessionRow & { readonly impersonatedBy: string | null };
type Call<I, O> = (input: { readonly body: I }) => Promise<{ readonly outcome: O }>;

/**
 * Creates the operations. They run core directly on a database, because there's no admin yet who could call the API.
 */
export function createAdminOperations({ source }: OpenDatabase, options: AdminOptions): AdminOperations {
  const { minPasswordLength } = options;
  const auth = createAuth({
    // Neither is used, because no one signs in and no links are created.
    baseURL: "http://localhost",
    secret: makeSecret(),
    database: sqlAdapter(source),
    emailAndPassword: { enabled: true, ...(minPasswordLength === undefined ? {} : { minPasswordLength }) },
    plugins: [...options.plugins, commandLine],
  });
  const api = auth.api as unknown as {
    createAdmin: Call<NewAdmin, CreateOutcome>;
    promote: Call<Promotion, PromoteOutcome>;
  };
  return {
    create: async (body) => (await withReadableErrors(() => api.createAdmin({ body }))).outcome,
    promote: async (body) => (await withReadableErrors(() => api.promote({ body }))).outcome,
  };
}

const createAdmin: Endpoint<NewAdmin, { readonly outcome: CreateOutcome }> = defineUntypedEndpoint({
  method: "POST",
  path: "/command-line/create-administrator",
  serverOnly: true,
  queryBudget: 4,
  async handle({ name, password, role, ...input }, context) {
    const email = normalizeEmail(input.email) ?? failWith("This isn't an email address.");
    await checkNewPassword(context, password);
    // Check early, so that a taken email doesn't cost a password hash. The unique constraint below prevents duplicates.
    if (await findUserByEmail(context.db, email)) return { outcome: "exists" };
    const fields = await readUserInput(context, {}, "create", { core: { name, image: null } });
    const user = newUserRow(context, { email, name, emailVerified: true, fields: { ...fields, role } });
    const hash = await context.passwords.hash(password);
    try {
      await context.db.transaction(async (tx) => {
        await insertUser(tx, context, user, newCredential(context, user.id, hash, email));
        await recordAudit(tx, context, {
          action: "admin.user.create",
          userId: user.id,
          data: { role, withPassword: true, by: "command line" },
        });
      });
    } catch (error) {
      if (error instanceof UniqueViolation) return { outcome: "exists" };
      throw error;
    }
    return { outcome: "created" };
  },
});

const promote: Endpoint<Promotion, { readonly outcome: PromoteOutcome }> = defineUntypedEndpoint({
  method: "POST",
  path: "/command-line/promote",
  serverOnly: true,
  queryBudget: 4,
  async handle({ role, ...input }, context) {
    const email = normalizeEmail(input.email) ?? failWith("This isn't an email address.");
    const found = await findUserByEmail(context.db, email);
    return { outcome: found ? await addRole(context, found.id, role) : "not-found" };
  },
});

/** Locks the user, so that a role assigned at the same time isn't lost. */
function addRole(context: RequestContext, id: string, role: string): Promise<PromoteOutcome> {
  return context.db.transaction(async (tx) => {
    const user = await tx.lock(widen<Row>(userTable), id);
    if (!user) return "not-found";
    const names = roleNames(user.role);
    if (names.includes(role)) return "was-already";
    const later = joinRoles([...names, role]);
    await updateUser(tx, context, user, { role: later }, { newEpoch: true });
    // Ends impersonation, so that no one keeps acting as a user who becomes an admin.
    await tx.remove(widen<ImpersonatedSession>(sessionTable), { where: { userId: id, impersonatedBy: { ne: null } } });
    const data = { from: user.role, to: later, by: "command line" };
    await recordAudit(tx, context, { action: "admin.user.set-role", userId: id, data });
    return user.emailVerified ? "promoted" : "promoted-unverified";
  });
}

const commandLine: Plugin = definePlugin({ id: "command-line", endpoints: { createAdmin, promote } });

function failWith(message: string): never {
  fail(httpErrors, "BAD_REQUEST", { message });
}

/** Rewords auth errors to say that nothing was saved. Their messages don't always end with a period. */
async function withReadableErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AuthError
      ? new Error(`${error.message.replace(/\.$/, "")}. Nothing was saved.`, { cause: error.cause })
      : error;
  }
}
