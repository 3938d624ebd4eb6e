/** Endpoints that change, delete, list, and activate organizations. */

import { type Transaction, UniqueViolation } from "@latchkey/core/database";
import {
  type ActiveSession,
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  fail,
  fieldErrors,
  httpErrors,
  type InputField,
  input,
  presentRow,
  type RequestContext,
  readFields,
  readSession,
  requireSession,
  syncSessionCookies,
  validateImage,
} from "@latchkey/core/plugin";
import { list, model, nullable, statusResponse } from "@latchkey/core/shapes";
import { activeStores, setActive } from "../active.ts";
import { failWith, pickErrors } from "../errors.ts";
import { organizationSession, requireMember, requireMemberIfAny } from "../guards.ts";
import { metadata, name, organizationInput, slug, slugMessage, slugQuery, toSlug } from "../inputs.ts";
import { lockMembership } from "../lock-membership.ts";
import type { Organization } from "../models.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, organizationTable } from "../tables.ts";
import type { OrganizationBaseCalls, OrganizationChange, SetActiveInput } from "./contract.ts";
import { slugAvailabilityOutput } from "./outputs.ts";
import { changeOrganization, findOrganizationsOfUser, isSlugTaken, removeOrganization } from "./store.ts";

/** Checks that a slug is free. */
export const checkSlug: EndpointOf<OrganizationBaseCalls["checkOrganizationSlug"]> = defineEndpoint({
  method: "POST",
  path: "/organization/check-slug",
  summary: "Check slug availability",
  input: input.object({ slug }),
  output: statusResponse,
  guards: [requireSession],
  errors: pickErrors(["ORGANIZATION_SLUG_ALREADY_TAKEN"]),
  queryBudget: 2,
  rateLimit: { window: 60, max: 60 },
  async handle(given, { db }) {
    if (await isSlugTaken(db, given.slug)) failWith("ORGANIZATION_SLUG_ALREADY_TAKEN");
    return { status: true };
  },
});

/**
 * Returns whether a slug is free. A taken slug isn't an error, so forms that check slugs don't log errors in the
 * browser's console.
 */
export const isSlugAvailable: EndpointOf<OrganizationBaseCalls["isOrganizationSlugAvailable"]> = defineEndpoint({
  method: "POST",
  path: "/organization/is-slug-available",
  summary: "Check slug availability without an error",
  input: input.object({ slug }),
  output: slugAvailabilityOutput,
  guards: [requireSession],
  queryBudget: 2,
  rateLimit: { window: 60, max: 60 },
  async handle(given, { db }) {
    return { available: !(await isSlugTaken(db, given.slug)) };
  },
});

/** Changes an organization's name, slug, logo, metadata, and the app's custom fields. */
export function updateOrganization(
  settings: OrganizationSettings,
): EndpointOf<OrganizationBaseCalls["updateOrganization"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/update",
    summary: "Update an organization",
    changes: ["listOrganizations", ...activeStores],
    input: input.object({
      data: input.openObject<OrganizationChange>({
        name: input.optional(name),
        slug: input.optional(slugQuery),
        logo: input.optional(input.nullable(input.rawText())),
        metadata: input.optional(input.nullable(metadata)),
      }),
      organizationId: input.optional(input.id),
    }),
    output: model("organization"),
    guards: [
      requireMember(settings, {
        noOrganization: "ORGANIZATION_NOT_FOUND",
        notMember: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
        notMemberStatus: 400,
        permission: ["organization", "update"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION",
      }),
    ],
    errors: { ...fieldErrors, ...pickErrors(["ORGANIZATION_SLUG_ALREADY_TAKEN"]) },
    queryBudget: 5,
    async handle({ data }, context) {
      const own = await readFields(context.settings.fields.organization ?? {}, { ...data }, "update");
      const { membership } = context;
      const { slug: present, logo: stored } = membership.organization;
      const logo = validateImage("data.logo", data.logo, stored);
      const set = { ...own, ...definedFields({ ...data, logo, slug: resolveSlug(present, data.slug) }) };
      try {
        return presentOrganization(context, await changeOrganization(context, settings, membership, set));
      } catch (error) {
        if (error instanceof UniqueViolation && error.columns.join() === "slug") {
          failWith("ORGANIZATION_SLUG_ALREADY_TAKEN", { cause: error });
        }
        throw error;
      }
    },
  });
}

/** Validates a new slug. The current slug is always accepted, because imported slugs can have a different format. */
function resolveSlug(current: string, requested: string | undefined): string | undefined {
  if (requested === undefined || requested === current) return undefined;
  const issues = [{ path: "data.slug", message: slugMessage }];
  return toSlug(requested) ?? fail(httpErrors, "VALIDATION_ERROR", { details: { issues } });
}

