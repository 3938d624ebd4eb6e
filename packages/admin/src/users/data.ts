/** What `data` of creating and updating users may hold: core's own columns picked out, by their types. */

import { fail, httpErrors } from "@latchkey/core";
import * as z from "zod";
import { adminErrors } from "../errors.ts";
import { roles, text } from "../fields.ts";

const date = z.union([z.date(), z.iso.datetime({ offset: true }).transform((value) => new Date(value))]);

const known = z.object({
  name: text(255).optional(),
  image: z.string().nullish(),
  email: z.string().max(1000).optional(),
  emailVerified: z.boolean().optional(),
});

const ofAdmin = z.object({
  role: roles.optional(),
  banned: z.boolean().optional(),
  banReason: text(500).nullish(),
  banExpires: date.nullish(),
});

/** Core's columns, and the rest, which is for plugins and the app. */
export interface UserData extends z.infer<typeof known> {
  readonly rest: Readonly<Record<string, unknown>>;
}

/** The same with the columns of the administration. */
export interface AdminUserData extends UserData, z.infer<typeof ofAdmin> {}

/** For a new user: role and bans are not set by `data`. @throws {AuthError} `VALIDATION_ERROR` */
export function readData(data: Readonly<Record<string, unknown>>): UserData {
  const { password: _, ...rest } = data;
  return { ...parse(known, data), rest };
}

/** For an update. @throws {AuthError} `VALIDATION_ERROR`, `PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER` */
export function readAdminData(data: Readonly<Record<string, unknown>>): AdminUserData {
  if (Object.hasOwn(data, "password")) fail(adminErrors, "PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER");
  const { role: _role, banned: _banned, banReason: _reason, banExpires: _expires, ...rest } = data;
  return { ...parse(known, data), ...parse(ofAdmin, data), rest };
}

function parse<T>(schema: z.ZodType<T>, data: unknown): T {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => ({ path: ["data", ...path].join("."), message }));
  fail(httpErrors, "VALIDATION_ERROR", { details: { issues } });
}
