/** The plugin's models, with the fields that the app adds in `schema`. */

import type { AdditionalFields } from "@latchkey/core";
import type { FieldsIn, FieldsOut } from "@latchkey/core/plugin";
import type { OrganizationModel, OrganizationSchema } from "./options.ts";
import type { InvitationStatus } from "./tables.ts";

/** An organization, as responses show it. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  /** Unique. Lowercase, unless it was imported from another library. */
  readonly slug: string;
  readonly logo: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly createdAt: Date;
}

/** A user's membership in an organization, as responses show it. */
export interface Member {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  /** One role, or several separated by commas. */
  readonly role: string;
  /** The main team. */
  readonly teamId: string | null;
  readonly createdAt: Date;
  /** When a directory suspended the member. A suspended member has no access to the organization. */
  readonly suspendedAt: Date | null;
}

/** An invitation to an email, as responses show it. */
export interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  /** One role, or several separated by commas. */
  readonly role: string | null;
  readonly status: InvitationStatus;
  /** Team ids, separated by commas. */
  readonly teamId: string | null;
  readonly inviterId: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** A team of an organization, as responses show it. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
}

/** The models in responses, and the custom fields that inputs accept. */
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

type FieldsOf<S extends OrganizationSchema, M extends OrganizationModel> = S[M] extends {
  readonly additionalFields: infer F extends AdditionalFields;
}
  ? F
  : {};

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
