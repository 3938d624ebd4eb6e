/** Options for `organization` and their defaults. */

import type { AdditionalFields, MailSender, TableHooks, User, WriteHooks } from "@latchkey/core";
import type { Roles, Statements } from "@latchkey/core/access";
import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import { declareRoles, type RoleOptions } from "./roles/access.ts";
import type { InvitationRow, OrganizationRow } from "./tables.ts";

/** The tables that apps can add fields to. */
export type OrganizationModel = "organization" | "member" | "invitation" | "team";

/** The app's custom fields, by table. */
export type OrganizationSchema = {
  readonly [M in OrganizationModel]?: { readonly additionalFields?: AdditionalFields };
};

/** The tables that apps can add hooks to. */
export type HookedTable = OrganizationModel | "teamMember" | "organizationRole";

/** A limit, either a number or a function of the user and the organization. */
export type Limit<Where> = number | ((where: Where) => number | Promise<number>);

/** The user who acts, and the organization. */
export interface LimitScope {
  readonly user: User;
  readonly organization: OrganizationRow;
}

/** The data of an invitation email. Fits `mail.invitation` of `@latchkey/mailer`. */
export interface InvitationMail {
  /** The email to send to. */
  readonly email: string;
  readonly organizationName: string;
  readonly inviterName: string;
  /** The page where the user accepts the invitation, with `id` in its query. */
  readonly url: string;
  /**
   * For apps that build their own link: the invitation's ID with a secret, `{id}.{secret}`. Calls accept it as the
   * invitation's ID. The secret proves that the user can read this mailbox, so don't send it anywhere else.
   */
  readonly id: string;
  /** The same as `id`. */
  readonly token: string;
  readonly role: string | null;
  readonly invitation: InvitationRow;
  readonly organization: OrganizationRow;
}

/** Options for teams. */
export interface TeamOptions {
  /** Whether to turn on teams. Default: false. */
  readonly enabled?: boolean;
  /** Whether a new organization gets a team with its own name and its creator. Default: true. */
  readonly defaultTeam?: { readonly enabled?: boolean };
  /** Maximum teams per organization. Default: no limit. */
  readonly maximumTeams?: Limit<LimitScope>;
  /** Maximum members per team. Default: no limit. */
  readonly maximumMembersPerTeam?: Limit<LimitScope & { readonly teamId: string }>;
  /** Whether the last team can be removed. Default: false. */
  readonly allowRemovingAllTeams?: boolean;
}

/** Options for `organization`. Times are in seconds. */
export interface OrganizationOptions<S extends OrganizationSchema = OrganizationSchema> extends RoleOptions {
  /** Which users can create organizations. Default: all. */
  readonly allowUserToCreateOrganization?: boolean | ((user: User) => boolean | Promise<boolean>);
  /**
   * Maximum organizations that a user can belong to and still create one. A function can return `true` if the limit is
   * reached. Default: no limit.
   */
  readonly organizationLimit?: number | ((user: User) => number | boolean | Promise<number | boolean>);
  /** The role of the user who creates an organization. At least one member always has it. Default: `owner`. */
  readonly creatorRole?: string;
  /** Maximum members per organization. If it's a number, it's also the default page size, up to 1000. Default: 100. */
  readonly membershipLimit?: Limit<LimitScope>;
  /** Maximum pending invitations per organization. Default: 100. */
  readonly invitationLimit?: Limit<LimitScope>;
  /** Seconds until an invitation expires. Default: 172800 (2 days). */
  readonly invitationExpiresIn?: number;
  /** Whether inviting a user again cancels the pending invitation instead of failing. Default: false. */
  readonly cancelPendingInvitationsOnReInvite?: boolean;
  /**
   * Whether reading, accepting, or rejecting an invitation requires a verified email or the invitation's link. If
   * false, anyone who signs up with the invited email and knows the invitation's ID can accept it. Default: true.
   */
  readonly requireEmailVerificationOnInvitation?: boolean;
  /** Sends the invitation email. Without it, inviters get links to share themselves. */
  readonly sendInvitationEmail?: MailSender<InvitationMail>;
  /** The app's page where users accept invitations: a path on `baseURL`, or a URL. Default: `/accept-invitation`. */
  readonly invitationURL?: string;
  /** `names` hides emails from members who can't manage members. Default: `full`. */
  readonly memberVisibility?: "full" | "names";
  /** Whether to prevent deleting organizations. Default: false. */
  readonly disableOrganizationDeletion?: boolean;
  readonly teams?: TeamOptions;
  readonly dynamicAccessControl?: {
    readonly enabled?: boolean;
    /** Maximum custom roles per organization. Default: 100. */
    readonly maximumRolesPerOrganization?: Limit<LimitScope>;
  };
  /** The app's custom fields. */
  readonly schema?: S;
  /** Hooks around writes, by table: in the transaction, after the commit, or on failure. */
  readonly hooks?: { readonly [T in HookedTable]?: TableHooks };
}

