/** The frame of a screen: heading, subtitle, content, and a line beneath. */

import {
  type Context,
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
} from "react";
import { classNames } from "./class-names.ts";

/** What `Card` takes. */
export interface CardProps {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly footer?: ReactNode;
  readonly wide?: boolean;
  /** As wide as the page lets it be: for tables. */
  readonly full?: boolean;
  /** The heading gets the focus when the card appears: for a card that took the place of another. */
  readonly takesFocus?: boolean;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** Cards that stand under a heading of the page have headings of the second level. */
export const CardLevel: Context<"h1" | "h2"> = createContext<"h1" | "h2">("h1");

/** A titled panel. */
export function Card({
  title,
  subtitle,
  footer,
  wide = false,
  full = false,
  takesFocus = false,
  className,
  children,
}: CardProps): ReactElement {
  const id = useId();
  const Heading = useContext(CardLevel);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section
      className={classNames("lk-card", wide && "lk-card-wide", full && "lk-card-full", className)}
      aria-labelledby={id}
    >
      <header className="lk-card-header">
        <Heading id={id} ref={heading} className="lk-title" tabIndex={takesFocus ? -1 : undefined}>
          {title}
        </Heading>
        {subtitle ? <p className="lk-subtitle">{subtitle}</p> : null}
      </header>
      {children}
      {footer ? <footer className="lk-card-footer">{footer}</footer> : null}
    </section>
  );
}

/** The heading of a part of a card, one level below the card's own. */
export function PartTitle({ children }: { readonly children: ReactNode }): ReactElement {
  const Heading = useContext(CardLevel) === "h1" ? "h2" : "h3";
  return <Heading className="lk-part-title">{children}</Heading>;
}