/** Returns the given values of the built-in columns. */
function definedFields({ name, slug, logo, metadata }: OrganizationChange): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ name, slug, logo, metadata }).filter(([, value]) => value !== undefined));
}

/** Deletes an organization and everything in it. */
export function deleteOrganization(
  settings: OrganizationSettings,
): EndpointOf<OrganizationBaseCalls["deleteOrganization"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/delete",
    summary: "Delete an organization",
    changes: ["session", "listOrganizations", ...activeStores],
    stages: ["deleteOrganization"],
    input: organizationInput,
    output: model("organization"),
    guards: [
      requireMember(settings, {
        noOrganization: "ORGANIZATION_NOT_FOUND",
        notMember: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
        notMemberStatus: 400,
        permission: ["organization", "delete"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION",
      }),
      denyImpersonation,
    ],
    queryBudget: 7,
    async handle(_, context) {
      const { session, user, membership } = context;
      const { organization } = membership;
      const check = (tx: Transaction) => lockMembership(tx, context, settings, membership, "ORGANIZATION_NOT_FOUND");
      const removed = await removeOrganization(context, organization.id, { session, user }, check);
      if (!removed) failWith("ORGANIZATION_NOT_FOUND");
      if (removed.active && removed.active.session !== session) syncSessionCookies(context, removed.active);
      return presentOrganization(context, organization);
    },
  });
}

/** Deletes an organization. Available only through `auth.api`, for site admins. */
export const removeOrganizationEndpoint: EndpointOf<OrganizationBaseCalls["removeOrganization"]> = defineEndpoint({
  method: "POST",
  path: "/organization/remove",
  summary: "Delete an organization (server only)",
  stages: ["deleteOrganization"],
  input: organizationInput,
  output: model("organization"),
  serverOnly: true,
  errors: pickErrors(["ORGANIZATION_NOT_FOUND"]),
  queryBudget: 4,
  async handle({ organizationId }, context) {
    const active = await readSession(context);
    const organization = await context.db.findOne(organizationTable, { where: { id: organizationId } });
    if (!organization || !(await removeOrganization(context, organizationId, active)))
      failWith("ORGANIZATION_NOT_FOUND");
    return presentOrganization(context, organization);
  },
});

/** Lists the caller's organizations. */
export const listOrganizations: EndpointOf<OrganizationBaseCalls["listOrganizations"]> = defineEndpoint({
  method: "GET",
  path: "/organization/list",
  summary: "List the caller's organizations",
  output: list(model("organization")),
  guards: [requireSession],
  principals: ["api-key"],
  queryBudget: 2,
  async handle(_, context) {
    return (await findOrganizationsOfUser(context.db, context.user.id)).map((row) => presentOrganization(context, row));
  },
});

/** An empty string counts as missing, as in better-auth. */
const setActiveInput: InputField<SetActiveInput> = input.convert(
  input.object<SetActiveInput>({
    organizationId: input.optional(input.nullable(input.either(input.literal(""), input.id))),
    organizationSlug: input.optional(slugQuery),
  }),
  ({ organizationId, organizationSlug }) => ({
    organizationId: organizationId === "" ? undefined : organizationId,
    organizationSlug: organizationSlug || undefined,
  }),
);

/** Sets the active organization, which calls use by default. `null` clears it. */
export function setActiveOrganization(
  settings: OrganizationSettings,
): EndpointOf<OrganizationBaseCalls["setActiveOrganization"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/set-active",
    summary: "Set the active organization",
    changes: ["session", ...activeStores],
    input: setActiveInput,
    output: nullable(model("organization")),
    guards: [requireMemberIfAny(settings, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION")],
    queryBudget: 4,
    async handle({ organizationId, organizationSlug }, context) {
      const unset = organizationId === null && organizationSlug === undefined;
      const selected = unset ? null : (context.membership?.organization ?? null);
      const { session, user } = context;
      const active: ActiveSession = { session, user };
      const activeOrganizationId = selected?.id ?? null;
      if (organizationSession(active).activeOrganizationId !== activeOrganizationId) {
        const set = { activeOrganizationId, ...(settings.teamsEnabled ? { activeTeamId: null } : {}) };
        const lock = async (tx: Transaction): Promise<void> => {
          const { membership } = context;
          if (!selected || !membership) return;
          const member = await tx.lock(memberTable, membership.member.id);
          if (member?.suspendedAt !== null) failWith("USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION");
        };
        syncSessionCookies(context, await setActive(context, active, lock, () => set));
      }
      return selected && presentOrganization(context, selected);
    },
  });
}

/** Returns an organization as responses show it. */
export function presentOrganization(context: RequestContext, organization: Organization): Organization {
  return presentRow<Organization>(context, "organization", organization);
}
