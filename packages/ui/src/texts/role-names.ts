/** The names of the roles that every organization has. Custom roles are shown as they were named. */
export const organizationRoleNamesEn: Readonly<Record<string, string>> = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
};
