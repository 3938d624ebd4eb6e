/** What an app may set about organizations. */

import type { FieldOptions, MailSender, TableHooks, User } from "@latchkey/core";
import type { Roles, Statements } from "@latchkey/core/access";
import { declareRoles, type RoleOptions } from "./roles/access.ts";
import type { InvitationRow, OrganizationRow } from "./tables.ts";

/** The tables that apps may add fields to. */
export type OrganizationModel = "organization" | "member" | "invitation" | "team";

/** Fields of the app's own, by table. */
export type OrganizationSchema = { readonly [M in OrganizationModel]?: { readonly additionalFields?: FieldOptions } };

/** The tables whose writes an app may hook into. */
export type HookedTable = OrganizationModel | "teamMember" | "organizationRole";

/** A limit: a number, or a function of who acts and where. */
export type Limit<Where> = number | ((where: Where) => number | Promise<number>);

/** Who acts, in which organization. */
export interface LimitScope {
  readonly user: User;
  readonly organization: OrganizationRow;
}

/** What an invitation's mail is made of. It fits `mail.invitation` of `@latchkey/mailer`. */
export interface InvitationMail {
  /** Where it goes. */
  readonly email: string;
  readonly organizationName: string;
  readonly inviterName: string;
  /** The page where it is accepted, with `id` in its query. */
  readonly url: string;
  /**
   * For apps that build their own link: the invitation's id with a secret, `{id}.{secret}`. Calls that take an invitation's
   * id take it in this form, too. The secret proves that the user reads this address, so send it nowhere else.
   */
  readonly id: string;
  /** Same as `id`. */
  readonly token: string;
  readonly role: string | null;
  readonly invitation: InvitationRow;
  readonly organization: OrganizationRow;
}

/** What there is about teams. */
export interface TeamOptions {
  /** Default: off. */
  readonly enabled?: boolean;
  /** A new organization gets a team of its own name, with its creator. Default: yes. */
  readonly defaultTeam?: { readonly enabled?: boolean };
  /** Most teams of an organization. Default: no limit. */
  readonly maximumTeams?: Limit<LimitScope>;
  /** Most members of a team. Default: no limit. */
  readonly maximumMembersPerTeam?: Limit<LimitScope & { readonly teamId: string }>;
  /** Whether the last team may be removed. Default: no. */
  readonly allowRemovingAllTeams?: boolean;
}

/** Options of `organization`. Times in seconds. */
export interface OrganizationOptions<S extends OrganizationSchema = OrganizationSchema> extends RoleOptions {
  /** Who may make organizations. Default: everybody. */
  readonly allowUserToCreateOrganization?: boolean | ((user: User) => boolean | Promise<boolean>);
  /** Most organizations that somebody may be in and still make one. A function may say `true`: no more. Default: no limit. */
  readonly organizationLimit?: number | ((user: User) => number | boolean | Promise<number | boolean>);
  /** The role of who makes an organization. There is always somebody who has it. Default: `owner`. */
  readonly creatorRole?: string;
  /** Most members of an organization; as a number also how many a page shows unless asked. Default: 100. */
  readonly membershipLimit?: Limit<LimitScope>;
  /** Most open invitations of an organization. Default: 100. */
  readonly invitationLimit?: Limit<LimitScope>;
  /** How long an invitation is open. Default: 172800, two days. */
  readonly invitationExpiresIn?: number;
  /** Inviting somebody again cancels the open invitation instead of being refused. Default: no. */
  readonly cancelPendingInvitationsOnReInvite?: boolean;
  /**
   * Whether reading, accepting, or rejecting an invitation takes a verified email or the invitation's link. With `false`,
   * anyone who signs up with the invited address and knows the invitation's id can accept it. Default: true.
   */
  readonly requireEmailVerificationOnInvitation?: boolean;
  /** Sends the invitation email. Without it, inviters get links that they pass on themselves. */
  readonly sendInvitationEmail?: MailSender<InvitationMail>;
  /** The page of the app where invitations are accepted: a path on `baseURL`, or a URL. Default: `/accept-invitation`. */
  readonly invitationURL?: string;
  /** `names`: members without a say over members see names, not addresses. Default: `full`. */
  readonly memberVisibility?: "full" | "names";
  /** Organizations cannot be deleted. Default: they can. */
  readonly disableOrganizationDeletion?: boolean;
  readonly teams?: TeamOptions;
  readonly dynamicAccessControl?: {
    readonly enabled?: boolean;
    /** Most roles that an organization makes for itself. Default: 100. */
    readonly maximumRolesPerOrganization?: Limit<LimitScope>;
  };
  /** Fields of your own. */
  readonly schema?: S;
  /** Steps around writes, by table: in the transaction, after the commit, on failure. */
  readonly hooks?: { readonly [T in HookedTable]?: TableHooks };
}

type Resolved<Where> = (where: Where) => Promise<number>;

