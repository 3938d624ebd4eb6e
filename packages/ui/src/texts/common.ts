/** Texts that several components use. */

/** Texts that several components use. */
export interface CommonTexts {
  /** Language of the texts (BCP 47), for times such as "2 hours ago". Default: the browser's. */
  readonly language?: string;
  readonly email: string;
  readonly password: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  readonly name: string;
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly save: string;
  /** A link to the app. */
  readonly continue: string;
  readonly cancel: string;
  readonly loading: string;
  readonly tryAgain: string;
  readonly close: string;
  readonly copied: string;
  readonly copyFailed: string;
  /** Label of the pagination buttons for screen readers. */
  readonly pages: string;
  readonly previousPage: string;
  readonly nextPage: string;
  readonly required: string;
  /** Label of a field that can be left empty, with its name as `{label}`. */
  readonly optional: string;
  /** Labels of the app's custom fields, by field name. Default: the field name split into words. */
  readonly fieldLabels: Readonly<Record<string, string>>;
  /**
   * The phrase in other texts that becomes a link to the provider's `supportContact`. Case doesn't matter. A text
   * without it has no link.
   */
  readonly contactSupport: string;
  readonly signOut: string;
  readonly edit: string;
  /** Label of a row's edit button for screen readers. */
  readonly editField: string;
  /** The same for a button with different text. Takes `{action}` and `{name}`. */
  readonly fieldAction: string;
  readonly saved: string;
  readonly undo: string;
  /** Screen-reader label of the toast area. `{hotkey}` moves focus there. */
  readonly notifications: string;
  /** Shown instead of "Try again" while the server asks users to wait. */
  readonly retryIn: string;
  readonly selectAll: string;
  readonly selected: string;
  readonly selectionLabel: string;
  readonly clearSelection: string;
  /** A banner while the browser is offline. */
  readonly offline: string;
  /** The error of a call that the browser couldn't send because it's offline. */
  readonly noConnection: string;
  /** The list of a table's keyboard shortcuts, and what each of them does. */
  readonly tableKeys: {
    readonly title: string;
    readonly text: string;
    readonly move: string;
    readonly ends: string;
    readonly open: string;
    readonly select: string;
    readonly selectRange: string;
    readonly clear: string;
    readonly search: string;
    readonly help: string;
    /** What's printed on the keys. */
    readonly names: {
      readonly home: string;
      readonly end: string;
      readonly enter: string;
      readonly shift: string;
      readonly escape: string;
    };
  };
  readonly clearFilters: string;
  readonly clearFilter: string;
  readonly moreFilters: string;
  readonly discardTitle: string;
  readonly discardText: string;
  readonly discard: string;
  readonly keepEditing: string;
  readonly noResults: string;
  /** Hint of a field for several emails. */
  readonly emailListHint: string;
  readonly emailListCount: string;
  readonly emailListInvalid: string;
  /** Accessible name of the icon on an invalid email. */
  readonly emailListMark: string;
  readonly emailListFull: string;
  readonly removeItem: string;
  readonly upload: string;
  readonly changeImage: string;
  readonly removeImage: string;
  readonly imageHint: string;
  readonly imageTooLarge: string;
  readonly imageUnreadable: string;
  readonly imageFailed: string;
  readonly imageUploading: string;
  readonly cropTitle: string;
  readonly cropText: string;
  readonly cropArea: string;
  readonly zoom: string;
  readonly usePicture: string;
}

/** The English texts. */
export const common: CommonTexts = {
  language: "en",
  email: "Email",
  password: "Password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  name: "Name",
  currentPassword: "Current password",
  newPassword: "New password",
  save: "Save",
  continue: "Continue",
  cancel: "Cancel",
  loading: "Loading",
  tryAgain: "Try again",
  close: "Close",
  copied: "Copied",
  copyFailed: "Couldn't copy. Select the text and copy it manually.",
  pages: "Pagination",
  previousPage: "Previous",
  nextPage: "Next",
  required: "This field is required.",
  optional: "{label} (optional)",
  fieldLabels: {},
  contactSupport: "Contact support",
  signOut: "Sign out",
  edit: "Edit",
  editField: "Edit {name}",
  fieldAction: "{action} ({name})",
  saved: "Saved",
  undo: "Undo",
  notifications: "Notifications ({hotkey})",
  retryIn: "Try again in {seconds} s",
  selectAll: "Select all",
  selected: "{count} selected",
  selectionLabel: "Actions for the selected rows",
  clearSelection: "Clear selection",
  offline: "You're offline. Check your internet connection.",
  noConnection: "There's no internet connection. Try again when you're back online.",
  tableKeys: {
    title: "Keyboard shortcuts",
    text: "These keys work while a table row has focus.",
    move: "Move between rows",
    ends: "Go to the first or last row",
    open: "Open the row",
    select: "Select the row",
    selectRange: "Select several rows",
    clear: "Clear the selection",
    search: "Go to the search field",
    help: "Show this list",
    names: { home: "Home", end: "End", enter: "Enter", shift: "Shift", escape: "Esc" },
  },
  clearFilters: "Clear all",
  clearFilter: "Clear {name}",
  moreFilters: "Filters",
  discardTitle: "Discard your changes?",
  discardText: "Your changes haven't been saved.",
  discard: "Discard changes",
  keepEditing: "Keep editing",
  noResults: "No results.",
  emailListHint: "Separate emails with a comma, a space, or Enter.",
  emailListCount: "{count} of {max}",
  emailListInvalid: "Remove or fix the invalid emails.",
  emailListMark: "Invalid email",
  emailListFull: "You can add up to {max} emails.",
  removeItem: "Remove {name}",
  upload: "Upload",
  changeImage: "Change",
  removeImage: "Remove",
  imageHint: "PNG, JPEG, or WebP, up to 5 MB.",
  imageTooLarge: "This file is larger than 5 MB. Choose a smaller one.",
  imageUnreadable: "Couldn't read this image. Choose a PNG, JPEG, or WebP file.",
  imageFailed: "Couldn't upload the picture. Try again.",
  imageUploading: "Uploading",
  cropTitle: "Crop your picture",
  cropText: "Drag the picture, or move it with the arrow keys.",
  cropArea: "Position of the picture",
  zoom: "Zoom",
  usePicture: "Use picture",
};
