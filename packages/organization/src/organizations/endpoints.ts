/** Calls that make, change, delete and choose an organization. */

import {
  type ActiveSession,
  acceptImage,
  defineEndpoint,
  type Endpoint,
  fail,
  fieldErrors,
  findUser,
  type Guard,
  httpErrors,
  presentRow,
  presentUser,
  type RequestContext,
  readFields,
  readSession,
  requireHeaders,
  requireInPerson,
  requireSession,
  type StatusAnswer,
  sessionErrors,
  showSession,
  type UserRow,
} from "@latchkey/core";
import { type Transaction, UniqueViolation } from "@latchkey/core/database";
import { list, model, nullable, statusAnswer } from "@latchkey/core/shapes";
import * as z from "zod";
import { chooseActive } from "../active.ts";
import { refuse, someErrors } from "../errors.ts";
import { requireMember, requireMemberIfAny, sessionOf } from "../guards.ts";
import { holdMembership } from "../hold.ts";
import { anySlug, flag, id, metadata, name, slug, slugForm } from "../inputs.ts";
import type { OrganizationSettings } from "../options.ts";
import { memberTable, organizationTable } from "../tables.ts";
import type {
  CheckSlugInput,
  CreatedOrganization,
  CreateOrganizationOnServer,
  Organization,
  OrganizationChange,
  OrganizationInput,
  SetActiveInput,
  UpdateOrganizationInput,
} from "./inputs.ts";
import { createdOutput } from "./outputs.ts";
import { changeOrganization, foundOrganization, isSlugTaken, organizationsOf, removeOrganization } from "./store.ts";

type Body = Readonly<Record<string, unknown>>;

const createInput: z.ZodType<CreateOrganizationOnServer> = z.looseObject({
  name,
  slug,
  logo: z.string().nullish(),
  metadata: metadata.optional(),
  keepCurrentActiveOrganization: flag.optional(),
  userId: id.optional(),
});

interface Creator {
  readonly creator: UserRow;
  readonly active: ActiveSession | null;
}

/** The session says who. If the app calls without anyone's headers, the input does. */
const requireCreator: Guard<Creator> = {
  name: "requireCreator",
  summary: "Somebody is signed in who may found an organization.",
  errors: sessionErrors,
  async check(context, input) {
    const { userId } = input as CreateOrganizationOnServer;
    if (userId === undefined) requireHeaders(context);
    const active = await readSession(context, { cache: false, refresh: false });
    if (active) {
      // Whoever names somebody else over HTTP is not misunderstood, but refused.
      if (userId !== undefined && userId !== active.user.id) refuse("YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION");
      return { creator: active.user, active };
    }
    // With a visitor's headers it is the visitor who asks, and they have no session.
    const creator = context.byApp && userId !== undefined ? await findUser(context.db, userId) : null;
    return creator ? { creator, active: null } : fail(httpErrors, "UNAUTHORIZED");
  },
};

/** Makes an organization; its maker becomes its owner, and it the active one. */
export function createOrganization(
  settings: OrganizationSettings,
): Endpoint<CreateOrganizationOnServer, CreatedOrganization> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/create",
    summary: "Make an organization",
    input: createInput,
    output: createdOutput,
    guards: [requireCreator],
    errors: {
      ...fieldErrors,
      ...sessionErrors,
      ...someErrors([
        "ORGANIZATION_ALREADY_EXISTS",
        "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION",
        "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS",
      ]),
    },
    statements: settings.defaultTeam ? 9 : 7,
    async handle(body, context) {
      const { creator, active } = context;
      const user = presentUser(context, creator);
      if (!(await settings.mayCreate(user))) refuse("YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION");
      const { fields } = context.settings;
      const founded = await foundOrganization(context, settings, {
        user: creator,
        values: {
          ...(await readFields(fields.organization ?? {}, body as unknown as Body, "create")),
          name: body.name,
          slug: body.slug,
          logo: acceptImage("logo", body.logo) ?? null,
          metadata: body.metadata ?? null,
        },
        memberFields: await defaults(fields.member),
        teamFields: await defaults(fields.team),
        limit: await settings.organizationLimit(user),
        activate: body.keepCurrentActiveOrganization ? null : active,
      });
      if (founded.active) showSession(context, founded.active);
      const { organization, member } = founded;
      return { ...shown(context, organization), members: [presentRow(context, "member", member) as never] };
    },
  });
}

