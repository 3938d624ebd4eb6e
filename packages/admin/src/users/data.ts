/** What `data` of creating and updating users may hold: core's own columns picked out, by their types. */

import { fail, httpErrors, type InputField, input, issuePath } from "@latchkey/core/plugin";
import { adminErrors } from "../errors.ts";
import { roles } from "../fields.ts";

interface CoreColumns {
  readonly name?: string | undefined;
  readonly image?: string | null | undefined;
  readonly email?: string | undefined;
  readonly emailVerified?: boolean | undefined;
}

const coreColumns: InputField<CoreColumns> = input.object({
  name: input.optional(input.text()),
  // `acceptImage` checks it. An inline image that's already stored can be long.
  image: input.optional(input.nullable(input.rawText())),
  email: input.optional(input.email),
  emailVerified: input.optional(input.boolean),
});

interface AdminColumns {
  readonly role?: string | readonly string[] | undefined;
  readonly banned?: boolean | undefined;
  readonly banReason?: string | null | undefined;
  readonly banExpires?: Date | null | undefined;
}

const adminColumns: InputField<AdminColumns> = input.object({
  role: input.optional(roles),
  banned: input.optional(input.boolean),
  banReason: input.optional(input.nullable(input.text({ max: 500 }))),
  banExpires: input.optional(input.nullable(input.date)),
});

/** Core's columns, and the rest, which is for plugins and the app. */
export interface UserData extends CoreColumns {
  readonly rest: Readonly<Record<string, unknown>>;
}

/** The same with the columns of the admin plugin. */
export interface AdminUserData extends UserData, AdminColumns {}

/** For a new user: role and bans are not set by `data`. @throws {AuthError} `VALIDATION_ERROR` */
export async function readData(data: Readonly<Record<string, unknown>>): Promise<UserData> {
  const { password: _, ...rest } = data;
  return { ...(await parse(coreColumns, data)), rest };
}

/** For an update. @throws {AuthError} `VALIDATION_ERROR`, `PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER` */
export async function readAdminData(data: Readonly<Record<string, unknown>>): Promise<AdminUserData> {
  if (Object.hasOwn(data, "password")) fail(adminErrors, "PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER");
  const { role: _role, banned: _banned, banReason: _reason, banExpires: _expires, ...rest } = data;
  return { ...(await parse(coreColumns, data)), ...(await parse(adminColumns, data)), rest };
}

async function parse<T>(field: InputField<T>, data: unknown): Promise<T> {
  const result = await field["~standard"].validate(data);
  if (!result.issues) return result.value;
  const issues = result.issues.map((issue) => ({ path: `data.${issuePath(issue)}`, message: issue.message }));
  fail(httpErrors, "VALIDATION_ERROR", { details: { issues } });
}
