/** Organizations: made, changed, deleted, each in one transaction with what belongs to it. */

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
import { refuse } from "../errors.ts";
import { type Membership, sessionOf } from "../guards.ts";
import { holdMembership } from "../hold.ts";
import { invitationToken } from "../invitations/secret.ts";
import type { OrganizationSettings } from "../options.ts";
import { type MemberRow, memberTable, type OrganizationRow, organizationTable } from "../tables.ts";
import { insertTeam, joinTeam, newTeam } from "../teams/store.ts";

/** Most organizations of one person that are listed. */
const mostListed = 1000;

/** What a new organization is made of. */
export interface NewOrganization {
  readonly user: UserRow;
  readonly values: Pick<OrganizationRow, "name" | "slug" | "logo" | "metadata"> & Readonly<Record<string, unknown>>;
  /** Values of further columns of the first member and of the first team. */
  readonly memberFields: Readonly<Record<string, unknown>>;
  readonly teamFields: Readonly<Record<string, unknown>>;
  /** Most organizations that the user may be in. */
  readonly limit: number;
  /** The session in which it becomes the active one. */
  readonly activate: ActiveSession | null;
}

/** What was made. */
export interface Founded {
  readonly organization: OrganizationRow;
  readonly member: MemberRow;
  readonly active: ActiveSession | null;
}

/**
 * Makes an organization with its first member. Counted under a lock on the user, so that no number of requests at once
 * passes the limit.
 * @throws {UniqueViolation} `organization.slug`
 * @throws {AuthError} `YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS`; `ORGANIZATION_ALREADY_EXISTS`: the slug is the
 *   lower case form of another one; `UNAUTHORIZED`: the user is gone
 */
export async function foundOrganization(
  context: RequestContext,
  { creatorRole, defaultTeam, teams }: OrganizationSettings,
  { user, values, memberFields, teamFields, limit, activate }: NewOrganization,
): Promise<Founded> {
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
  };
  return context.db.transaction(async (tx) => {
    // Also where nothing is counted: an account that ends meanwhile would leave an organization without anybody.
    if (!(await tx.lock(userTable, user.id))) fail(httpErrors, "UNAUTHORIZED");
    if (Number.isFinite(limit)) {
      const count = await tx.count(memberTable, { where: { userId: user.id } });
      if (count >= limit) refuse("YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS");
    }
    if (await isSlugTaken(tx, organization.slug)) refuse("ORGANIZATION_ALREADY_EXISTS");
    await tx.insert(organizationTable, organization);
    await tx.insert(memberTable, member);
    if (team) {
      await insertTeam(tx, team);
      await joinTeam(tx, context, team.id, user.id);
    }
    const set = { activeOrganizationId: organization.id, ...(teams ? { activeTeamId: team?.id ?? null } : {}) };
    const active = activate && (await changeSession(tx, activate, () => set));
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
 * Changes an organization on behalf of a member, and returns it as it is then.
 * @throws {UniqueViolation} `organization.slug`
 * @throws {AuthError} `ORGANIZATION_SLUG_ALREADY_TAKEN`: the slug is the lower case form of another one; what
 *   `holdMembership` refuses with
 */
export function changeOrganization(
  context: RequestContext,
  settings: OrganizationSettings,
  membership: Membership,
  set: Readonly<Record<string, unknown>>,
): Promise<OrganizationRow> {
  return context.db.transaction(async (tx) => {
    const { organization, member } = await holdMembership(tx, context, settings, membership, "ORGANIZATION_NOT_FOUND");
    const { id } = organization;
    if (Object.keys(set).length === 0) return organization;
    if (typeof set.slug === "string" && (await isSlugTaken(tx, set.slug, id)))
      refuse("ORGANIZATION_SLUG_ALREADY_TAKEN");
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
 * Deletes an organization with everything that belongs to it: members, invitations and their links, teams and roles go
 * with the row, and every session forgets it.
 * @param caller the session of whoever deletes it; `null`: the server does
 * @param check refuses a caller who lost the permission meanwhile
 * @returns the caller's session as it is then; `null`: the organization was gone
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
    if (!caller || sessionOf(caller).activeOrganizationId !== id) return { active: caller };
    const cleared = "activeTeamId" in caller.session ? { activeTeamId: null } : {};
    return { active: await changeSession(tx, caller, () => ({ activeOrganizationId: null, ...cleared })) };
  });
}

/**
 * Whether another organization has this slug, or one whose lower case form it is. The latter are never added while the app
 * runs: new slugs are lower case, and two that are equal are refused by the database.
 */
export async function isSlugTaken(db: Adapter, slug: string, ownId?: string): Promise<boolean> {
  const where = [{ slug }, { lowerSlug: slug }];
  const found = await db.findMany(organizationTable, { where, columns: ["id"], limit: 2 });
  return found.some(({ id }) => id !== ownId);
}

/** The organizations that a user is in, oldest first. */
export async function organizationsOf(db: Adapter, userId: string): Promise<OrganizationRow[]> {
  const rows = await db.findMany(memberTable, {
    where: { userId },
    join: { organization: { table: organizationTable, on: { id: "organizationId" }, required: true } },
    orderBy: [{ column: "createdAt", of: "organization" }],
    columns: ["id"],
    limit: mostListed,
  });
  return rows.map(({ organization }) => organization);
}
