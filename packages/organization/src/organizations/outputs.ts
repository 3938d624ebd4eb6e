/** What the calls about organizations answer, as shapes. */

import {
  both,
  flag,
  list,
  literal,
  model,
  nullable,
  number,
  object,
  optional,
  type Shape,
  text,
} from "@latchkey/core/shapes";
import { memberWithUserOutput } from "../members/outputs.ts";
import type { Organization } from "../models.ts";
import type { CreatedOrganization, FullOrganization, PermissionAnswer } from "./contract.ts";

const organization: Shape<Organization> = model("organization");

/** What `/organization/create` answers. */
export const createdOutput: Shape<CreatedOrganization> = both(
  organization,
  object<Pick<CreatedOrganization, "members">>({ members: list(model("member")) }),
);

/** What `/organization/get-full-organization` answers. */
export const fullOutput: Shape<FullOrganization> = both(
  organization,
  object<Omit<FullOrganization, keyof Organization>>({
    members: list(memberWithUserOutput),
    membersTotal: number,
    membersNextCursor: nullable(text),
    invitations: list(model("invitation")),
    teams: optional(list(model("team"))),
  }),
);

/** What `/organization/has-permission` answers. */
export const permissionOutput: Shape<PermissionAnswer> = object({ error: literal(null), success: flag });
