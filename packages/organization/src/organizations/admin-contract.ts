/** The calls about organizations that only site admins can use. */

import type { ImpersonationErrorCode, SessionQuery } from "@latchkey/core/plugin";
import type { MemberPage, MemberWithUser } from "../members/contract.ts";
import type { Organization, OrganizationModels } from "../models.ts";

/** Response from `/admin/list-user-organizations`: each organization with the user's roles in it. */
export interface UserOrganizations<O = Organization> {
  readonly organizations: readonly (O & { readonly role: string })[];
}

/** Input for `/admin/list-organizations`. */
export interface ListAllOrganizationsQuery {
  /** Part of a name or slug, or a full ID. Reads every organization. */
  readonly search?: string | undefined;
  /** Organizations per page, up to 100. Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
  /** Order of creation. Default: `desc`, newest first. */
  readonly sortDirection?: "asc" | "desc" | undefined;
}

/** Response from `/admin/list-organizations`. */
export interface OrganizationPage<O = Organization> {
  readonly organizations: readonly (O & { readonly memberCount: number })[];
  /** Number of matching organizations. `null` on pages after the first. */
  readonly total: number | null;
  /** The cursor of the next page. `null` on the last one. */
  readonly nextCursor: string | null;
}

/** Input for `/admin/list-organization-members`. */
export interface OrganizationMembersQuery {
  readonly organizationId: string;
  /** Part of a name or email. */
  readonly search?: string | undefined;
  /** Members per page, up to 100. Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

type ViewErrorCode = ImpersonationErrorCode | "YOU_ARE_NOT_ALLOWED_TO_VIEW_ORGANIZATIONS";

/** The calls that exist only if the app has `admin()` of `@latchkey/admin`. */
export interface AdminOrganizationCalls<M extends OrganizationModels = OrganizationModels> {
  /** Returns a user's organizations to an admin with the `user: get` permission. */
  readonly listUserOrganizations: SessionQuery<
    { readonly userId: string },
    UserOrganizations<M["organization"]>,
    ImpersonationErrorCode | "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ORGANIZATIONS"
  >;
  /** Returns a page of all organizations to an admin with the `organization: list` permission. */
  readonly adminListOrganizations: SessionQuery<
    ListAllOrganizationsQuery | void,
    OrganizationPage<M["organization"]>,
    ViewErrorCode
  >;
  /** Returns any organization to an admin with the `organization: get` permission. */
  readonly adminGetOrganization: SessionQuery<
    { readonly organizationId: string },
    M["organization"],
    ViewErrorCode | "ORGANIZATION_NOT_FOUND"
  >;
  /** Returns a page of any organization's members, with emails, to an admin with the `organization: get` permission. */
  readonly listOrganizationMembers: SessionQuery<
    OrganizationMembersQuery,
    MemberPage<MemberWithUser<M["member"]>>,
    ViewErrorCode
  >;
}