/** Values of fields that no caller gives here. */
function defaults(fields: Parameters<typeof readFields>[0] = {}): Promise<Record<string, unknown>> {
  const own = Object.entries(fields).map(([key, field]) => [key, { ...field, input: false }] as const);
  return readFields(Object.fromEntries(own), {}, "create");
}

/** Whether nobody has a slug yet. */
export const checkSlug: Endpoint<CheckSlugInput, StatusAnswer> = defineEndpoint({
  method: "POST",
  path: "/organization/check-slug",
  summary: "Whether a slug is free",
  input: z.object({ slug }) as z.ZodType<CheckSlugInput>,
  output: statusAnswer,
  guards: [requireSession],
  errors: { ...sessionErrors, ...someErrors(["ORGANIZATION_SLUG_ALREADY_TAKEN"]) },
  statements: 2,
  rateLimit: { window: 60, max: 60 },
  async handle(given, { db }) {
    if (await isSlugTaken(db, given.slug)) refuse("ORGANIZATION_SLUG_ALREADY_TAKEN");
    return { status: true };
  },
});

const updateInput: z.ZodType<UpdateOrganizationInput> = z.object({
  data: z.looseObject({
    name: name.optional(),
    slug: anySlug.optional(),
    logo: z.string().nullish(),
    metadata: metadata.nullish(),
  }),
  organizationId: id.optional(),
});

/** Changes name, slug, logo, metadata and the app's own fields. */
export function updateOrganization(settings: OrganizationSettings): Endpoint<UpdateOrganizationInput, Organization> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/update",
    summary: "Change an organization",
    input: updateInput,
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
    errors: { ...fieldErrors, ...someErrors(["ORGANIZATION_SLUG_ALREADY_TAKEN", "ORGANIZATION_NOT_FOUND"]) },
    statements: 5,
    async handle({ data }, context) {
      const own = await readFields(context.settings.fields.organization ?? {}, data as Body, "update");
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
  const parsed = slug.safeParse(wanted);
  const issues = [{ path: "data.slug", message: slugForm }];
  return parsed.success ? parsed.data : fail(httpErrors, "VALIDATION_ERROR", { details: { issues } });
}

/** Core's own columns, as far as they were given. */
function given({ name, slug, logo, metadata }: OrganizationChange): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ name, slug, logo, metadata }).filter(([, value]) => value !== undefined));
}

/** Deletes an organization and everything in it. */
export function deleteOrganization(settings: OrganizationSettings): Endpoint<OrganizationInput, Organization> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/delete",
    summary: "Delete an organization",
    input: z.object({ organizationId: id }) as z.ZodType<OrganizationInput>,
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
    errors: someErrors(["ORGANIZATION_NOT_FOUND"]),
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
export const removeOrganizationEndpoint: Endpoint<OrganizationInput, Organization> = defineEndpoint({
  method: "POST",
  path: "/organization/remove",
  summary: "Delete an organization on the server's word",
  input: z.object({ organizationId: id }) as z.ZodType<OrganizationInput>,
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
export const listOrganizations: Endpoint<unknown, Organization[]> = defineEndpoint({
  method: "GET",
  path: "/organization/list",
  summary: "The caller's organizations",
  output: list(model("organization")),
  guards: [requireSession],
  errors: sessionErrors,
  statements: 2,
  async handle(_, context) {
    return (await organizationsOf(context.db, context.user.id)).map((row) => shown(context, row));
  },
});

const setActiveInput: z.ZodType<SetActiveInput> = z.object({
  // Empty means not given, as for better-auth.
  organizationId: z.union([z.literal("").transform(() => undefined), id]).nullish(),
  organizationSlug: anySlug.transform((value) => value || undefined).optional(),
}) as z.ZodType<SetActiveInput>;

/** Chooses the organization that calls concern unless they name one; `null` chooses none. */
export function setActiveOrganization(settings: OrganizationSettings): Endpoint<SetActiveInput, Organization | null> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/set-active",
    summary: "Choose the active organization",
    input: setActiveInput,
    output: nullable(model("organization")),
    guards: [requireMemberIfAny(settings, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION")],
    errors: sessionErrors,
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
