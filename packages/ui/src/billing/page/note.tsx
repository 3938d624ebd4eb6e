/** Renders a seller's note to a customer: a small subset of Markdown and no HTML. */

import type { ReactElement, ReactNode } from "react";

const token =
  /\*\*([^*]+)\*\*|\*([^*\n]+)\*|`([^`\n]+)`|\[([^[\]\n]+)\]\(([^()\s]+)\)|(https?:\/\/[^\s<>()]+[^\s<>().,;:!?])/g;

/** Supports bold, italic, code, and links. Keeps line breaks. */
export function Note({ text }: { readonly text: string }): ReactElement {
  return (
    <p className="lk-note lk-note-lines" dir="auto">
      {parseInline(text)}
    </p>
  );
}

function parseInline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const { index } = match;
    if (index > end) parts.push(text.slice(end, index));
    parts.push(<InlineElement key={index} match={match} />);
    end = index + match[0].length;
  }
  return end < text.length ? [...parts, text.slice(end)] : parts;
}

function InlineElement({ match }: { readonly match: RegExpMatchArray }): ReactElement {
  const [whole, bold, italic, code, title, target, address] = match;
  if (bold !== undefined) return <strong>{bold}</strong>;
  if (italic !== undefined) return <em>{italic}</em>;
  if (code !== undefined) return <code className="lk-code">{code}</code>;
  const href = target ?? address ?? "";
  // Only web and email links, so that a note can't run scripts.
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return <>{whole}</>;
  return (
    <a href={href} className="lk-link" rel="noreferrer">
      {title ?? href}
    </a>
  );
}
