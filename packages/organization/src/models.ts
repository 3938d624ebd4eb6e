/** The models of an app: the plugin's own fields, and those that the app adds by `schema`. */

import type { FieldOptions, FieldsIn, FieldsOut } from "@latchkey/core";
import type { Invitation } from "./invitations/inputs.ts";
import type { Member, MemberWithUser } from "./members/inputs.ts";
import type { OrganizationModel, OrganizationSchema } from "./options.ts";
import type { FullOrganization, Organization } from "./organizations/inputs.ts";
import type { Team } from "./teams/inputs.ts";

type FieldsOf<S extends OrganizationSchema, M extends OrganizationModel> = S[M] extends {
  readonly additionalFields: infer F extends FieldOptions;
}
  ? F
  : {};

/** What answers hold, and what calls take beside their own fields. */
export interface OrganizationModels {
  readonly organization: Organization;
  readonly member: Member;
  readonly invitation: Invitation;
  readonly team: Team;
  readonly newOrganization: object;
  readonly newMember: object;
  readonly newInvitation: object;
  readonly newTeam: object;
}

/** The models with the fields of a `schema`. */
export interface ModelsOf<S extends OrganizationSchema> extends OrganizationModels {
  readonly organization: Organization & FieldsOut<FieldsOf<S, "organization">>;
  readonly member: Member & FieldsOut<FieldsOf<S, "member">>;
  readonly invitation: Invitation & FieldsOut<FieldsOf<S, "invitation">>;
  readonly team: Team & FieldsOut<FieldsOf<S, "team">>;
  readonly newOrganization: FieldsIn<FieldsOf<S, "organization">>;
  readonly newMember: FieldsIn<FieldsOf<S, "member">>;
  readonly newInvitation: FieldsIn<FieldsOf<S, "invitation">>;
  readonly newTeam: FieldsIn<FieldsOf<S, "team">>;
}

/** An organization with everything, of these models. */
export type FullOf<M extends OrganizationModels> = FullOrganization<
  M["organization"],
  MemberWithUser<M["member"]>,
  M["invitation"],
  M["team"]
>;