type ResolvedLimit<Where> = (where: Where) => Promise<number>;

/** The options with defaults filled in. */
export interface OrganizationSettings {
  readonly statements: Statements;
  readonly roles: Roles;
  readonly creatorRole: string;
  /** Which users can create organizations. `some` means that a function decides. */
  readonly creators: "all" | "some" | "none";
  readonly canCreate: (user: User) => boolean | Promise<boolean>;
  readonly organizationLimit: ResolvedLimit<User>;
  readonly memberLimit: ResolvedLimit<LimitScope>;
  /** The same for every organization, or `null` if there's no limit or a function decides. */
  readonly fixedMemberLimit: number | null;
  readonly invitationLimit: ResolvedLimit<LimitScope>;
  readonly teamLimit: ResolvedLimit<LimitScope>;
  readonly teamMemberLimit: ResolvedLimit<LimitScope & { readonly teamId: string }>;
  readonly roleLimit: ResolvedLimit<LimitScope>;
  /** The default number of rows per page. */
  readonly pageSize: number;
  readonly invitationExpiresIn: number;
  readonly cancelPendingOnReInvite: boolean;
  /** Whether using a plain invitation ID requires a verified email. */
  readonly requireVerifiedEmail: boolean;
  readonly sendInvitation: MailSender<InvitationMail> | null;
  readonly invitationURL: string;
  readonly namesOnly: boolean;
  readonly allowDeletion: boolean;
  readonly teamsEnabled: boolean;
  readonly defaultTeam: boolean;
  readonly allowRemovingAllTeams: boolean;
  readonly dynamicRoles: boolean;
  /** Whether the app set `ac`, which lists the resources that custom roles can use. */
  readonly hasAccessControl: boolean;
  readonly fields: Readonly<Partial<Record<OrganizationModel, AdditionalFields>>>;
}

/** The maximum number of rows per page. */
export const maxPageSize = 1000;

const teamOptionNames: OptionNames<TeamOptions> = {
  enabled: true,
  defaultTeam: { enabled: true },
  maximumTeams: true,
  maximumMembersPerTeam: true,
  allowRemovingAllTeams: true,
};

const fieldNames = { additionalFields: true } as const;
const schemaNames: OptionNames<OrganizationSchema> = {
  organization: fieldNames,
  member: fieldNames,
  invitation: fieldNames,
  team: fieldNames,
};

const writeHookNames: OptionNames<WriteHooks> = { inTransaction: true, afterCommit: true, onFailure: true };
const tableHookNames: OptionNames<TableHooks> = {
  create: writeHookNames,
  update: writeHookNames,
  delete: writeHookNames,
};
const hookNames: OptionNames<Record<HookedTable, TableHooks>> = {
  organization: tableHookNames,
  member: tableHookNames,
  invitation: tableHookNames,
  team: tableHookNames,
  teamMember: tableHookNames,
  organizationRole: tableHookNames,
};

