/** The response shapes for calls about roles. */

import { date, list, literal, nullable, object, record, type Shape, text } from "@latchkey/core/shapes";
import type { CreatedRole, OrganizationRole, UpdatedRole } from "./contract.ts";

const permissions: Shape<OrganizationRole["permission"]> = record(list(text));

/** A custom role. */
export const roleOutput: Shape<OrganizationRole> = object({
  id: text,
  organizationId: text,
  role: text,
  permission: permissions,
  createdAt: date,
  updatedAt: nullable(date),
});

/** Response from `/organization/create-role`. */
export const createdRoleOutput: Shape<CreatedRole> = object({
  success: literal(true),
  roleData: roleOutput,
  statements: permissions,
});

/** Response from `/organization/update-role`. */
export const updatedRoleOutput: Shape<UpdatedRole> = object({ success: literal(true), roleData: roleOutput });
