/** Texts for custom roles. */

import type { PluralText } from "../../texts/texts.ts";

/** Texts for custom roles. */
export interface RolesTexts {
  readonly title: string;
  readonly subtitle: string;
  readonly caption: string;
  readonly permission: string;
  readonly builtIn: string;
  readonly choose: string;
  readonly own: string;
  readonly name: string;
  readonly nameHint: string;
  /** Error for a name that contains a comma. */
  readonly nameComma: string;
  readonly create: string;
  readonly createText: string;
  /** `{role}`. */
  readonly created: string;
  readonly rename: string;
  /** `{role}`. */
  readonly renameTitle: string;
  readonly renameText: string;
  /** `{role}`. */
  readonly saved: string;
  readonly savedAll: string;
  /** Label of a checkbox: `{role}`, `{action}`, `{resource}`. */
  readonly allows: string;
  readonly changes: PluralText;
  readonly save: string;
  readonly discard: string;
  readonly remove: string;
  /** `{role}`. */
  readonly actionsOf: string;
  /** `{role}`. */
  readonly removeTitle: string;
  readonly removeText: string;
  /** `{role}`. */
  readonly removed: string;
  /** For a role with permissions that the user can't grant. */
  readonly notEditable: string;
  readonly notGrantable: string;
  readonly builtInNote: string;
  /** `{permissions}`. */
  readonly missing: string;
  /** Names of resources. One that isn't here is named after its key. */
  readonly resources: Readonly<Record<string, string>>;
  /** Names of actions, by `resource:action` or by the action alone. */
  readonly actions: Readonly<Record<string, string>>;
}

/** The English texts. */
export const roles: RolesTexts = {
  title: "Roles",
  subtitle: "Create custom roles with their own permissions. Members can have more than one role.",
  caption: "Permissions of each role",
  permission: "Permission",
  builtIn: "Built-in",
  choose: "Role",
  own: "Your role",
  name: "Role name",
  nameHint: "No commas. You can't rename a role that's assigned to members.",
  nameComma: "Role names can't contain commas.",
  create: "Create role",
  createText: "You can only grant permissions that you have.",
  created: "Role {role} created. You can now assign it to members.",
  rename: "Rename",
  renameTitle: "Rename {role}",
  renameText: "Members who have this role aren't affected.",
  saved: "Role {role} saved.",
  savedAll: "Roles saved.",
  allows: "{role}: {action} ({resource})",
  changes: { one: "{count} change", other: "{count} changes" },
  save: "Save changes",
  discard: "Discard",
  remove: "Delete",
  actionsOf: "Actions for {role}",
  removeTitle: "Delete {role}?",
  removeText: "You can't undo this.",
  removed: "Role {role} deleted.",
  notEditable: "You can't edit this role because it has permissions you don't have.",
  notGrantable: "You don't have this permission, so you can't grant it.",
  builtInNote: "Built-in roles can't be edited.",
  missing: "Missing permissions: {permissions}.",
  resources: {
    organization: "Organization",
    member: "Members",
    invitation: "Invitations",
    team: "Teams",
    ac: "Roles",
    apiKey: "API keys",
    serviceAccount: "Service accounts",
    oauthClient: "Applications",
    webhook: "Webhooks",
    audit: "Audit log",
    scim: "Directory",
    sso: "Single sign-on",
  },
  actions: {
    create: "Create",
    read: "View",
    update: "Edit",
    delete: "Delete",
    cancel: "Revoke",
    share: "Share",
    export: "Export",
    "member:create": "Add",
    "member:delete": "Remove",
    "invitation:create": "Invite",
  },
};

/** Error messages about roles, in English. */
export const roleErrors: Readonly<Record<string, string>> = {
  ROLE_NOT_FOUND: "This role no longer exists.",
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: "Select an organization first.",
  ROLE_NAME_IS_ALREADY_TAKEN: "A role with this name already exists.",
  INVALID_RESOURCE: "This role includes a permission that no longer exists. Reload the page and try again.",
  TOO_MANY_ROLES: "This organization has reached its role limit. Delete an unused role first.",
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: "Built-in roles can't be deleted.",
  ROLE_IS_ASSIGNED_TO_MEMBERS:
    "This role is assigned to members. Assign them a different role before you rename or delete it.",
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: "You don't have permission to create this role.",
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: "You don't have permission to edit this role.",
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: "You don't have permission to delete roles.",
  YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE: "You don't have permission to view roles.",
  YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE: "You don't have permission to view this role.",
  MISSING_AC_INSTANCE: "Custom roles aren't available in this app.",
};
