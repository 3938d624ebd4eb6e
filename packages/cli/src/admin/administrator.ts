/** Makes an administrator, through the stores of core: the same hashing, the same audit trail, one transaction. */

import { AuthError, createAuth, type Plugin } from "@latchkey/core";
import { joinRoles, roleNames } from "@latchkey/core/access";
import { UniqueViolation, widen } from "@latchkey/core/database";
import {
  checkNewPassword,
  createCredential,
  definePlugin,
  defineUntypedEndpoint,
  type Endpoint,
  fail,
  findUserByEmail,
  httpErrors,
  insertUser,
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

/** Who is to administer. */
export interface NewAdministrator {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: string;
}

/** Who gets a role. */
export interface Promotion {
  readonly email: string;
  readonly role: string;
}

/** What was done. */
export type CreateOutcome = "created" | "exists";

/** What was done. `promoted-unproven`: nobody has ever proven to read mail at this address. */
export type PromoteOutcome = "promoted" | "promoted-unproven" | "was-already" | "not-found";

/** What the command does in a database. */
export interface Administration {
  /** `exists`: somebody has this address; nothing was changed. @throws {Error} a wrong address or password, by name */
  create(input: NewAdministrator): Promise<CreateOutcome>;
  /** Adds the role to those of the user with this address. */
  promote(input: Promotion): Promise<PromoteOutcome>;
}

/** Options of {@link administration}. */
export interface AdministrationOptions {
  /** The app's plugins, the admin plugin among them: they have a say in what a new user is. */
  readonly plugins: readonly Plugin[];
  /** In characters. Default: as core. */
  readonly minPasswordLength?: number | undefined;
}

type Row = UserRow & { readonly role: string | null };
type ActedSession = SessionRow & { readonly impersonatedBy: string | null };
type Call<I, O> = (input: { readonly body: I }) => Promise<{ readonly outcome: O }>;

/** Core over a database, for what has to be done before anybody can sign in. */
export function administration({ source }: OpenDatabase, options: AdministrationOptions): Administration {
  const { minPasswordLength } = options;
  const auth = createAuth({
    // Neither is used: nobody is signed in, and no link is made.
    baseURL: "http://localhost",
    secret: makeSecret(),
    database: sqlAdapter(source),
    emailAndPassword: { enabled: true, ...(minPasswordLength === undefined ? {} : { minPasswordLength }) },
    plugins: [...options.plugins, commandLine],
  });
  const api = auth.api as unknown as {
    createAdministrator: Call<NewAdministrator, CreateOutcome>;
    promote: Call<Promotion, PromoteOutcome>;
  };
  return {
    create: async (body) => (await readable(() => api.createAdministrator({ body }))).outcome,
    promote: async (body) => (await readable(() => api.promote({ body }))).outcome,
  };
}

const createAdministrator: Endpoint<NewAdministrator, { readonly outcome: CreateOutcome }> = defineUntypedEndpoint({
  method: "POST",
  path: "/command-line/create-administrator",
  serverOnly: true,
  statements: 4,
  async handle({ name, password, role, ...input }, context) {
    const email = normalizeEmail(input.email) ?? refuse("That is no email address.");
    await checkNewPassword(context, password);
    // Here as well, so that a taken address does not cost a hash. What decides is the constraint below.
    if (await findUserByEmail(context.db, email)) return { outcome: "exists" };
    const fields = await readUserInput(context, {}, "create", { core: { name, image: null } });
    const user = newUserRow(context, { email, name, emailVerified: true, fields: { ...fields, role } });
    const hash = await context.passwords.hash(password);
    try {
      await context.db.transaction(async (tx) => {
        await insertUser(tx, context, user);
        await createCredential(tx, context, user.id, hash, email);
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
  statements: 4,
  async handle({ role, ...input }, context) {
    const email = normalizeEmail(input.email) ?? refuse("That is no email address.");
    const found = await findUserByEmail(context.db, email);
    return { outcome: found ? await addRole(context, found.id, role) : "not-found" };
  },
});

/** Under the user's lock, so that a role given meanwhile is not lost. */
function addRole(context: RequestContext, id: string, role: string): Promise<PromoteOutcome> {
  return context.db.transaction(async (tx) => {
    const user = await tx.lock(widen<Row>(userTable), id);
    if (!user) return "not-found";
    const names = roleNames(user.role);
    if (names.includes(role)) return "was-already";
    const later = joinRoles([...names, role]);
    await updateUser(tx, context, user, { role: later }, { newEpoch: true });
    // No one keeps acting as a user who becomes an admin.
    await tx.remove(widen<ActedSession>(sessionTable), { where: { userId: id, impersonatedBy: { ne: null } } });
    const data = { from: user.role, to: later, by: "command line" };
    await recordAudit(tx, context, { action: "admin.user.set-role", userId: id, data });
    return user.emailVerified ? "promoted" : "promoted-unproven";
  });
}

const commandLine: Plugin = definePlugin({ id: "command-line", endpoints: { createAdministrator, promote } });

function refuse(message: string): never {
  fail(httpErrors, "BAD_REQUEST", { message });
}

/** Refusals of core as sentences; everything else as it is. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AuthError
      ? new Error(`${error.message}. Nothing was stored.`, { cause: error.cause })
      : error;
  }
}