const optionNames: OptionNames<OrganizationOptions> = {
  ac: true,
  roles: true,
  allowUserToCreateOrganization: true,
  organizationLimit: true,
  creatorRole: true,
  membershipLimit: true,
  invitationLimit: true,
  invitationExpiresIn: true,
  cancelPendingInvitationsOnReInvite: true,
  requireEmailVerificationOnInvitation: true,
  sendInvitationEmail: true,
  invitationURL: true,
  memberVisibility: true,
  disableOrganizationDeletion: true,
  teams: teamOptionNames,
  dynamicAccessControl: { enabled: true, maximumRolesPerOrganization: true },
  schema: schemaNames,
  hooks: hookNames,
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveOrganization(options: OrganizationOptions): OrganizationSettings {
  checkOptionNames("organization", options, optionNames);
  const { statements, roles } = declareRoles(options);
  const { teams = {}, dynamicAccessControl = {}, allowUserToCreateOrganization: allow = true } = options;
  const creatorRole = options.creatorRole ?? "owner";
  if (!Object.hasOwn(roles, creatorRole)) {
    throw new Error(
      `organization.creatorRole is "${creatorRole}", which isn't a role. Add it to organization.roles, or use one of those.`,
    );
  }
  const { membershipLimit = 100 } = options;
  const withTeams = teams.enabled ?? false;
  return {
    statements,
    roles,
    creatorRole,
    creators: typeof allow === "function" ? "some" : allow ? "all" : "none",
    canCreate: typeof allow === "function" ? allow : () => allow,
    organizationLimit: resolveOrganizationLimit(options.organizationLimit),
    memberLimit: resolveLimit("membershipLimit", membershipLimit),
    fixedMemberLimit: typeof membershipLimit === "number" && Number.isFinite(membershipLimit) ? membershipLimit : null,
    invitationLimit: resolveLimit("invitationLimit", options.invitationLimit ?? 100),
    teamLimit: resolveLimit("teams.maximumTeams", teams.maximumTeams),
    teamMemberLimit: resolveLimit("teams.maximumMembersPerTeam", teams.maximumMembersPerTeam),
    roleLimit: resolveLimit(
      "dynamicAccessControl.maximumRolesPerOrganization",
      dynamicAccessControl.maximumRolesPerOrganization ?? 100,
    ),
    pageSize: typeof membershipLimit === "number" ? Math.min(Math.max(membershipLimit, 1), maxPageSize) : 100,
    invitationExpiresIn: checkInteger("organization.invitationExpiresIn", options.invitationExpiresIn ?? 172_800, {
      min: 1,
      unit: "seconds",
    }),
    cancelPendingOnReInvite: options.cancelPendingInvitationsOnReInvite ?? false,
    requireVerifiedEmail: options.requireEmailVerificationOnInvitation ?? true,
    sendInvitation: options.sendInvitationEmail ?? null,
    invitationURL: checkInvitationUrl(options.invitationURL ?? "/accept-invitation"),
    namesOnly: options.memberVisibility === "names",
    allowDeletion: options.disableOrganizationDeletion !== true,
    teamsEnabled: withTeams,
    defaultTeam: withTeams && teams.defaultTeam?.enabled !== false,
    allowRemovingAllTeams: teams.allowRemovingAllTeams ?? false,
    dynamicRoles: dynamicAccessControl.enabled ?? false,
    hasAccessControl: options.ac !== undefined,
    fields: fieldsOf(options.schema, withTeams),
  };
}

function fieldsOf(schema: OrganizationSchema = {}, teams: boolean): OrganizationSettings["fields"] {
  if (schema.team && !teams)
    throw new Error("organization.schema.team is set, but teams are off. Set teams.enabled to true.");
  const models = ["organization", "member", "invitation", ...(teams ? ["team"] : [])] as OrganizationModel[];
  return Object.fromEntries(models.map((model) => [model, schema[model]?.additionalFields ?? {}]));
}

function resolveLimit<Where>(name: string, given: Limit<Where> | undefined): ResolvedLimit<Where> {
  if (given === undefined) return async () => Number.POSITIVE_INFINITY;
  if (typeof given === "function") return async (where) => checkLimit(name, await given(where));
  const number = given === Number.POSITIVE_INFINITY ? given : checkInteger(`organization.${name}`, given, { min: 0 });
  return async () => number;
}

function resolveOrganizationLimit(given: OrganizationOptions["organizationLimit"]): ResolvedLimit<User> {
  if (typeof given !== "function") return resolveLimit<User>("organizationLimit", given);
  return async (user) => {
    const result = await given(user);
    if (typeof result === "boolean") return result ? 0 : Number.POSITIVE_INFINITY;
    return checkLimit("organizationLimit", result);
  };
}

/** Checks a limit that a function returned. `undefined`, for example from a missing plan, must not mean "no limit". */
function checkLimit(name: string, value: unknown): number {
  if (typeof value === "number" && !Number.isNaN(value)) return value;
  throw new Error(`organization.${name} returned ${String(value)}. Return a number, or Infinity for no limit.`);
}

function checkInvitationUrl(target: string): string {
  if (/^(?:https?:\/\/|\/(?![/\\]))/i.test(target)) return target;
  throw new Error(`organization.invitationURL is "${target}". Use a path, or a URL with http or https.`);
}
