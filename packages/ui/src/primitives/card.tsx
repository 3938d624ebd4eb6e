/** The frame of a component: heading, subtitle, content, and footer. */

import { type Context, createContext, type ReactElement, type ReactNode, useContext, useId, useRef } from "react";
import { useSlots } from "../provider/appearance.tsx";
import { classNames } from "./class-names.ts";
import { Screen } from "./screen.tsx";
import { Skeleton, useSkeleton } from "./skeleton.tsx";
import { SupportText } from "./support-text.tsx";
import { useFocusEffect } from "./use-focus-effect.ts";

/** Props for `Card`. */
export interface CardProps {
  readonly title: string;
  /**
   * Whether the card has no title yet. Screen readers get `title`, which says that the card is loading, and others see
   * a skeleton.
   */
  readonly isUntitled?: boolean;
  readonly subtitle?: ReactNode;
  readonly footer?: ReactNode;
  /** Rendered at the end of the heading, such as a button. */
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  /** Whether to use the full width of the page, for tables. */
  readonly full?: boolean;
  /**
   * Whether to focus the heading when the card appears, for cards that replace another one. `if-lost`: only if nothing
   * else has focus.
   */
  readonly focusOnMount?: boolean | "if-lost";
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** Heading level of cards. Set it to `h2` below a page heading. */
export const CardLevel: Context<"h1" | "h2"> = createContext<"h1" | "h2">("h1");

/** A titled panel. */
export function Card(props: CardProps): ReactElement {
  const { title, isUntitled = false, subtitle, footer, actions, wide = false, full = false, children } = props;
  const { focusOnMount = false } = props;
  const slot = useSlots();
  const id = useId();
  const Heading = useContext(CardLevel);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusEffect(() => {
    if (focusOnMount === "if-lost" && document.activeElement && document.activeElement !== document.body) return;
    if (focusOnMount) heading.current?.focus();
  }, [focusOnMount]);
  return (
    <Screen kind={wide || full ? "page" : "auth"}>
      <section
        {...slot("card", "lk-card", wide && "lk-card-wide", full && "lk-card-full", props.className)}
        aria-labelledby={id}
      >
        <header {...slot("header", "lk-card-header")}>
          <div className="lk-card-heading">
            <Heading id={id} ref={heading} {...slot("title", "lk-title")} tabIndex={focusOnMount ? -1 : undefined}>
              {isUntitled ? <UnknownTitle text={title} /> : title}
            </Heading>
            {subtitle ? (
              <p {...slot("subtitle", "lk-subtitle")}>
                {typeof subtitle === "string" ? <SupportText text={subtitle} /> : subtitle}
              </p>
            ) : null}
          </div>
          {actions}
        </header>
        {children}
        {footer ? <footer {...slot("footer", "lk-card-footer")}>{footer}</footer> : null}
      </section>
    </Screen>
  );
}

function UnknownTitle({ text }: { readonly text: string }): ReactElement {
  const isShown = useSkeleton(true);
  return (
    <>
      <span className="lk-hidden">{text}</span>
      {/* Without the space, the card would grow when the skeleton appears. */}
      {isShown ? <Skeleton width="60%" /> : "\u00a0"}
    </>
  );
}

/** Props for `Stack`. */
export interface StackProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Cards in one column. */
export function Stack({ className, children }: StackProps): ReactElement {
  return (
    <Screen>
      <div className={classNames("lk-stack", className)}>{children}</div>
    </Screen>
  );
}

/** The heading of a section, one level below the card's heading. */
export function SectionTitle({ children }: { readonly children: ReactNode }): ReactElement {
  const Heading = useContext(CardLevel) === "h1" ? "h2" : "h3";
  return <Heading className="lk-part-title">{children}</Heading>;
}
