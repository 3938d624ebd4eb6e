/** Names that strangers can choose, such as those of other apps. */

const invisible: RegExp =
  /(?!\u200c|\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2800]/gu;

/** Returns a name without characters that can't be seen or that could reverse the sentence around it. */
export function visibleName(name: string | null | undefined): string {
  return name?.replace(invisible, "").trim() ?? "";
}
