/** The frame of a component: heading, subtitle, content, and footer. */

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

/** Props of `Card`. */
export interface CardProps {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly footer?: ReactNode;
  readonly wide?: boolean;
  /** Whether to use the full width of the page, for tables. */
  readonly full?: boolean;
  /** Whether to focus the heading when the card appears, for cards that replace another one. */
  readonly focusOnMount?: boolean;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** Heading level of cards. Set it to `h2` below a page heading. */
export const CardLevel: Context<"h1" | "h2"> = createContext<"h1" | "h2">("h1");

/** A titled panel. */
export function Card({
  title,
  subtitle,
  footer,
  wide = false,
  full = false,
  focusOnMount = false,
  className,
  children,
}: CardProps): ReactElement {
  const id = useId();
  const Heading = useContext(CardLevel);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusOnMount) heading.current?.focus();
  }, [focusOnMount]);
  return (
    <section
      className={classNames("lk-card", wide && "lk-card-wide", full && "lk-card-full", className)}
      aria-labelledby={id}
    >
      <header className="lk-card-header">
        <Heading id={id} ref={heading} className="lk-title" tabIndex={focusOnMount ? -1 : undefined}>
          {title}
        </Heading>
        {subtitle ? <p className="lk-subtitle">{subtitle}</p> : null}
      </header>
      {children}
      {footer ? <footer className="lk-card-footer">{footer}</footer> : null}
    </section>
  );
}

/** The heading of a section, one level below the card's heading. */
export function SectionTitle({ children }: { readonly children: ReactNode }): ReactElement {
  const Heading = useContext(CardLevel) === "h1" ? "h2" : "h3";
  return <Heading className="lk-part-title">{children}</Heading>;
}
