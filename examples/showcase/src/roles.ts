/**
 * The permissions in an organization, for the server and the components. Organizations can create custom roles from
 * them.
 */

import {
  type AccessControl,
  createAccessControl,
  defaultStatements,
  type RoleOptions,
} from "@latchkey/organization/access";

export const access: AccessControl = createAccessControl({ ...defaultStatements, project: ["create", "share"] });

export const roles: RoleOptions = {
  ac: access,
  dynamicAccessControl: { enabled: true },
};
