/** Calls that change, delete, list and choose organizations. */

import { type Transaction, UniqueViolation } from "@latchkey/core/database";
import {
  type ActiveSession,
  acceptImage,
  defineEndpoint,
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
  requireInPerson,
  requireSession,
  showSession,
} from "@latchkey/core/plugin";
import { list, model, nullable, statusAnswer } from "@latchkey/core/shapes";
import { chooseActive } from "../active.ts";
import { refuse, someErrors } from "../errors.ts";
import { requireMember, requireMemberIfAny, sessionOf } from "../guards.ts";
import { holdMembership } from "../hold.ts";
import { anySlug, metadata, name, organizationInput, slug, slugForm, toSlug } from "../inputs.ts";
import type { Organization } from "../models.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, organizationTable } from "../tables.ts";
import type { OrganizationBaseCalls, OrganizationChange, SetActiveInput } from "./contract.ts";
import { changeOrganization, isSlugTaken, organizationsOf, removeOrganization } from "./store.ts";

/** Whether nobody has a slug yet. */
export const checkSlug: EndpointOf<OrganizationBaseCalls["checkOrganizationSlug"]> = defineEndpoint({
  method: "POST",
  path: "/organization/check-slug",
  summary: "Whether a slug is free",
  input: input.object({ slug }),
  output: statusAnswer,
  guards: [requireSession],
  errors: someErrors(["ORGANIZATION_SLUG_ALREADY_TAKEN"]),
  statements: 2,
  rateLimit: { window: 60, max: 60 },
  async handle(given, { db }) {
    if (await isSlugTaken(db, given.slug)) refuse("ORGANIZATION_SLUG_ALREADY_TAKEN");
    return { status: true };
  },
});

/** Changes name, slug, logo, metadata and the app's own fields. */
export function updateOrganization(
  settings: OrganizationSettings,
): EndpointOf<OrganizationBaseCalls["updateOrganization"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/update",
    summary: "Change an organization",
    input: input.object({
      data: input.openObject<OrganizationChange>({
        name: input.optional(name),
        slug: input.optional(anySlug),
        logo: input.optional(input.nullable(input.rawText())),
        metadata: input.optional(input.nullable(metadata)),
      }),
      organizationId: input.optional(input.id),
    }),
    output: model("organization"),
    guards: [
      requireMember(settings, {
        none: "ORGANIZATION_NOT_FOUND",
        stranger: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
        strangerStatus: 400,
        permission: ["organization", "update"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION",
      }),
    ],
    errors: { ...fieldErrors, ...someErrors(["ORGANIZATION_SLUG_ALREADY_TAKEN"]) },
    statements: 5,
    async handle({ data }, context) {
      const own = await readFields(context.settings.fields.organization ?? {}, { ...data }, "update");
      const { membership } = context;
      const { slug: present, logo: stored } = membership.organization;
      const logo = acceptImage("data.logo", data.logo, stored);
      const set = { ...own, ...given({ ...data, logo, slug: changedSlug(present, data.slug) }) };
      try {
        return shown(context, await changeOrganization(context, settings, membership, set));
      } catch (error) {
        if (error instanceof UniqueViolation && error.columns.join() === "slug") {
          refuse("ORGANIZATION_SLUG_ALREADY_TAKEN", { cause: error });
        }
        throw error;
      }
    },
  });
}

/** A new slug has the form of new slugs. The one that is there stays as it is, whatever its form. */
function changedSlug(present: string, wanted: string | undefined): string | undefined {
  if (wanted === undefined || wanted === present) return undefined;
  const issues = [{ path: "data.slug", message: slugForm }];
  return toSlug(wanted) ?? fail(httpErrors, "VALIDATION_ERROR", { details: { issues } });
}

