/** Creating an organization. */

import {
  type ActiveSession,
  acceptImage,
  defineEndpoint,
  defineGuard,
  type EndpointOf,
  fail,
  fieldErrors,
  findUser,
  type Guard,
  httpErrors,
  type InputField,
  input,
  presentUser,
  readFields,
  readSession,
  requireHeaders,
  showSession,
  type UserRow,
} from "@latchkey/core/plugin";
import { refuse, someErrors } from "../errors.ts";
import { metadata, name, slug } from "../inputs.ts";
import { shownMember } from "../members/endpoints.ts";
import type { OrganizationSettings } from "../options.ts";
import type { CreateOrganizationOnServer, OrganizationBaseCalls } from "./contract.ts";
import { shown } from "./endpoints.ts";
import { createdOutput } from "./outputs.ts";
import { foundOrganization } from "./store.ts";

const createInput: InputField<CreateOrganizationOnServer> = input.openObject({
  name,
  slug,
  logo: input.optional(input.nullable(input.rawText())),
  metadata: input.optional(metadata),
  keepCurrentActiveOrganization: input.optional(input.flag),
  userId: input.optional(input.id),
});

interface Creator {
  readonly creator: UserRow;
  readonly active: ActiveSession | null;
}

/** The session says who. If the app calls without anyone's headers, the input does. */
const requireCreator: Guard<Creator, "UNAUTHORIZED" | "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION"> = defineGuard(
  {
    name: "requireCreator",
    summary: "Somebody is signed in who may found an organization.",
    errors: someErrors(["UNAUTHORIZED", "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION"]),
    async check(context, input) {
      const { userId } = input as CreateOrganizationOnServer;
      if (userId === undefined) requireHeaders(context);
      const active = await readSession(context, { cache: false, refresh: false });
      if (active) {
        // Whoever names somebody else over HTTP is not misunderstood, but refused.
        if (userId !== undefined && userId !== active.user.id)
          refuse("YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION");
        return { creator: active.user, active };
      }
      // With a visitor's headers it is the visitor who asks, and they have no session.
      const creator = context.byApp && userId !== undefined ? await findUser(context.db, userId) : null;
      return creator ? { creator, active: null } : fail(httpErrors, "UNAUTHORIZED");
    },
  },
);

/** Makes an organization; its maker becomes its owner, and it the active one. */
export function createOrganization(
  settings: OrganizationSettings,
): EndpointOf<OrganizationBaseCalls["createOrganization"]> {
  return defineEndpoint({
    method: "POST",
    path: "/organization/create",
    summary: "Make an organization",
    input: createInput,
    output: createdOutput,
    guards: [requireCreator],
    errors: {
      ...fieldErrors,
      ...someErrors(["ORGANIZATION_ALREADY_EXISTS", "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS"]),
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
          ...(await readFields(fields.organization ?? {}, { ...body }, "create")),
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
      return { ...shown(context, organization), members: [shownMember(context, member)] };
    },
  });
}

/** Values of fields that no caller gives here. */
function defaults(fields: Parameters<typeof readFields>[0] = {}): Promise<Record<string, unknown>> {
  const own = Object.entries(fields).map(([key, field]) => [key, { ...field, input: false }] as const);
  return readFields(Object.fromEntries(own), {}, "create");
}
