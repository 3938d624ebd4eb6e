/** Parses the `data` that admins send when they create or update users. */

import { fail, httpErrors, type InputField, input, issuePath } from "@latchkey/core/plugin";
import { adminErrors } from "../errors.ts";
import { roles } from "../fields.ts";

interface CoreUserFields {
  readonly name?: string | undefined;
  readonly image?: string | null | undefined;
  readonly email?: string | undefined;
  readonly emailVerified?: boolean | undefined;
}

const coreFieldsInput: InputField<CoreUserFields> = input.object({
  name: input.optional(input.text()),
  // `validateImage` checks it. An inline image that's already stored can be long.
  image: input.optional(input.nullable(input.rawText())),
  email: input.optional(input.email),
  emailVerified: input.optional(input.boolean),
});

interface AdminUserInput {
  readonly role?: string | readonly string[] | undefined;
  readonly banned?: boolean | undefined;
  readonly banReason?: string | null | undefined;
  readonly banExpires?: Date | null | undefined;
}

const adminFieldsInput: InputField<AdminUserInput> = input.object({
  role: input.optional(roles),
  banned: input.optional(input.boolean),
  banReason: input.optional(input.nullable(input.text({ max: 500 }))),
  banExpires: input.optional(input.nullable(input.date)),
});

/** The parsed values of core's columns, and the input for the fields of plugins and the app. */
export interface UserData extends CoreUserFields {
  /** Unparsed input that can still contain core's columns. `readUserInput` reads only the fields it knows. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** User data plus the parsed values of the admin plugin's columns. */
export interface AdminUserData extends UserData, AdminUserInput {}

/**
 * Parses the data of a new user. Doesn't parse a role or a ban, and drops the password, which `data` can't set.
 * @throws {AuthError} `VALIDATION_ERROR`
 */
export async function readData(data: Readonly<Record<string, unknown>>): Promise<UserData> {
  const { password: _, ...rest } = data;
  return { ...(await parse(coreFieldsInput, data)), rest };
}

/**
 * Parses the data of an update.
 * @throws {AuthError} `VALIDATION_ERROR`, `PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER`
 */
export async function readAdminData(data: Readonly<Record<string, unknown>>): Promise<AdminUserData> {
  if (Object.hasOwn(data, "password")) fail(adminErrors, "PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER");
  const { role: _role, banned: _banned, banReason: _reason, banExpires: _expires, ...rest } = data;
  return { ...(await parse(coreFieldsInput, data)), ...(await parse(adminFieldsInput, data)), rest };
}

async function parse<T>(field: InputField<T>, data: unknown): Promise<T> {
  const result = await field["~standard"].validate(data);
  if (!result.issues) return result.value;
  const issues = result.issues.map((issue) => ({ path: `data.${issuePath(issue)}`, message: issue.message }));
  fail(httpErrors, "VALIDATION_ERROR", { details: { issues } });
}
