/** Texts for the directory components. */

/** All texts for the SCIM components. */
export interface ScimTexts {
  readonly title: string;
  readonly text: string;
  readonly create: string;
  readonly none: string;
  readonly noneText: string;
  /** `{max}`. */
  readonly full: string;
  readonly off: string;
  /** `{time}`. */
  readonly lastRequest: string;
  readonly noRequests: string;
  /** `{name}`. */
  readonly manage: string;
  readonly view: string;
  readonly edit: string;
  readonly replace: string;
  readonly turnOff: string;
  readonly turnOn: string;
  readonly remove: string;
  readonly createTitle: string;
  readonly editTitle: string;
  readonly dialogText: string;
  readonly name: string;
  readonly nameHint: string;
  readonly role: string;
  readonly roleHint: string;
  readonly leavers: string;
  readonly suspend: string;
  readonly removeMembers: string;
  readonly readOnly: string;
  readonly revealTitle: string;
  readonly revealText: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly copyUrl: string;
  readonly copyToken: string;
  readonly done: string;
  readonly replaceTitle: string;
  readonly replaceText: string;
  /** `{name}`. */
  readonly deleteTitle: string;
  readonly deleteText: string;
  readonly members: string;
  readonly keepMembers: string;
  readonly endMembers: string;
  readonly saved: string;
  readonly removed: string;
  readonly turnedOff: string;
  readonly turnedOn: string;
  readonly tokens: string;
  readonly noTokens: string;
  readonly canRead: string;
  /** `{time}`. */
  readonly lastUsed: string;
  readonly neverUsed: string;
  /** `{time}`. */
  readonly expires: string;
  readonly revoke: string;
  /** `{token}`: its first characters. */
  readonly revokeToken: string;
  readonly revokeTitle: string;
  readonly revokeText: string;
  readonly revoked: string;
  readonly groups: string;
  readonly groupsText: string;
  readonly noGroups: string;
  readonly noRole: string;
  /** `{group}`. */
  readonly roleOf: string;
  readonly roleSaved: string;
  readonly noTeam: string;
  /** `{group}`. */
  readonly teamOf: string;
  readonly teamSaved: string;
  readonly log: string;
  readonly noLog: string;
  /** The step of the single sign-on setup. */
  readonly step: {
    readonly text: string;
    readonly create: string;
    readonly check: string;
    readonly waiting: string;
    readonly connected: string;
  };
  /** The admin page. */
  readonly all: {
    readonly title: string;
    readonly text: string;
    readonly noneText: string;
    readonly noMatches: string;
    readonly state: string;
    readonly states: { readonly on: string; readonly off: string; readonly idle: string };
  };
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const scimEn: ScimTexts = {
  title: "Directory",
  text: "Let your directory, such as Okta or Microsoft Entra ID, add, update, and remove members.",
  create: "Connect directory",
  none: "No directory connected",
  noneText: "Connect one to add and remove members automatically.",
  full: "You have {max} directories, the most you can have. Delete one to connect another.",
  off: "Off",
  lastRequest: "Last request {time}",
  noRequests: "No requests yet",
  manage: "Manage {name}",
  view: "View details",
  edit: "Edit",
  replace: "Replace token",
  turnOff: "Turn off",
  turnOn: "Turn on",
  remove: "Delete",
  createTitle: "Connect a directory",
  editTitle: "Edit directory",
  dialogText: "The directory manages the members that it adds.",
  name: "Name",
  nameHint: "For example, Okta",
  role: "Role of new members",
  roleHint: "Groups can give members another role.",
  leavers: "When someone leaves the directory",
  suspend: "Suspend the member",
  removeMembers: "Remove the member",
  readOnly: "The directory can only read members",
  revealTitle: "Copy your token",
  revealText: "Enter both values in your directory. You won't be able to see the token again.",
  baseUrl: "Base URL",
  token: "Token",
  copyUrl: "Copy URL",
  copyToken: "Copy token",
  done: "Done",
  replaceTitle: "Replace the token?",
  replaceText: "The old token still works for a day, so you can switch without downtime.",
  deleteTitle: "Delete {name}?",
  deleteText: "The directory can no longer change members. You can't undo this.",
  members: "Members",
  keepMembers: "Keep its members",
  endMembers: "Suspend or remove its members, as configured",
  saved: "Directory saved.",
  removed: "Directory deleted.",
  turnedOff: "Directory turned off.",
  turnedOn: "Directory turned on.",
  tokens: "Tokens",
  noTokens: "No tokens. The directory can't connect until you create one.",
  canRead: "Read-only",
  lastUsed: "Last used {time}",
  neverUsed: "Never used",
  expires: "Expires {time}",
  revoke: "Revoke",
  revokeToken: "Revoke {token}",
  revokeTitle: "Revoke this token?",
  revokeText: "The directory can't use it from now on. You can't undo this.",
  revoked: "Token revoked.",
  groups: "Groups",
  groupsText: "Members of a group get its role.",
  noGroups: "The directory hasn't sent any groups.",
  noRole: "No role",
  roleOf: "Role of {group}",
  roleSaved: "Role saved.",
  noTeam: "No team",
  teamOf: "Team of {group}",
  teamSaved: "Team saved.",
  log: "Recent requests",
  noLog: "No changes in the last 30 days.",
  step: {
    text: "Let your directory add, update, and remove members. This is optional.",
    create: "Create token",
    check: "Check connection",
    waiting: "No request yet. Test the connection in your directory, then check again.",
    connected: "Your directory is connected.",
  },
  all: {
    title: "Directories",
    text: "Directories of all organizations.",
    noneText: "Organizations connect directories in their settings.",
    noMatches: "No directories match your filter.",
    state: "Status",
    states: { on: "On", off: "Off", idle: "No requests for a day" },
  },
  errors: {
    SCIM_CONNECTION_LIMIT_REACHED: "Your organization has reached its limit of directories. Delete one first.",
    SCIM_CONNECTION_NOT_FOUND: "This directory no longer exists.",
    SCIM_DIRECTORY_CONNECTED: "This directory already uses its token. Ask an admin to replace it.",
    SCIM_GROUP_NOT_FOUND: "This group no longer exists.",
    SCIM_MEMBER_INACTIVE: "Your directory has turned this account off. Contact your admin.",
    SCIM_ROLE_NOT_ALLOWED: "You can't use this role. Select another one.",
    SCIM_TEAM_NOT_ALLOWED: "You don't have permission to change teams.",
    SCIM_TEAM_NOT_FOUND: "This team no longer exists.",
    SCIM_TOKEN_NOT_FOUND: "This token no longer exists.",
    YOU_ARE_NOT_ALLOWED_TO_MANAGE_SCIM: "You don't have permission to manage directories.",
  },
};