/** The options with defaults filled in. */
export interface OrganizationSettings {
  readonly statements: Statements;
  readonly roles: Roles;
  readonly creatorRole: string;
  readonly mayCreate: (user: User) => boolean | Promise<boolean>;
  readonly organizationLimit: Resolved<User>;
  readonly memberLimit: Resolved<LimitScope>;
  readonly invitationLimit: Resolved<LimitScope>;
  readonly teamLimit: Resolved<LimitScope>;
  readonly teamMemberLimit: Resolved<LimitScope & { readonly teamId: string }>;
  readonly roleLimit: Resolved<LimitScope>;
  /** Rows of a page, unless asked for fewer or more. */
  readonly pageSize: number;
  readonly invitationExpiresIn: number;
  readonly cancelsOnReInvite: boolean;
  /** Whether a plain id takes a verified email. */
  readonly wantsVerified: boolean;
  readonly send: MailSender<InvitationMail> | null;
  readonly invitationURL: string;
  readonly namesOnly: boolean;
  readonly deletion: boolean;
  readonly teams: boolean;
  readonly defaultTeam: boolean;
  readonly allowRemovingAllTeams: boolean;
  readonly dynamicRoles: boolean;
  /** Whether resources were named that roles can be made of. */
  readonly hasAccessControl: boolean;
  readonly fields: Readonly<Partial<Record<OrganizationModel, FieldOptions>>>;
}

/** Most rows of a page, whatever is asked for. */
export const longestPage = 1000;

/** @throws {Error} naming the option that makes no sense */
export function resolveOrganization(options: OrganizationOptions): OrganizationSettings {
  const { statements, roles } = declareRoles(options);
  const { teams = {}, dynamicAccessControl = {}, allowUserToCreateOrganization: allow = true } = options;
  const creatorRole = options.creatorRole ?? "owner";
  if (!Object.hasOwn(roles, creatorRole)) {
    throw new Error(`organization.creatorRole is "${creatorRole}", which is none of the roles.`);
  }
  const { membershipLimit = 100 } = options;
  const withTeams = teams.enabled ?? false;
  return {
    statements,
    roles,
    creatorRole,
    mayCreate: typeof allow === "function" ? allow : () => allow,
    organizationLimit: organizationLimit(options.organizationLimit),
    memberLimit: limit("membershipLimit", membershipLimit),
    invitationLimit: limit("invitationLimit", options.invitationLimit ?? 100),
    teamLimit: limit("teams.maximumTeams", teams.maximumTeams),
    teamMemberLimit: limit("teams.maximumMembersPerTeam", teams.maximumMembersPerTeam),
    roleLimit: limit(
      "dynamicAccessControl.maximumRolesPerOrganization",
      dynamicAccessControl.maximumRolesPerOrganization ?? 100,
    ),
    pageSize: typeof membershipLimit === "number" ? Math.min(Math.max(membershipLimit, 1), longestPage) : 100,
    invitationExpiresIn: whole("invitationExpiresIn", options.invitationExpiresIn ?? 172_800, 1),
    cancelsOnReInvite: options.cancelPendingInvitationsOnReInvite ?? false,
    wantsVerified: options.requireEmailVerificationOnInvitation ?? true,
    send: options.sendInvitationEmail ?? null,
    invitationURL: page(options.invitationURL ?? "/accept-invitation"),
    namesOnly: options.memberVisibility === "names",
    deletion: options.disableOrganizationDeletion !== true,
    teams: withTeams,
    defaultTeam: withTeams && teams.defaultTeam?.enabled !== false,
    allowRemovingAllTeams: teams.allowRemovingAllTeams ?? false,
    dynamicRoles: dynamicAccessControl.enabled ?? false,
    hasAccessControl: options.ac !== undefined,
    fields: fieldsOf(options.schema, withTeams),
  };
}

function fieldsOf(schema: OrganizationSchema = {}, teams: boolean): OrganizationSettings["fields"] {
  if (schema.team && !teams) throw new Error("organization.schema.team: teams are off. Set teams.enabled.");
  const models = ["organization", "member", "invitation", ...(teams ? ["team"] : [])] as OrganizationModel[];
  return Object.fromEntries(models.map((model) => [model, schema[model]?.additionalFields ?? {}]));
}

function limit<Where>(name: string, given: Limit<Where> | undefined): Resolved<Where> {
  if (given === undefined) return async () => Number.POSITIVE_INFINITY;
  if (typeof given === "function") return async (where) => counted(name, await given(where));
  const number = given === Number.POSITIVE_INFINITY ? given : whole(name, given, 0);
  return async () => number;
}

function organizationLimit(given: OrganizationOptions["organizationLimit"]): Resolved<User> {
  if (typeof given !== "function") return limit<User>("organizationLimit", given);
  return async (user) => {
    const said = await given(user);
    if (typeof said === "boolean") return said ? 0 : Number.POSITIVE_INFINITY;
    return counted("organizationLimit", said);
  };
}

/** What a function gave. Nothing at all, as of a plan that was not found, is no leave to go on without a limit. */
function counted(name: string, value: unknown): number {
  if (typeof value === "number" && !Number.isNaN(value)) return value;
  throw new Error(`organization.${name} gave ${String(value)}: give a number, or Infinity for no limit.`);
}

function whole(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`organization.${name} is ${value}: give a whole number from ${least}.`);
}

function page(target: string): string {
  if (/^(?:https?:\/\/|\/(?![/\\]))/i.test(target)) return target;
  throw new Error(`organization.invitationURL is "${target}": give a path, or a URL with http or https.`);
}
