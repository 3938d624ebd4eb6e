/** Texts for dialogs for one or several users. */

import { useAuthUi } from "../../provider/context.ts";
import { fill, fillCount, type PluralText } from "../../texts/texts.ts";
import { type ManagedUser, nameOf } from "../client.ts";

/**
 * Returns the title and the success message. Both name the user if there's only one. Otherwise the message is empty.
 * @param done the success message for a single user
 */
export function useDialogTexts(
  users: readonly ManagedUser[],
  one: string,
  several: PluralText,
  done: string,
): { readonly title: string; readonly done: string } {
  const { texts } = useAuthUi();
  const [first] = users;
  const name = users.length === 1 && first ? nameOf(first) : null;
  if (name === null) return { title: fillCount(texts, several, users.length), done: "" };
  return { title: fill(one, { name }), done: fill(done, { name }) };
}
