/** Determines what an open setup link permits, for calls in this plugin and in other plugins. */

import { authorize, type Permissions } from "@latchkey/core/access";
import type { Adapter, Transaction } from "@latchkey/core/database";
import {
  findUser,
  type Guard,
  getService,
  hasAdminPermissions,
  isUserBlocked,
  type OrganizationRef,
  type OrganizationScope,
  type RequestContext,
  requireSetupLink,
  type SetupCaller,
  type SetupLinks,
  StaleUserError,
} from "@latchkey/core/plugin";
import { lockOrganization } from "../access.ts";
import { failWith } from "../errors.ts";
import { isOpen, readSetup, type Setup } from "./link.ts";

/** The permissions that every link's holder gets. The creator must have them, too. */
export const ssoPermissions: Permissions = { sso: ["create", "update"] };

/** The additional permissions that a link with `directory` grants. */
export const directoryPermissions: Permissions = { scim: ["create", "update"] };

/** Requires the browser that opened a setup link, and a creator who could still create one. */
export const requireSetup: Guard<SetupCaller, "SETUP_LINK_INVALID"> = requireSetupLink(ssoPermissions);

/** The `setupLinks` service. */
export const setupLinks: SetupLinks = {
  async find(context, permissions) {
    const setup = await readSetup(context);
    const creator = setup && (await findCreator(context, setup));
    if (!setup || !creator || !permits(setup, creator, permissions)) return null;
    return { linkId: setup.linkId, scope: scopeOf(context, setup, creator, permissions) };
  },
};

/** A link's creator, whose permissions limit what the link permits. */
export interface Creator {
  readonly organization: OrganizationRef;
  /** The creator's role in the organization. `null` for the app and site admins. */
  readonly role: string | null;
  /** Whether the creator has these permissions in the organization. */
  can(permissions: Permissions): boolean;
}

/** Whether a link's holder has these permissions. The link must include them, and its creator must have them, too. */
export function permits({ directory }: Setup, { can }: Creator, permissions: Permissions): boolean {
  const most: Permissions = { ...ssoPermissions, ...(directory ? directoryPermissions : {}) };
  // Also check the permissions that every link needs, because the creator might no longer be able to create a link.
  return authorize(most, permissions).success && can({ ...ssoPermissions, ...permissions });
}

/**
 * Returns `null` if the creator is neither a member nor a site admin, or was banned, or if the organization was
 * deleted.
 */
export async function findCreator(
  context: RequestContext,
  setup: Pick<Setup, "organizationId" | "creatorId">,
): Promise<Creator | null> {
  const { table, permissionsOf } = getService(context, "organizationAccess");
  const organization = await context.db.findOne(table, { where: { id: setup.organizationId } });
  const place = organization && (await placeOf(context.db, context, setup));
  if (!organization || !place) return null;
  const { role, canEverywhere } = place;
  if (role === null) return { organization, role, can: canEverywhere };
  const granted = await permissionsOf(context, organization, role);
  return { organization, role, can: (permissions) => authorize(granted, permissions).success };
}

/** The role and site permissions of a link's creator. */
interface Place extends Pick<Creator, "role"> {
  canEverywhere(permissions: Permissions): boolean;
}

async function placeOf(
  db: Adapter,
  context: RequestContext,
  { organizationId, creatorId: userId }: Pick<Setup, "organizationId" | "creatorId">,
): Promise<Place | null> {
  if (userId === null) return { role: null, canEverywhere: () => true };
  const user = await findUser(db, userId);
  if (!user || isUserBlocked(context, user)) return null;
  const { members } = getService(context, "organizationAccess");
  const member = await db.findOne(members, { where: { organizationId, userId } });
  const role = member && member.suspendedAt === null ? member.role : null;
  return { role, canEverywhere: (permissions) => hasAdminPermissions(context, user, permissions) };
}

function scopeOf(
  context: RequestContext,
  setup: Setup,
  { organization, role, can }: Creator,
  permissions: Permissions,
): OrganizationScope {
  const { organizationId } = setup;
  const { permissionsOf, isWithin } = getService(context, "organizationAccess");
  return {
    organizationId,
    async lock(tx: Transaction) {
      const locked = await lockOrganization(context, tx, organizationId);
      // The role's permissions have changed since they were read. A retry reads the new ones.
      if (locked.epoch !== organization.epoch) throw new StaleUserError();
      const place = await placeOf(tx, context, setup);
      const isSame = place?.role === role && (role !== null || place.canEverywhere(permissions));
      if (!isSame || !(await isOpen(tx, context, setup))) failWith("SETUP_LINK_INVALID");
    },
    has: ([resource, action]) => permits(setup, { organization, role, can }, { [resource]: [action] }),
    canAssign: async (assigned) =>
      role === null || isWithin(context, organization, await permissionsOf(context, organization, role), assigned),
    // A link's holder can only add providers and domains, not act on roles that members have.
    canTake: async () => false,
  };
}
