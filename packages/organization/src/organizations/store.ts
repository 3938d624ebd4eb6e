/** Creates, changes, and deletes organizations, each in one transaction with the rows that belong to them. */

import { randomId } from "@latchkey/core/crypto";
import type { Adapter, Transaction } from "@latchkey/core/database";
import {
  type ActiveSession,
  changeSession,
  fail,
  httpErrors,
  type RequestContext,
  recordAudit,
  tokenTable,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import { type Membership, organizationSession } from "../guards.ts";
import { invitationToken } from "../invitations/secret.ts";
import { lockMembership } from "../lock-membership.ts";
import type { OrganizationSettings } from "../options.ts";
import { type MemberRow, memberTable, notSuspended, type OrganizationRow, organizationTable } from "../tables.ts";
import { insertTeam, joinTeam, newTeam } from "../teams/store.ts";

/** Maximum organizations in a user's list. */
const maxListed = 1000;

/** The values of a new organization. */
export interface NewOrganization {
  readonly user: UserRow;
  readonly values: Pick<OrganizationRow, "name" | "slug" | "logo" | "metadata"> & Readonly<Record<string, unknown>>;
  /** Values of the custom columns of the first member and the default team. */
  readonly memberFields: Readonly<Record<string, unknown>>;
  readonly teamFields: Readonly<Record<string, unknown>>;
  /** Maximum organizations that the user can belong to. */
  readonly limit: number;
  /** The session in which the organization becomes the active one. */
  readonly activateIn: ActiveSession | null;
}

/** The organization, its first member, and the changed session. */
export interface CreateResult {
  readonly organization: OrganizationRow;
  readonly member: MemberRow;
  readonly active: ActiveSession | null;
}

/**
 * Creates an organization with its first member. Counts under a lock on the user, so concurrent requests can't exceed
 * the limit.
 * @throws {UniqueViolation} `organization.slug`
 * @throws {AuthError} `YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS`, `ORGANIZATION_ALREADY_EXISTS` if the slug
 * is the lowercase form of another slug, or `UNAUTHORIZED` if the user was deleted
 */
export async function storeOrganization(
  context: RequestContext,
  { creatorRole, defaultTeam, teamsEnabled }: OrganizationSettings,
  { user, values, memberFields, teamFields, limit, activateIn }: NewOrganization,
): Promise<CreateResult> {
  const now = context.now();
  const generated = { id: randomId(context.random), lowerSlug: null, createdAt: now, epoch: 0 };
  const organization: OrganizationRow = { ...values, ...generated };
  const team = defaultTeam ? newTeam(context, organization.id, values.name, teamFields) : null;
  const member: MemberRow = {
    ...memberFields,
    id: randomId(context.random),
    organizationId: organization.id,
    userId: user.id,
    role: creatorRole,
    teamId: team?.id ?? null,
    createdAt: now,
    suspendedAt: null,
  };
  return context.db.transaction(async (tx) => {
    // Needed even without a limit. Otherwise, an account that's deleted in the meantime would leave an organization
    // without members.
    if (!(await tx.lock(userTable, user.id))) fail(httpErrors, "UNAUTHORIZED");
    if (Number.isFinite(limit)) {
      const count = await tx.count(memberTable, { where: { userId: user.id } });
      if (count >= limit) failWith("YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS");
    }
    if (await isSlugTaken(tx, organization.slug)) failWith("ORGANIZATION_ALREADY_EXISTS");
    await tx.insert(organizationTable, organization);
    await tx.insert(memberTable, member);
    if (team) {
      await insertTeam(tx, team);
      await joinTeam(tx, context, team.id, user.id);
    }
    const set = { activeOrganizationId: organization.id, ...(teamsEnabled ? { activeTeamId: team?.id ?? null } : {}) };
    const active = activateIn && (await changeSession(tx, activateIn, () => set));
    await recordAudit(tx, context, {
      action: "organization.create",
      actorId: user.id,
      organizationId: organization.id,
      data: { slug: organization.slug },
    });
    return { organization, member, active };
  });
}

/**
 * Changes an organization on behalf of a member and returns the changed row.
 * @throws {UniqueViolation} `organization.slug`
 * @throws {AuthError} `ORGANIZATION_SLUG_ALREADY_TAKEN` if the slug is the lowercase form of another slug, or any error
 * of `lockMembership`
 */
export function changeOrganization(
  context: RequestContext,
  settings: OrganizationSettings,
  membership: Membership,
  set: Readonly<Record<string, unknown>>,
): Promise<OrganizationRow> {
  return context.db.transaction(async (tx) => {
    const { organization, member } = await lockMembership(tx, context, settings, membership, "ORGANIZATION_NOT_FOUND");
    const { id } = organization;
    if (Object.keys(set).length === 0) return organization;
    if (typeof set.slug === "string" && (await isSlugTaken(tx, set.slug, id)))
      failWith("ORGANIZATION_SLUG_ALREADY_TAKEN");
    const lowered = set.slug === undefined ? {} : { lowerSlug: null };
    await tx.update(organizationTable, { where: { id }, set: { ...set, ...lowered } });
    await recordAudit(tx, context, {
      action: "organization.update",
      actorId: member.userId,
      organizationId: id,
      data: { fields: Object.keys(set) },
    });
    return { ...organization, ...set };
  });
}

/**
 * Deletes an organization. Its members, invitations, teams, roles, and stored invitation tokens are deleted, too. All
 * sessions lose it as their active organization.
 * @param caller the session of the user who deletes it, or `null` if the server does
 * @param check throws if the caller has lost the permission meanwhile
 * @returns the caller's changed session, or `null` if the organization no longer existed
 */
export function removeOrganization(
  context: RequestContext,
  id: string,
  caller: ActiveSession | null,
  check: (tx: Transaction) => Promise<unknown> = async () => null,
): Promise<{ readonly active: ActiveSession | null } | null> {
  return context.db.transaction(async (tx) => {
    await check(tx);
    if ((await tx.remove(organizationTable, { where: { id } })) === 0) return null;
    await tx.remove(tokenTable, { where: { subject: id, kind: invitationToken.name } });
    const actorId = caller?.user.id ?? null;
    await recordAudit(tx, context, { action: "organization.delete", actorId, organizationId: id });
    if (!caller || organizationSession(caller).activeOrganizationId !== id) return { active: caller };
    const cleared = "activeTeamId" in caller.session ? { activeTeamId: null } : {};
    return { active: await changeSession(tx, caller, () => ({ activeOrganizationId: null, ...cleared })) };
  });
}

/**
 * Whether another organization has this slug, or a slug with this lowercase form. Only imported slugs can have capital
 * letters. New slugs are lowercase, and a database constraint rejects duplicates.
 */
export async function isSlugTaken(db: Adapter, slug: string, ownId?: string): Promise<boolean> {
  const where = [{ slug }, { lowerSlug: slug }];
  const found = await db.findMany(organizationTable, { where, columns: ["id"], limit: 2 });
  return found.some(({ id }) => id !== ownId);
}

/** Returns a user's roles with their organizations, oldest organization first. Omits those that suspended the user. */
export function findMembershipsOfUser(
  db: Adapter,
  userId: string,
): Promise<(Pick<MemberRow, "id" | "role"> & { readonly organization: OrganizationRow })[]> {
  return db.findMany(memberTable, {
    where: { userId, ...notSuspended },
    join: { organization: { table: organizationTable, on: { id: "organizationId" }, required: true } },
    orderBy: [{ column: "createdAt", joinName: "organization" }],
    columns: ["id", "role"],
    limit: maxListed,
  });
}

/** Returns a user's organizations, oldest first. */
export async function findOrganizationsOfUser(db: Adapter, userId: string): Promise<OrganizationRow[]> {
  return (await findMembershipsOfUser(db, userId)).map(({ organization }) => organization);
}
