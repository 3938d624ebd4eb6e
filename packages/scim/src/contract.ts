import type {
  CoreModels,
  ImpersonationErrorCode,
  ManagementCall,
  ManagementQuery,
  Models,
  PageCall,
  PluginTypes,
  PublicCall,
  PublicQuery,
  SessionErrorCode,
  WithOptionalQuery,
} from "@latchkey/core/plugin";
import type { ProtocolErrorCode } from "./errors.ts";
import type { Deprovisioning } from "./tables.ts";

/** A directory that manages an organization's members. */
export interface ScimConnection {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly enabled: boolean;
  /** The role of members who aren't in a group with a role. */
  readonly defaultRole: string;
  /** What happens to members whom the directory turns off or deletes. */
  readonly deprovision: Deprovisioning;
  /** When the directory last sent a request, accurate to a minute. */
  readonly lastRequestAt: Date | null;
  /**
   * The user who created it. `null` if it was the app's server, someone with a setup link, or a user who has since been
   * deleted.
   */
  readonly createdBy: string | null;
  readonly createdAt: Date;
  /** The URL to set up in the directory. */
  readonly baseURL: string;
}

/** A connection's token, without its secret. */
export interface ScimToken {
  readonly id: string;
  /** Its first characters, to recognize it by. */
  readonly start: string;
  /** Whether the token can only read. */
  readonly readOnly: boolean;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** A replaced token works until this time. `null` if it wasn't replaced. */
  readonly graceUntil: Date | null;
  readonly createdAt: Date;
}

/** A connection with its tokens. */
export interface ScimConnectionWithTokens extends ScimConnection {
  readonly tokens: readonly ScimToken[];
}

/** Input for `/scim/list-all-connections`. */
export interface AllScimConnectionsQuery {
  /**
   * `idle` matches connections that are on, but whose directory has never sent a request, or none for a day. Default:
   * all.
   */
  readonly state?: "on" | "off" | "idle" | undefined;
  /** 1 to 100. Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same state. */
  readonly cursor?: string | undefined;
}

/** Response from `/scim/list-all-connections`, newest first. */
export interface AllScimConnections {
  readonly connections: readonly ScimConnectionWithTokens[];
  /** The names of the organizations in `connections`, by ID. */
  readonly organizations: Readonly<Record<string, { readonly name: string }>>;
  readonly nextCursor: string | null;
}

/** A new token. No other call returns its secret. */
export interface NewScimToken {
  /** Starts with `scim_`. */
  readonly token: string;
  readonly tokenId: string;
  readonly expiresAt: Date | null;
}