/** Core's own columns, as far as they were given. */
function given({ name, slug, logo, metadata }: OrganizationChange): Record<string, unknown> {
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
    input: organizationInput,
    output: model("organization"),
    guards: [
      requireMember(settings, {
        none: "ORGANIZATION_NOT_FOUND",
        stranger: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
        strangerStatus: 400,
        permission: ["organization", "delete"],
        denied: "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION",
      }),
      requireInPerson,
    ],
    statements: 7,
    async handle(_, context) {
      const { session, user, joined, membership } = context;
      const { organization } = membership;
      const check = (tx: Transaction) => holdMembership(tx, context, settings, membership, "ORGANIZATION_NOT_FOUND");
      const removed = await removeOrganization(context, organization.id, { session, user, joined }, check);
      if (!removed) refuse("ORGANIZATION_NOT_FOUND");
      if (removed.active && removed.active.session !== session) showSession(context, removed.active);
      return shown(context, organization);
    },
  });
}

/** Only through `auth.api`, for admins of the site. */
export const removeOrganizationEndpoint: EndpointOf<OrganizationBaseCalls["removeOrganization"]> = defineEndpoint({
  method: "POST",
  path: "/organization/remove",
  summary: "Delete an organization on the server's word",
  input: organizationInput,
  output: model("organization"),
  serverOnly: true,
  errors: someErrors(["ORGANIZATION_NOT_FOUND"]),
  statements: 4,
  async handle({ organizationId }, context) {
    const active = await readSession(context, { cache: false, refresh: false });
    const organization = await context.db.findOne(organizationTable, { where: { id: organizationId } });
    if (!organization || !(await removeOrganization(context, organizationId, active))) refuse("ORGANIZATION_NOT_FOUND");
    return shown(context, organization);
  },
});

/** The organizations that the caller is in. */
export const listOrganizations: EndpointOf<OrganizationBaseCalls["listOrganizations"]> = defineEndpoint({
  method: "GET",
  path: "/organization/list",
  summary: "The caller's organizations",
  output: list(model("organization")),
  guards: [requireSession],
  statements: 2,
  async handle(_, context) {
    return (await organizationsOf(context.db, context.user.id)).map((row) => shown(context, row));
  },
});

/** Empty text means not given, as for better-auth. */
const setActiveInput: InputField<SetActiveInput> = input.convert(
  input.object<SetActiveInput>({
    organizationId: input.optional(input.nullable(input.either(input.literal(""), input.id))),
    organizationSlug: input.optional(anySlug),
  }),
  ({ organizationId, organizationSlug }) => ({
    organizationId: organizationId === "" ? undefined : organizationId,
    organizationSlug: organizationSlug || undefined,
  }),
);

/** Chooses the organization that calls concern unless they name one; `null` chooses none. */
export function setActiveOrganization(
  settings: OrganizationSettings,
): EndpointOf<OrganizationBaseCalls["setActiveOrganization"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/set-active",
    summary: "Choose the active organization",
    input: setActiveInput,
    output: nullable(model("organization")),
    guards: [requireMemberIfAny(settings, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION")],
    statements: 4,
    async handle({ organizationId, organizationSlug }, context) {
      const unset = organizationId === null && organizationSlug === undefined;
      const chosen = unset ? null : (context.membership?.organization ?? null);
      const { session, user, joined } = context;
      const active: ActiveSession = { session, user, joined };
      const activeOrganizationId = chosen?.id ?? null;
      if (sessionOf(active).activeOrganizationId !== activeOrganizationId) {
        const set = { activeOrganizationId, ...(settings.teams ? { activeTeamId: null } : {}) };
        const hold = async (tx: Transaction): Promise<void> => {
          const { membership } = context;
          if (!chosen || !membership) return;
          if (!(await tx.lock(memberTable, membership.member.id))) refuse("USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION");
        };
        showSession(context, await chooseActive(context, active, hold, () => set));
      }
      return chosen && shown(context, chosen);
    },
  });
}

/** An organization as answers show it. */
export function shown(context: RequestContext, organization: object): Organization {
  return presentRow(context, "organization", organization) as unknown as Organization;
}
