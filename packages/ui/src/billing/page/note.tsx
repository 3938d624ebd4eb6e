/** A seller's words to a customer: of Markdown, what such a note is made of, and no HTML. */

import type { ReactElement, ReactNode } from "react";

const token =
  /\*\*([^*]+)\*\*|\*([^*\n]+)\*|`([^`\n]+)`|\[([^[\]\n]+)\]\(([^()\s]+)\)|(https?:\/\/[^\s<>()]+[^\s<>().,;:!?])/g;

/** Bold, italic, code, links, and lines as they are. */
export function Note({ text }: { readonly text: string }): ReactElement {
  return <p className="lk-note lk-note-lines">{inline(text)}</p>;
}

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const { index } = match;
    if (index > end) parts.push(text.slice(end, index));
    parts.push(<Marked key={index} match={match} />);
    end = index + match[0].length;
  }
  return end < text.length ? [...parts, text.slice(end)] : parts;
}

function Marked({ match }: { readonly match: RegExpMatchArray }): ReactElement {
  const [whole, bold, italic, code, title, target, address] = match;
  if (bold !== undefined) return <strong>{bold}</strong>;
  if (italic !== undefined) return <em>{italic}</em>;
  if (code !== undefined) return <code className="lk-code">{code}</code>;
  const href = target ?? address ?? "";
  // Nothing that a browser would run.
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return <>{whole}</>;
  return (
    <a href={href} className="lk-link" rel="noreferrer">
      {title ?? href}
    </a>
  );
}