/** A group in a directory. */
export interface ScimGroup {
  readonly id: string;
  readonly displayName: string;
  /** The role that its members get. `null` if there's none. */
  readonly role: string | null;
  /** The team that its members are added to. `null` if there's none. */
  readonly teamId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A directory's request that changed something or failed. */
export interface ScimEvent {
  readonly id: string;
  /** Method and path, such as `PATCH /Users/abc`. */
  readonly operation: string;
  /** Status of the response. */
  readonly status: number;
  /** Why the request failed. `null` if it succeeded. */
  readonly detail: string | null;
  readonly at: Date;
}

/** Input for `/scim/create-connection`. */
export interface CreateScimConnectionInput {
  /** Default: the active organization. */
  readonly organizationId?: string | undefined;
  /** A name for admins, such as `Entra ID`. */
  readonly name: string;
  /** Default: the plugin's `defaultRole`. */
  readonly defaultRole?: string | undefined;
  /** Default: the plugin's `deprovision`. */
  readonly deprovision?: Deprovisioning | undefined;
  /** Whether the token can only read. Default: false. */
  readonly readOnly?: boolean | undefined;
  /** Seconds until the token expires. Default: never. */
  readonly expiresIn?: number | undefined;
}

/** Response from `/scim/setup/state`. */
export interface ScimSetup {
  /** The connection that was created with this setup link. */
  readonly connection: ScimConnection | null;
}

/** Input for `/scim/update-connection`. Omitted fields don't change. */
export interface UpdateScimConnectionInput {
  readonly id: string;
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly defaultRole?: string | undefined;
  readonly deprovision?: Deprovisioning | undefined;
}

/** Input for `/scim/delete-connection`. */
export interface DeleteScimConnectionInput {
  readonly id: string;
  /**
   * `keep` leaves the members as they are. `deprovision` suspends or removes them, depending on the connection's
   * setting. Default: `keep`.
   */
  readonly members?: "keep" | "deprovision" | undefined;
}

/** Response from `/scim/delete-connection`. */
export interface DeletedScimConnection {
  readonly success: true;
  /**
   * Number of users who still have to be deprovisioned. Repeat the call until it's 0. The connection is off in the
   * meantime.
   */
  readonly remaining: number;
}

/** Input for `/scim/rotate-token`. */
export interface RotateScimTokenInput {
  /** The connection's ID. */
  readonly id: string;
  /** How long the old tokens still work, in seconds: 0 to 604800. Default: 86400 (1 day). */
  readonly overlap?: number | undefined;
  readonly readOnly?: boolean | undefined;
  /** Seconds until the new token expires. Default: never. */
  readonly expiresIn?: number | undefined;
}

/** Input for `/scim/map-group`. Omitted fields don't change. */
export interface MapScimGroupInput {
  readonly groupId: string;
  /** The role that members of the group get. `null` if there's none. */
  readonly role?: string | null | undefined;
  /** The team that members of the group are added to. `null` if there's none. */
  readonly teamId?: string | null | undefined;
}

/** Input for `/scim/list-groups` and `/scim/list-events`. */
export interface ScimConnectionQuery {
  /** The connection's ID. */
  readonly id: string;
  /** 1 to 100. Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** A page of groups, oldest first. */
export interface ScimGroupPage {
  readonly groups: readonly ScimGroup[];
  readonly nextCursor: string | null;
}

/** A page of events, newest first. */
export interface ScimEventPage {
  readonly events: readonly ScimEvent[];
  readonly nextCursor: string | null;
}

/** Selects an organization. */
export interface ScimOrganizationQuery {
  /** Default: the active organization. */
  readonly organizationId?: string | undefined;
}

/** Query parameters of a resource list. RFC 7644, section 3.4.2. */
export interface ListResourcesQuery {
  readonly filter?: string | undefined;
  readonly startIndex?: string | undefined;
  readonly count?: string | undefined;
  readonly sortBy?: string | undefined;
  readonly sortOrder?: string | undefined;
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

/** Selects a resource. */
export interface ResourceRef {
  readonly id: string;
}

/** Selects a resource, and the attributes to return. */
export interface ResourceInput extends ResourceRef {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

/** A call of the protocol. Directories send it over HTTP with a token, and its handler reads the body itself. */
export type ProtocolCall<Input> = PageCall<Input, WithOptionalQuery<Input>, ProtocolErrorCode>;

type Denied = "YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM";
type ScopeCode = Denied | "NO_ACTIVE_ORGANIZATION" | "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION";
type ChangeCode = SessionErrorCode | ImpersonationErrorCode | Denied;

/** The plugin's calls. */
export interface ScimCalls<_M extends Models = CoreModels> {
  /** Creates a connection with its first token. */
  readonly createScimConnection: ManagementCall<
    CreateScimConnectionInput,
    ScimConnection & NewScimToken,
    ChangeCode | ScopeCode | "SCIM_CONNECTION_LIMIT_REACHED" | "SCIM_ROLE_NOT_ALLOWED"
  >;
  /** Changes a connection, or turns it on or off. */
  readonly updateScimConnection: ManagementCall<
    UpdateScimConnectionInput,
    ScimConnection,
    ChangeCode | "SCIM_CONNECTION_NOT_FOUND" | "SCIM_ROLE_NOT_ALLOWED"
  >;
  /** Deletes a connection with its users and groups. Accounts stay. */
  readonly deleteScimConnection: ManagementCall<
    DeleteScimConnectionInput,
    DeletedScimConnection,
    ChangeCode | "SCIM_CONNECTION_NOT_FOUND" | "SCIM_ROLE_NOT_ALLOWED"
  >;
  /** Creates a token. The connection's other tokens expire after the overlap. */
  readonly rotateScimToken: ManagementCall<
    RotateScimTokenInput,
    NewScimToken,
    ChangeCode | "SCIM_CONNECTION_NOT_FOUND" | "SCIM_ROLE_NOT_ALLOWED" | "SCIM_TEAM_NOT_ALLOWED"
  >;
  /** Revokes a token immediately. */
  readonly revokeScimToken: ManagementCall<
    { readonly tokenId: string },
    { readonly success: true },
    ChangeCode | "SCIM_TOKEN_NOT_FOUND"
  >;
  /** Sets the role that members of a group get, and the team that they're added to. */
  readonly mapScimGroup: ManagementCall<
    MapScimGroupInput,
    ScimGroup,
    | ChangeCode
    | "SCIM_GROUP_NOT_FOUND"
    | "SCIM_ROLE_NOT_ALLOWED"
    | "SCIM_TEAM_NOT_ALLOWED"
    | "SCIM_TEAM_NOT_FOUND"
    | "TEAM_MEMBER_LIMIT_REACHED"
  >;
  /** Returns the connection that was created with this browser's setup link. */
  readonly getScimSetup: PublicQuery<void, ScimSetup, "SETUP_LINK_INVALID">;
  /**
   * Creates a connection with a setup link that permits it. A link creates only one connection. Calling this again
   * replaces the token, until the directory uses it.
   */
  readonly connectScimSetup: PublicCall<
    { readonly name: string },
    ScimConnection & NewScimToken,
    "SCIM_CONNECTION_LIMIT_REACHED" | "SCIM_DIRECTORY_CONNECTED" | "SCIM_ROLE_NOT_ALLOWED" | "SETUP_LINK_INVALID"
  >;
  /** Lists the connections of an organization with their tokens. */
  readonly listScimConnections: ManagementQuery<
    void | ScimOrganizationQuery,
    readonly ScimConnectionWithTokens[],
    ScopeCode
  >;
  /** Lists the connections of all organizations. Only for site admins and the server. */
  readonly listAllScimConnections: ManagementQuery<void | AllScimConnectionsQuery, AllScimConnections, Denied>;
  /** Lists the groups of a connection. */
  readonly listScimGroups: ManagementQuery<ScimConnectionQuery, ScimGroupPage, Denied | "SCIM_CONNECTION_NOT_FOUND">;
  /** Lists a directory's changes and failed requests. */
  readonly listScimEvents: ManagementQuery<ScimConnectionQuery, ScimEventPage, Denied | "SCIM_CONNECTION_NOT_FOUND">;
  readonly scimListUsers: ProtocolCall<ListResourcesQuery>;
  readonly scimSearchUsers: ProtocolCall<object>;
  readonly scimCreateUser: ProtocolCall<object>;
  readonly scimGetUser: ProtocolCall<ResourceInput>;
  readonly scimReplaceUser: ProtocolCall<ResourceRef>;
  readonly scimPatchUser: ProtocolCall<ResourceRef>;
  readonly scimDeleteUser: ProtocolCall<ResourceRef>;
  readonly scimListGroups: ProtocolCall<ListResourcesQuery>;
  readonly scimSearchGroups: ProtocolCall<object>;
  readonly scimCreateGroup: ProtocolCall<object>;
  readonly scimGetGroup: ProtocolCall<ResourceInput>;
  readonly scimReplaceGroup: ProtocolCall<ResourceRef>;
  readonly scimPatchGroup: ProtocolCall<ResourceRef>;
  readonly scimDeleteGroup: ProtocolCall<ResourceRef>;
  readonly scimGetServiceProviderConfig: ProtocolCall<object>;
  readonly scimListSchemas: ProtocolCall<object>;
  readonly scimGetSchema: ProtocolCall<ResourceRef>;
  readonly scimListResourceTypes: ProtocolCall<object>;
  readonly scimGetResourceType: ProtocolCall<ResourceRef>;
  readonly scimMe: ProtocolCall<object>;
  readonly scimBulk: ProtocolCall<object>;
}

/** The calls as they appear on the client. */
export interface ScimClient<C extends ScimCalls<Models>> {
  readonly scim: {
    readonly createConnection: C["createScimConnection"]["client"];
    readonly updateConnection: C["updateScimConnection"]["client"];
    readonly deleteConnection: C["deleteScimConnection"]["client"];
    readonly rotateToken: C["rotateScimToken"]["client"];
    readonly revokeToken: C["revokeScimToken"]["client"];
    readonly mapGroup: C["mapScimGroup"]["client"];
    readonly setup: {
      readonly state: C["getScimSetup"]["client"];
      readonly connect: C["connectScimSetup"]["client"];
    };
    readonly listConnections: C["listScimConnections"]["client"];
    readonly listAllConnections: C["listAllScimConnections"]["client"];
    readonly listGroups: C["listScimGroups"]["client"];
    readonly listEvents: C["listScimEvents"]["client"];
  };
}

/** The plugin's part of `GET /capabilities`. */
export interface ScimCapabilities {
  /** Maximum number of directories per organization. */
  readonly maxConnections: number;
}

declare global {
  interface LatchkeyCapabilities {
    readonly scim?: ScimCapabilities;
  }
}

/** What the plugin adds to an app's types. */
export interface ScimTypes extends PluginTypes {
  readonly calls: ScimCalls<this["$app"]>;
  readonly client: ScimClient<this["calls"]>;
}
