/** What the calls about roles answer, as shapes. */

import { date, list, literal, nullable, object, record, type Shape, text } from "@latchkey/core/shapes";
import type { CreatedRole, OrganizationRole, UpdatedRole } from "./contract.ts";

const permissions: Shape<OrganizationRole["permission"]> = record(list(text));

/** A role that an organization made. */
export const roleOutput: Shape<OrganizationRole> = object({
  id: text,
  organizationId: text,
  role: text,
  permission: permissions,
  createdAt: date,
  updatedAt: nullable(date),
});

/** What `/organization/create-role` answers. */
export const createdRoleOutput: Shape<CreatedRole> = object({
  success: literal(true),
  roleData: roleOutput,
  statements: permissions,
});

/** What `/organization/update-role` answers. */
export const updatedRoleOutput: Shape<UpdatedRole> = object({ success: literal(true), roleData: roleOutput });
