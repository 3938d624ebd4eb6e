/** The endpoint that creates an organization. */

import {
  type ActiveSession,
  checkNotGuest,
  defineEndpoint,
  defineGuard,
  type EndpointOf,
  fail,
  fieldErrors,
  findUser,
  type Guard,
  guestErrors,
  httpErrors,
  type InputField,
  input,
  presentUser,
  readFields,
  readSession,
  requireHeaders,
  syncSessionCookies,
  type UserRow,
  validateImage,
} from "@latchkey/core/plugin";
import { activeStores } from "../active.ts";
import { failWith, pickErrors } from "../errors.ts";
import { metadata, name, slug } from "../inputs.ts";
import { presentMember } from "../members/endpoints.ts";
import type { OrganizationSettings } from "../options.ts";
import type { CreateOrganizationServerInput, OrganizationBaseCalls } from "./contract.ts";
import { presentOrganization } from "./endpoints.ts";
import { createdOutput } from "./outputs.ts";
import { storeOrganization } from "./store.ts";

const createInput: InputField<CreateOrganizationServerInput> = input.openObject({
  name,
  slug,
  logo: input.optional(input.nullable(input.rawText())),
  metadata: input.optional(metadata),
  keepCurrentActiveOrganization: input.optional(input.flag),
  userId: input.optional(input.id),
});

interface WithCreator {
  readonly creator: UserRow;
  readonly active: ActiveSession | null;
}

/** Requires the creator: the session's user, or the input's `userId` if the app makes the call without headers. */
const requireCreator: Guard<WithCreator, "UNAUTHORIZED" | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION"> =
  defineGuard({
    name: "requireCreator",
    summary: "The signed-in user can create organizations.",
    errors: pickErrors(["UNAUTHORIZED", "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION"]),
    async check(context, input) {
      const { userId } = input as CreateOrganizationServerInput;
      if (userId === undefined) requireHeaders(context);
      const active = await readSession(context);
      if (active) {
        // Over HTTP, naming another user is an error instead of being ignored.
        if (userId !== undefined && userId !== active.user.id)
          failWith("YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION");
        return { creator: active.user, active };
      }
      // There's no session, so the creator can only come from the app itself, as `userId`.
      const creator = context.isServerCall && userId !== undefined ? await findUser(context.db, userId) : null;
      return creator ? { creator, active: null } : fail(httpErrors, "UNAUTHORIZED");
    },
  });

/** Creates an organization and makes it the active one. The creator becomes its owner. */
export function createOrganization(
  settings: OrganizationSettings,
): EndpointOf<OrganizationBaseCalls["createOrganization"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/create",
    summary: "Create an organization",
    changes: ["session", "listOrganizations", ...activeStores],
    input: createInput,
    output: createdOutput,
    guards: [requireCreator],
    errors: {
      ...fieldErrors,
      ...guestErrors,
      ...pickErrors(["ORGANIZATION_ALREADY_EXISTS", "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS"]),
    },
    queryBudget: settings.defaultTeam ? 9 : 7,
    async handle(body, context) {
      const { creator, active } = context;
      checkNotGuest(context, creator);
      const user = presentUser(context, creator);
      if (!(await settings.canCreate(user))) failWith("YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION");
      const { fields } = context.settings;
      const created = await storeOrganization(context, settings, {
        user: creator,
        values: {
          ...(await readFields(fields.organization ?? {}, { ...body }, "create")),
          name: body.name,
          slug: body.slug,
          logo: validateImage("logo", body.logo) ?? null,
          metadata: body.metadata ?? null,
        },
        memberFields: await defaultValues(fields.member),
        teamFields: await defaultValues(fields.team),
        limit: await settings.organizationLimit(user),
        activateIn: body.keepCurrentActiveOrganization ? null : active,
      });
      if (created.active) syncSessionCookies(context, created.active);
      const { organization, member } = created;
      return { ...presentOrganization(context, organization), members: [presentMember(context, member)] };
    },
  });
}

/** Returns the defaults of fields that this call doesn't accept. */
function defaultValues(fields: Parameters<typeof readFields>[0] = {}): Promise<Record<string, unknown>> {
  const own = Object.entries(fields).map(([key, field]) => [key, { ...field, input: false }] as const);
  return readFields(Object.fromEntries(own), {}, "create");
}
