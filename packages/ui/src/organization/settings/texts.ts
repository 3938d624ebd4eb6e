/** Texts for creating, changing, and leaving organizations. */

/** Texts for creating, changing, and leaving organizations. */
export interface SettingsTexts {
  readonly switcher: {
    /** `{name}` of the active organization. */
    readonly open: string;
    readonly label: string;
    readonly search: string;
    readonly noResults: string;
    readonly personal: string;
    readonly settings: string;
    readonly create: string;
    /** `{name}`. */
    readonly switched: string;
    readonly team: string;
    readonly noTeam: string;
  };
  readonly list: {
    readonly title: string;
    readonly mine: string;
    readonly subtitle: string;
    readonly empty: string;
    readonly emptyTitle: string;
    readonly open: string;
    readonly leave: string;
    /** `{name}`. */
    readonly openOf: string;
    /** `{name}`. */
    readonly leaveOf: string;
  };
  readonly create: {
    readonly title: string;
    readonly text: string;
    readonly logo: string;
    readonly name: string;
    readonly slug: string;
    readonly slugHint: string;
    readonly slugFree: string;
    readonly submit: string;
  };
  readonly general: {
    readonly nav: string;
    readonly title: string;
    readonly subtitle: string;
    readonly logo: string;
    readonly name: string;
    readonly slug: string;
    readonly slugWarning: string;
    readonly saved: string;
  };
  readonly danger: {
    readonly title: string;
    readonly leave: string;
    readonly leaveText: string;
    /** `{name}`. */
    readonly leaveTitle: string;
    /** `{name}`. */
    readonly left: string;
    readonly transfer: string;
    readonly transferText: string;
    /** `{name}`. */
    readonly transferTitle: string;
    readonly transferDialogText: string;
    readonly transferSearch: string;
    /** `{name}`. */
    readonly transferChosen: string;
    readonly transferRole: string;
    readonly transferMissing: string;
    /** `{name}`. */
    readonly transferred: string;
    readonly remove: string;
    readonly removeText: string;
    /** `{name}`. */
    readonly removeTitle: string;
    /** `{slug}`. */
    readonly confirm: string;
    readonly removeSubmit: string;
  };
}

/** The English texts. */
export const settings: SettingsTexts = {
  switcher: {
    open: "Organization: {name}",
    label: "Switch organization",
    search: "Search organizations",
    noResults: "No organizations match your search.",
    personal: "Personal account",
    settings: "Organization settings",
    create: "Create organization",
    switched: "Switched to {name}.",
    team: "Active team",
    noTeam: "No team",
  },
  list: {
    title: "Organizations",
    mine: "Your organizations",
    subtitle: "Select an organization to see its members and settings.",
    empty: "You don't belong to any organizations yet. Create one, or ask someone to invite you.",
    emptyTitle: "No organizations",
    open: "Open",
    leave: "Leave",
    openOf: "Open {name}",
    leaveOf: "Leave {name}",
  },
  create: {
    title: "Create organization",
    text: "You'll be the owner and can invite other people.",
    logo: "Logo",
    name: "Organization name",
    slug: "Slug",
    slugHint: "Used in URLs. Letters, numbers, and single dashes.",
    slugFree: "This slug is available.",
    submit: "Create organization",
  },
  general: {
    nav: "General",
    title: "Organization profile",
    subtitle: "This is how members see the organization.",
    logo: "Logo",
    name: "Name",
    slug: "Slug",
    slugWarning: "URLs that contain the current slug will stop working.",
    saved: "Organization saved.",
  },
  danger: {
    title: "Danger zone",
    leave: "Leave organization",
    leaveText: "You'll lose access immediately. To come back, you'll need a new invitation.",
    leaveTitle: "Leave {name}?",
    left: "You left {name}.",
    transfer: "Transfer ownership",
    transferText: "Make another member an owner, and become an admin or member yourself.",
    transferTitle: "Transfer {name}?",
    transferDialogText: "The new owner gets full control of the organization. Only they can make you an owner again.",
    transferSearch: "New owner",
    transferChosen: "New owner: {name}",
    transferRole: "Your new role",
    transferMissing: "Choose a member first.",
    transferred: "{name} is now an owner.",
    remove: "Delete organization",
    removeText: "This permanently deletes the organization and all of its data for every member. You can't undo this.",
    removeTitle: "Delete {name}?",
    confirm: "Type {slug} to confirm",
    removeSubmit: "Delete organization",
  },
};
