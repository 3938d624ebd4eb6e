/** `/admin/create-user`. */

import type { Permissions } from "@latchkey/core/access";
import { UniqueViolation } from "@latchkey/core/database";
import {
  acceptImage,
  checkNewPassword,
  checkNotOwnName,
  createCredential,
  defineEndpoint,
  type EndpointOf,
  emailPasswordErrors,
  fail,
  type InputField,
  input,
  insertUser,
  isTaken,
  newUserRow,
  normalizeEmail,
  presentUser,
  type RequestContext,
  readUserInput,
  type UserRow,
} from "@latchkey/core/plugin";
import { recordDeed } from "../actions.ts";
import { adminErrors, only } from "../errors.ts";
import { roles } from "../fields.ts";
import { type Actor, demand, requirePermissionOrServer } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { userOutput } from "../outputs.ts";
import { checkRoles } from "./change.ts";
import type { CreateUserInput, UserCalls } from "./contract.ts";
import { readData } from "./data.ts";
import { holdActor } from "./hold.ts";

type Data = Readonly<Record<string, unknown>>;

const createInput: InputField<CreateUserInput> = input.object({
  email: input.email,
  name: input.text(),
  password: input.optional(input.password),
  role: input.optional(roles),
  data: input.optional(input.openObject<Data>({})),
});

/** Makes a user. Nobody is signed in, and no mail goes out. */
export function createUser(settings: AdminSettings): EndpointOf<UserCalls["createUser"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/create-user",
    summary: "Make a user",
    input: createInput,
    output: userOutput,
    moments: ["signUp", "newPassword"],
    guards: requirePermissionOrServer(settings, { user: ["create"] }, "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS"),
    errors: {
      ...only("USER_ALREADY_EXISTS", "INVALID_EMAIL", "FIELD_NOT_ALLOWED", "PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG"),
      ...only("PASSWORD_TOO_OBVIOUS"),
      ...only("YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE", "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE"),
      ...only("YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL"),
      FAILED_TO_CREATE_USER: emailPasswordErrors.FAILED_TO_CREATE_USER,
    },
    statements: 5,
    async handle(body, context) {
      const email = normalizeEmail(body.email) ?? fail(adminErrors, "INVALID_EMAIL");
      const role = roleOf(settings, context.actor.rights, body.role);
      if (body.password !== undefined) await checkNewPassword(context, body.password);
      const { image, emailVerified, rest } = await readData(body.data ?? {});
      // Whose address counts as proven is said by who may set addresses.
      const needs: Permissions = { user: emailVerified ? ["create", "set-email"] : ["create"] };
      if (emailVerified) demand(context.actor.rights, needs, "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL");
      const core = { name: body.name, image: acceptImage("data.image", image) ?? null };
      const fields = await readUserInput(context, rest, "create", { core, further: settings.writableFields });
      if (body.password !== undefined) checkNotOwnName(context, body.password, { ...fields, email });
      const verified = emailVerified ?? false;
      const user = newUserRow(context, { email, ...core, emailVerified: verified, fields: { ...fields, role } });
      // Before the transaction: hashing holds no connection.
      const hash = body.password === undefined ? null : await context.passwords.hash(body.password);
      await store(context, settings, user, hash, { actor: context.actor, needs, role: body.role });
      return { user: presentUser(context, user) };
    },
  });
}

function roleOf(settings: AdminSettings, rights: Permissions, given: CreateUserInput["role"]): string {
  if (given === undefined || given === settings.defaultRole) return settings.defaultRole;
  demand(rights, { user: ["set-role"] }, "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE");
  return checkRoles(settings, given, rights);
}

/** Who makes the user, and what that takes. */
interface Making {
  readonly actor: Actor;
  readonly needs: Permissions;
  readonly role: CreateUserInput["role"];
}

async function store(
  context: RequestContext,
  settings: AdminSettings,
  user: UserRow,
  hash: string | null,
  { actor, needs, role: given }: Making,
): Promise<void> {
  const refusal = "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS";
  try {
    await context.db.transaction(async (tx) => {
      // Hashing took its time: whoever lost their rights meanwhile makes nobody, an admin least of all.
      const rights = await holdActor(tx, context, settings, { actor, needs, refusal });
      roleOf(settings, rights, given);
      await insertUser(tx, context, user);
      // Whoever may vouch for the address vouches for the password that goes with it.
      const verifiedEmail = user.emailVerified ? user.email : null;
      if (hash !== null) await createCredential(tx, context, user.id, hash, verifiedEmail);
      const { role } = user as UserRow & { readonly role: string };
      await recordDeed(tx, context, settings, {
        action: "admin.user.create",
        actorId: actor.id,
        userId: user.id,
        data: { role, withPassword: hash !== null },
      });
    });
  } catch (error) {
    if (!(error instanceof UniqueViolation) || isTaken(context, error)) throw error;
    fail(adminErrors, "USER_ALREADY_EXISTS", { cause: error });
  }
}
