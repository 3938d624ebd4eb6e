/** The response shapes for calls about organizations. */

import {
  boolean,
  both,
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
import type { OrganizationPage, UserOrganizations } from "./admin-contract.ts";
import type { CreatedOrganization, FullOrganization, PermissionResponse, SlugAvailability } from "./contract.ts";

const organization: Shape<Organization> = model("organization");

/** Response from `/organization/create`. */
export const createdOutput: Shape<CreatedOrganization> = both(
  organization,
  object<Pick<CreatedOrganization, "members">>({ members: list(model("member")) }),
);

/** Response from `/organization/is-slug-available`. */
export const slugAvailabilityOutput: Shape<SlugAvailability> = object({ available: boolean });

/** Response from `/organization/get-full-organization`. */
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

/** Response from `/admin/list-user-organizations`. */
export const userOrganizationsOutput: Shape<UserOrganizations> = object<UserOrganizations>({
  organizations: list(both(organization, object<{ readonly role: string }>({ role: text }))),
});

/** Response from `/admin/list-organizations`. */
export const organizationPageOutput: Shape<OrganizationPage> = object<OrganizationPage>({
  organizations: list(both(organization, object<{ readonly memberCount: number }>({ memberCount: number }))),
  total: nullable(number),
  nextCursor: nullable(text),
});

/** Response from `/organization/has-permission`. */
export const permissionOutput: Shape<PermissionResponse> = object({ error: literal(null), success: boolean });
