/** What can be done in an organization, for both halves. Organizations make roles of their own out of it. */

import { createAccessControl, defaultStatements, type RoleOptions } from "@latchkey/organization/access";

export const roles: RoleOptions = {
  ac: createAccessControl({ ...defaultStatements, project: ["create", "share"] }),
  dynamicAccessControl: { enabled: true },
};
