/** The texts of custom roles and their error messages. */

/** All texts of these components. */
export interface RolesTexts {
  readonly title: string;
  readonly subtitle: string;
  /** Shown if no organization is active. */
  readonly noOrganization: string;
  readonly empty: string;
  readonly own: string;
  readonly name: string;
  readonly nameHint: string;
  /** Error for a name that contains a comma. */
  readonly nameComma: string;
  readonly create: string;
  readonly createText: string;
  /** `{role}`. */
  readonly created: string;
  readonly edit: string;
  /** `{role}`. */
  readonly editLabel: string;
  readonly editText: string;
  /** `{role}`. */
  readonly saved: string;
  readonly remove: string;
  /** `{role}`. */
  readonly removeLabel: string;
  /** `{role}`. */
  readonly removeTitle: string;
  readonly removeText: string;
  /** `{role}`. */
  readonly removed: string;
  /** For a role without permissions. */
  readonly nothing: string;
  /** Shown instead of the permissions if the role has some that the user can't grant. */
  readonly beyond: string;
  /** `{permissions}`. */
  readonly missing: string;
  /** Names of resources. A resource without one is shown by its key. */
  readonly resources: Readonly<Record<string, string>>;
  /** Names of actions, by `resource:action` or by the action alone. */
  readonly actions: Readonly<Record<string, string>>;
}

/** The English texts. */
export const roles: RolesTexts = {
  title: "Roles",
  subtitle: "Roles of your own, made of what can be done here. Members can have several.",
  noOrganization: "Choose an organization first.",
  empty: "There are no roles beyond the built-in ones.",
  own: "Your role",
  name: "Name of the role",
  nameHint: "Without commas. It cannot change while somebody has the role.",
  nameComma: "Leave out the comma: it stands between the roles of one member.",
  create: "New role",
  createText: "You can pass on what you may do yourself.",
  created: "The role {role} is there. Members can be given it now.",
  edit: "Change",
  editLabel: "Change {role}",
  editText: "Whoever has this role may do what you choose here, at once.",
  saved: "The role {role} is saved.",
  remove: "Delete",
  removeLabel: "Delete {role}",
  removeTitle: "Delete {role}?",
  removeText: "This cannot be undone.",
  removed: "The role {role} is deleted.",
  nothing: "Allows nothing beyond being a member.",
  beyond: "Allows more than you may, so that you cannot change it.",
  missing: "You lack: {permissions}.",
  resources: {
    organization: "Organization",
    member: "Members",
    invitation: "Invitations",
    team: "Teams",
    ac: "Roles",
  },
  actions: {
    create: "Create",
    read: "See",
    update: "Change",
    delete: "Delete",
    cancel: "Withdraw",
    share: "Share",
    "member:create": "Add",
    "member:delete": "Remove",
    "invitation:create": "Invite",
  },
};

/** Error messages about roles, in English. */
export const roleErrors: Readonly<Record<string, string>> = {
  ROLE_NOT_FOUND: "This role does not exist any more.",
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: "Choose an organization first.",
  ROLE_NAME_IS_ALREADY_TAKEN: "There is a role of this name already.",
  INVALID_RESOURCE: "Something of this role cannot be allowed here any more. Load the page again.",
  TOO_MANY_ROLES: "This organization cannot have more roles. Delete one that nobody has.",
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: "Built-in roles cannot be deleted.",
  ROLE_IS_ASSIGNED_TO_MEMBERS:
    "Members have this role, so that it keeps its name and stays. Give them another one first.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: "You may not make this role.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: "You may not change this role.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: "You may not delete roles.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE: "You may not see the roles.",
  YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE: "You may not see this role.",
  MISSING_AC_INSTANCE: "Roles cannot be made here: the app does not say what they could be made of.",
};
