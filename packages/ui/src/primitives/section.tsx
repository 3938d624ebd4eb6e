/** A titled part of a settings page, with navigation between the parts. */

import {
  type Context,
  createContext,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
} from "react";
import { useAppearance, useSlots } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { classNames } from "./class-names.ts";
import { Icon, type IconName } from "./icons.tsx";
import { RowGroup } from "./row.tsx";
import { Screen } from "./screen.tsx";
import { useFocusEffect } from "./use-focus-effect.ts";
import { useHiddenEnds } from "./use-hidden-ends.ts";

/** Props for `Section`. */
export interface SectionProps {
  readonly title: string;
  /** Shown next to the title, such as the number of items. */
  readonly count?: string | undefined;
  readonly text?: string | undefined;
  /** Buttons at the end of the heading. */
  readonly actions?: ReactNode;
  /** Whether to focus the heading when the section appears, because the user navigated to it. */
  readonly focusOnMount?: boolean;
  readonly children: ReactNode;
}

const InSection: Context<boolean> = createContext(false);

/** A titled part of a settings page. */
export function Section(props: SectionProps): ReactElement {
  const { title, count, text, actions, focusOnMount = false, children } = props;
  const slot = useSlots();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Only on mount: later, focus is where the user moved it.
  const shouldFocus = useRef(focusOnMount);
  useFocusEffect(() => {
    if (shouldFocus.current) heading.current?.focus();
  }, []);
  return (
    <section {...slot("section", "lk-section")} aria-labelledby={id}>
      <div className="lk-section-header">
        <div>
          <div className="lk-actions">
            <h2 id={id} ref={heading} className="lk-part-title" tabIndex={focusOnMount ? -1 : undefined}>
              {title}
            </h2>
            {count === undefined ? null : <bdi className="lk-note lk-number">{count}</bdi>}
          </div>
          {text ? <p className="lk-part-text">{text}</p> : null}
        </div>
        {actions}
      </div>
      <InSection.Provider value={true}>{children}</InSection.Provider>
    </section>
  );
}

/** Props for `RowsGroup`. */
export interface RowsGroupProps {
  readonly title: string;
  readonly text?: string | undefined;
  /** Buttons at the end of the heading. */
  readonly actions?: ReactNode;
  /** Usually `Rows`. */
  readonly children: ReactNode;
}

/** A titled group of rows within a section, or alone on a page. */
export function RowsGroup({ title, text, actions, children }: RowsGroupProps): ReactElement {
  const slot = useSlots();
  const isPart = useContext(InSection);
  const Heading = isPart ? "h3" : "h2";
  const id = useId();
  return (
    <section {...slot("section", "lk-section", isPart && "lk-rows-group")} aria-labelledby={id}>
      <div className="lk-section-header">
        <div>
          <Heading id={id} className={isPart ? "lk-group-title" : "lk-part-title"}>
            {title}
          </Heading>
          {text ? <p className="lk-part-text">{text}</p> : null}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A link in the navigation. */
export interface NavItem {
  readonly id: string;
  readonly title: string;
  /** Such as `#security`, or a path. */
  readonly href: string;
  readonly icon?: IconName;
  readonly count?: number | undefined;
}

/** Props for `SectionNav`. */
export interface SectionNavProps {
  /** Describes the navigation to screen readers. */
  readonly label: string;
  readonly items: readonly NavItem[];
  /** Id of the current item. */
  readonly current: string;
}

/** Links to the sections: at the side, or as a strip on narrow screens that scrolls and fades at its ends. */
export function SectionNav({ label, items, current }: SectionNavProps): ReactElement {
  const slot = useSlots();
  const { Link, navigate } = useAuthUi();
  const list = useRef<HTMLUListElement>(null);
  const [more, measure] = useHiddenEnds(list, `${current} ${items.length}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current item moves into view when it changes
  useEffect(() => {
    const strip = list.current;
    const item = strip?.querySelector<HTMLElement>("[aria-current]");
    if (strip && item) strip.scrollLeft += middleOf(item) - middleOf(strip);
    measure();
  }, [current, items.length]);
  return (
    <nav {...slot("nav", "lk-nav", "lk-nav-strip")} aria-label={label} data-more={more}>
      <ul ref={list} onScroll={measure}>
        {items.map(({ id, title, href, icon, count }) => {
          const { className } = slot("navItem", "lk-nav-item");
          const content = (
            <>
              {icon ? <Icon name={icon} /> : null}
              {title}
              {count === undefined ? null : (
                <span className="lk-count">
                  <bdi>{count}</bdi>
                </span>
              )}
            </>
          );
          // A router's link would drop the fragment's native behavior, and can't mark the current page.
          return (
            <li key={id} data-lk="navItem">
              {href.startsWith("#") || id === current ? (
                // No element may have the fragment's id. Otherwise, browsers would move focus from the section's
                // heading to it.
                <a
                  href={href}
                  className={className}
                  aria-current={id === current ? "page" : undefined}
                  onClick={(event) => followInApp(event, href, navigate)}
                >
                  {content}
                </a>
              ) : (
                <Link href={href} className={className}>
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** A section can have subpages. Its link leads back from them without reloading the app. */
function followInApp(event: MouseEvent<HTMLAnchorElement>, href: string, navigate: (path: string) => void): void {
  const isNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (href.startsWith("#") || isNewTab) return;
  event.preventDefault();
  navigate(href);
}

function middleOf(element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

/** Props for `SettingsLayout`. */
export interface SettingsLayoutProps {
  readonly title: ReactNode;
  readonly nav: SectionNavProps;
  readonly className?: string | undefined;
  /** Whether to focus the title when the page appears and nothing has focus, because the user navigated to it. */
  readonly focusIfLost?: boolean;
  /** The current section. */
  readonly children: ReactNode;
}

/** The frame of a settings page: title, navigation, and the current section. */
export function SettingsLayout(props: SettingsLayoutProps): ReactElement {
  return (
    <Screen>
      <RowGroup>
        <SettingsFrame {...props} />
      </RowGroup>
    </Screen>
  );
}

function SettingsFrame({ title, nav, className, focusIfLost, children }: SettingsLayoutProps): ReactElement {
  const { navigation = "side" } = useAppearance();
  const heading = useRef<HTMLHeadingElement>(null);
  const shouldFocus = useRef(focusIfLost);
  useFocusEffect(() => {
    if (shouldFocus.current && document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <div className={classNames("lk-settings", navigation === "side" && "lk-settings-side", className)}>
      <h1 ref={heading} className="lk-title lk-title-page lk-settings-title" tabIndex={focusIfLost ? -1 : undefined}>
        {title}
      </h1>
      <SectionNav {...nav} />
      <div className="lk-settings-main">{children}</div>
    </div>
  );
}
