/** The `/admin/create-user` endpoint. */

import type { Permissions } from "@latchkey/core/access";
import { UniqueViolation } from "@latchkey/core/database";
import {
  checkNewPassword,
  checkNotIdentifier,
  defineEndpoint,
  type EndpointOf,
  emailPasswordErrors,
  fail,
  hasConflictError,
  type InputField,
  input,
  insertUser,
  newCredential,
  newUserRow,
  normalizeEmail,
  presentUser,
  type RequestContext,
  readUserInput,
  type UserRow,
  validateImage,
} from "@latchkey/core/plugin";
import { recordAction } from "../actions.ts";
import { adminErrors, pickErrors } from "../errors.ts";
import { roles } from "../fields.ts";
import { type Actor, requirePermissionOrServer, requirePermissions } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { userOutput } from "../outputs.ts";
import { checkRoles } from "./change.ts";
import type { CreateUserInput, UserCalls } from "./contract.ts";
import { readData } from "./data.ts";
import { lockActor } from "./lock.ts";

type Data = Readonly<Record<string, unknown>>;

const createInput: InputField<CreateUserInput> = input.object({
  email: input.email,
  name: input.text(),
  password: input.optional(input.password),
  role: input.optional(roles),
  data: input.optional(input.openObject<Data>({})),
});

/** Creates a user without signing them in or sending email. */
export function createUser(settings: AdminSettings): EndpointOf<UserCalls["createUser"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/create-user",
    summary: "Create a user",
    input: createInput,
    output: userOutput,
    stages: ["signUp", "newPassword"],
    guards: requirePermissionOrServer(settings, { user: ["create"] }, "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS"),
    errors: {
      ...pickErrors(
        "USER_ALREADY_EXISTS",
        "INVALID_EMAIL",
        "FIELD_NOT_ALLOWED",
        "PASSWORD_TOO_SHORT",
        "PASSWORD_TOO_LONG",
      ),
      ...pickErrors("PASSWORD_TOO_OBVIOUS"),
      ...pickErrors("YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE", "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE"),
      ...pickErrors("YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL"),
      FAILED_TO_CREATE_USER: emailPasswordErrors.FAILED_TO_CREATE_USER,
    },
    queryBudget: 5,
    async handle(body, context) {
      const email = normalizeEmail(body.email) ?? fail(adminErrors, "INVALID_EMAIL");
      const role = resolveRole(settings, context.actor.granted, body.role);
      if (body.password !== undefined) await checkNewPassword(context, body.password);
      const { image, emailVerified, rest } = await readData(body.data ?? {});
      // Only admins who can set emails can mark one as verified.
      const required: Permissions = { user: emailVerified ? ["create", "set-email"] : ["create"] };
      if (emailVerified) requirePermissions(context.actor.granted, required, "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL");
      const core = { name: body.name, image: validateImage("data.image", image) ?? null };
      const fields = await readUserInput(context, rest, "create", { core, alsoAllowed: settings.writableFields });
      if (body.password !== undefined) checkNotIdentifier(context, body.password, { ...fields, email });
      const verified = emailVerified ?? false;
      const user = newUserRow(context, { email, ...core, emailVerified: verified, fields: { ...fields, role } });
      // Hash before the transaction, so that hashing doesn't tie up a database connection.
      const hash = body.password === undefined ? null : await context.passwords.hash(body.password);
      await storeUser(context, settings, user, hash, { actor: context.actor, required, role: body.role });
      return { user: presentUser(context, user) };
    },
  });
}

function resolveRole(settings: AdminSettings, granted: Permissions, given: CreateUserInput["role"]): string {
  if (given === undefined || given === settings.defaultRole) return settings.defaultRole;
  requirePermissions(granted, { user: ["set-role"] }, "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE");
  return checkRoles(settings, given, granted);
}

/** The admin who creates the user, and the permissions they need. */
interface CreationContext {
  readonly actor: Actor;
  readonly required: Permissions;
  readonly role: CreateUserInput["role"];
}

async function storeUser(
  context: RequestContext,
  settings: AdminSettings,
  user: UserRow,
  hash: string | null,
  { actor, required, role: given }: CreationContext,
): Promise<void> {
  const errorCode = "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS";
  try {
    await context.db.transaction(async (tx) => {
      // Hashing takes time. If the admin lost permissions meanwhile, the user must not be created.
      const granted = await lockActor(tx, context, settings, { actor, required, errorCode });
      resolveRole(settings, granted, given);
      // If the admin marks the email as verified, recovery keeps the password, too.
      const verifiedEmail = user.emailVerified ? user.email : null;
      await insertUser(tx, context, user, hash === null ? null : newCredential(context, user.id, hash, verifiedEmail));
      const { role } = user as UserRow & { readonly role: string };
      await recordAction(tx, context, settings, {
        action: "admin.user.create",
        actorId: actor.id,
        userId: user.id,
        data: { role, withPassword: hash !== null },
      });
    });
  } catch (error) {
    if (!(error instanceof UniqueViolation) || hasConflictError(context, error)) throw error;
    fail(adminErrors, "USER_ALREADY_EXISTS", { cause: error });
  }
}
