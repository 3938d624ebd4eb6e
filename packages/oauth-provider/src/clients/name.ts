/** The names of clients. Anyone who creates a client can choose its name, and users see it on the consent page. */

import type { OAuthClientRow } from "../tables.ts";

/**
 * Characters that can't be seen, or that change the direction of the text around them. With them, a name could look
 * like a different app's, or change how the sentence around it reads.
 */
const invisible: RegExp =
  /(?!\u200c|\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2800]/gu;
/** Zero-width joiners where they have no visible effect. */
const strayJoiners: RegExp =
  /(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\p{Z}])(?:\u200c|\u200d|\ufe0f)+/gu;

/** Returns a name without invisible characters, or `null` if nothing is left. */
export function visibleName(name: string): string | null {
  return name.replace(invisible, "").replace(strayJoiners, "").trim() || null;
}

/**
 * Returns a client's name without invisible characters. Earlier versions and other libraries stored names unchanged.
 */
export function displayName({ name }: Pick<OAuthClientRow, "name">): string | null {
  return name === null ? null : visibleName(name);
}
