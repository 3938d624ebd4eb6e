/** The names of the roles that every organization has. Custom roles are shown by their own names. */
export const organizationRoleNamesEn: Readonly<Record<string, string>> = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
};
