/** What can be done in an organization, for both halves. Organizations make roles of their own out of it. */

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
