/** Links the words "Contact support" in a text to the app's `supportContact`. */

import type { ReactElement, ReactNode } from "react";
import { useAuthUi } from "../provider/context.ts";
import type { AuthUi } from "../provider/types.ts";
import { Sentence } from "./sentence.tsx";

/** Returns the text with the link, or the text itself if there's nothing to link. */
export function linkSupport({ texts, supportHref }: Pick<AuthUi, "texts" | "supportHref">, text: string): ReactNode {
  const words = supportHref === null ? null : findWords(text, texts.contactSupport);
  if (supportHref === null || !words) return text;
  const link = (
    <a className="lk-link" href={supportHref} rel="noreferrer">
      {words}
    </a>
  );
  return <Sentence text={text.replace(words, "{contactSupport}")} values={{ contactSupport: link }} />;
}

/** Text in which "Contact support" is a link, if the app has a `supportContact`. */
export function SupportText({ text }: { readonly text: string }): ReactElement {
  return <>{linkSupport(useAuthUi(), text)}</>;
}

/** Returns the link for the words "Contact support" in a text, and the words. `null` if there's nothing to link. */
export function useSupportLink(text: string): { readonly href: string; readonly words: string } | null {
  const { texts, supportHref: href } = useAuthUi();
  return href !== null && findWords(text, texts.contactSupport) ? { href, words: texts.contactSupport } : null;
}

/** In the middle of a sentence, the words start with a lowercase letter. */
function findWords(text: string, words: string): string | undefined {
  const at = text.toLowerCase().indexOf(words.toLowerCase());
  return at === -1 ? undefined : text.slice(at, at + words.length);
}
