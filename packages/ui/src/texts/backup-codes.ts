/** Texts for backup codes, which several plugins show. */

import type { PluralText } from "./plural.ts";

/** The texts around new backup codes. */
export interface BackupCodesTexts {
  readonly title: string;
  readonly text: string;
  readonly copy: string;
  readonly download: string;
  readonly print: string;
  /** `{site}`. First line of the file and the printed page. */
  readonly fileHeading: string;
  readonly saved: string;
  /** Why the button is blocked. */
  readonly saveFirst: string;
}

/** The texts of the account page's row for backup codes, and of its dialog. */
export interface BackupCodesRowTexts {
  /** The row's label. */
  readonly backupCodes: string;
  readonly codesLeft: PluralText;
  readonly noCodesLeft: string;
  readonly newCodes: string;
  readonly newCodesTitle: string;
  readonly newCodesText: string;
}

/** English texts for the row. */
export const backupCodesRowEn: BackupCodesRowTexts = {
  backupCodes: "Backup codes",
  codesLeft: { one: "{count} code left", other: "{count} codes left" },
  noCodesLeft: "No codes left",
  newCodes: "Generate new codes",
  newCodesTitle: "Generate new backup codes?",
  newCodesText: "Your current backup codes will stop working.",
};

/** The English texts. */
export const backupCodesEn: BackupCodesTexts = {
  title: "Save your backup codes",
  text: "Keep these codes somewhere safe. Each one lets you sign in once if you lose access to your other methods. You won't be able to see them again.",
  copy: "Copy",
  download: "Download",
  print: "Print",
  fileHeading: "Backup codes for {site}",
  saved: "Done",
  saveFirst: "Download, copy, or print the codes first.",
};
