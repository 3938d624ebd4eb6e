/** The site admin calls for all clients and for the APIs that clients can get tokens for, with their errors. */

import type {
  ImpersonationErrorCode,
  ManagementCall,
  ManagementQuery,
  SessionCall,
  SessionQuery,
  SuccessResponse,
} from "@latchkey/core/plugin";
import type {
  AdminOAuthClient,
  AdminUpdateClientInput,
  ListOAuthClientsQuery,
  OAuthClientPage,
  RevokeGrantsInput,
} from "./call-types.ts";
import type { ResourceGuardCode } from "./resources/guard.ts";
import type {
  CreateResourceInput,
  ListResourcesQuery,
  OAuthResource,
  OAuthResourcePage,
  OAuthResourceWithClients,
  ResourceIdInput,
  ResourceLinkInput,
  UpdateResourceInput,
} from "./resources/types.ts";

/** The calls of site admins. Those for clients exist only if the app has `admin()` from `@latchkey/admin`. */
export interface AdminOAuthCalls {
  /** Returns a page of all clients, newest first, to an admin with the `oauthClient: list` permission. */
  readonly adminListOAuthClients: SessionQuery<ListOAuthClientsQuery | void, OAuthClientPage, AdminErrorCode>;
  /** Disables or enables a client, for an admin with the `oauthClient: update` permission. */
  readonly adminUpdateOAuthClient: SessionCall<
    AdminUpdateClientInput,
    AdminOAuthClient,
    AdminErrorCode | "OAUTH_CLIENT_NOT_FOUND"
  >;
  /** Revokes the access that users have granted to a client, for an admin with the `oauthClient: revoke` permission. */
  readonly adminRevokeOAuthGrants: SessionCall<
    RevokeGrantsInput,
    { readonly revoked: number },
    AdminErrorCode | "OAUTH_CLIENT_NOT_FOUND"
  >;
  /** Adds an API that clients can get tokens for. Site admins need the `oauthResource: create` permission. */
  readonly adminCreateOAuthResource: ResourceCall<
    CreateResourceInput,
    OAuthResource,
    "INVALID_OAUTH_RESOURCE" | "OAUTH_RESOURCE_ALREADY_EXISTS"
  >;
  /** Lists the APIs that clients can get tokens for. Site admins need the `oauthResource: read` permission. */
  readonly adminListOAuthResources: ResourceQuery<ListResourcesQuery | void, OAuthResourcePage>;
  /** Returns an API with the clients that are linked to it. Site admins need the `oauthResource: read` permission. */
  readonly adminGetOAuthResource: ResourceQuery<ResourceIdInput, OAuthResourceWithClients, "OAUTH_RESOURCE_NOT_FOUND">;
  /** Changes an API. Site admins need the `oauthResource: update` permission. */
  readonly adminUpdateOAuthResource: ResourceCall<
    UpdateResourceInput,
    OAuthResource,
    "INVALID_OAUTH_RESOURCE" | "OAUTH_RESOURCE_NOT_FOUND" | "OAUTH_RESOURCE_IS_FIXED"
  >;
  /** Deletes an API. Its tokens no longer work. Site admins need the `oauthResource: delete` permission. */
  readonly adminDeleteOAuthResource: ResourceCall<
    ResourceIdInput,
    SuccessResponse,
    "OAUTH_RESOURCE_NOT_FOUND" | "OAUTH_RESOURCE_IS_FIXED"
  >;
  /** Lets a client get tokens for an API. Site admins need the `oauthResource: update` permission. */
  readonly adminLinkClientResource: ResourceCall<
    ResourceLinkInput,
    SuccessResponse,
    "OAUTH_RESOURCE_NOT_FOUND" | "OAUTH_RESOURCE_IS_FIXED" | "OAUTH_CLIENT_NOT_FOUND"
  >;
  /** Ends a client's access to an API. Site admins need the `oauthResource: update` permission. */
  readonly adminUnlinkClientResource: ResourceCall<
    ResourceLinkInput,
    SuccessResponse,
    "OAUTH_RESOURCE_NOT_FOUND" | "OAUTH_RESOURCE_IS_FIXED"
  >;
}

/** A call for managing resources. The server can also call it without headers. */
interface ResourceCall<Input, Output, Code extends string>
  extends ManagementCall<Input, Output, ResourceGuardCode | Code> {}

/** A query for managing resources. The server can also call it without headers. */
interface ResourceQuery<Input, Output, Code extends string = never>
  extends ManagementQuery<Input, Output, ResourceGuardCode | Code> {}

type AdminErrorCode = ImpersonationErrorCode | "YOU_ARE_NOT_ALLOWED_TO_MANAGE_CLIENTS";

declare global {
  interface LatchkeyAdminClient {
    readonly oauth2: {
      readonly listClients: AdminOAuthCalls["adminListOAuthClients"]["client"];
      readonly updateClient: AdminOAuthCalls["adminUpdateOAuthClient"]["client"];
      readonly revokeGrants: AdminOAuthCalls["adminRevokeOAuthGrants"]["client"];
      readonly createResource: AdminOAuthCalls["adminCreateOAuthResource"]["client"];
      readonly listResources: AdminOAuthCalls["adminListOAuthResources"]["client"];
      readonly getResource: AdminOAuthCalls["adminGetOAuthResource"]["client"];
      readonly updateResource: AdminOAuthCalls["adminUpdateOAuthResource"]["client"];
      readonly deleteResource: AdminOAuthCalls["adminDeleteOAuthResource"]["client"];
      readonly linkClient: AdminOAuthCalls["adminLinkClientResource"]["client"];
      readonly unlinkClient: AdminOAuthCalls["adminUnlinkClientResource"]["client"];
    };
  }
}
