/** The account page: profile, security, connected accounts, sections of plugins, and the danger zone. */

import type { Capabilities } from "@latchkey/client/capabilities";
import { useAuthClient } from "@latchkey/react";
import { type ReactElement, type ReactNode, useCallback, useRef, useState } from "react";
import type { IconName } from "../primitives/icons.tsx";
import { Screen } from "../primitives/screen.tsx";
import { SettingsLayout } from "../primitives/section.tsx";
import { SettingsSkeleton } from "../primitives/settings-skeleton.tsx";
import { Loading, RowsSkeleton } from "../primitives/skeleton.tsx";
import { useSection } from "../primitives/use-section.ts";
import type { Appearance } from "../provider/appearance.tsx";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import type { AccountSectionProps, AuthUi } from "../provider/types.ts";
import { hasCalls } from "../provider/use-can-call.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { isGuest } from "../session-gate/is-guest.ts";
import { RequireSession } from "../session-gate/require-session.tsx";
import { WithUser } from "../session-gate/with-user.tsx";
import { AccountConnections } from "./connections.tsx";
import { AccountDanger } from "./danger.tsx";
import { AccountProfile } from "./profile.tsx";
import { type SectionHref, SectionHrefContext } from "./section-links.ts";
import { AccountSecurity } from "./security.tsx";

/** Props for `Account`. */
export interface AccountProps {
  readonly className?: string;
  /** Default: the title from the texts. */
  readonly title?: string;
  readonly appearance?: Appearance;
  /**
   * Where the URL contains the section: `hash` for `/account#security`, `path` for `/account/security`. With `path`,
   * route all paths below `paths.account` to this component. Default: `hash`.
   */
  readonly routing?: "hash" | "path";
  /** Runs after the account is deleted. Default: navigates to `paths.accountDeleted`. */
  onDeleted?(): void;
}

/** The signed-in user's account settings, in sections. Redirects others to sign in. */
export function Account(props: AccountProps): ReactElement {
  const { navigate, paths, texts } = useAuthUi();
  const [isDeleted, setDeleted] = useState(false);
  const { onDeleted } = props;
  const leave = (): void => {
    setDeleted(true);
    (onDeleted ?? (() => navigate(paths.accountDeleted)))();
  };
  return (
    // Without a fallback, it would navigate to the sign-in page when the deleted session ends.
    <RequireSession
      loading={<SettingsSkeleton {...props} title={props.title ?? texts.account.title} />}
      {...(isDeleted ? { fallback: null } : {})}
    >
      <Screen appearance={props.appearance}>
        <WithUser>{() => <Sections {...props} onDeleted={leave} />}</WithUser>
      </Screen>
    </RequireSession>
  );
}

function Sections({ className, title, routing = "hash", onDeleted }: AccountProps): ReactElement {
  const ui = useAuthUi();
  const { texts, paths } = ui;
  const isByPath = routing === "path";
  const user = useAuthClient().useSession().data?.user;
  const sections = sectionsOf(ui, useCapabilities(), user !== undefined && isGuest(user), onDeleted);
  // Sections that may turn out to be available count, too, so that the page doesn't start with another one.
  const current = useSection(
    sections.map(({ id }) => id),
    isByPath ? paths.account : undefined,
  );
  const hrefOf = useCallback<SectionHref>(
    (id) => (isByPath ? `${paths.account.replace(/\/$/, "")}/${id}` : `#${id}`),
    [isByPath, paths.account],
  );
  const hasNavigated = useHasChanged(current);
  const availableSections = sections.filter(({ isAvailable }) => isAvailable);
  const items = availableSections.map(({ id, title, icon }) => ({ id, title, icon, href: hrefOf(id) }));
  const section = availableSections.find(({ id }) => id === current);
  return (
    <SectionHrefContext.Provider value={hrefOf}>
      <SettingsLayout
        title={title ?? texts.account.title}
        nav={{ label: texts.account.sections, items, current }}
        className={className}
      >
        <Loading pending={!section} skeleton={<RowsSkeleton rows={4} />}>
          {section ? (
            <SetupBoundary key={section.id}>{section.render({ focusOnMount: hasNavigated })}</SetupBoundary>
          ) : null}
        </Loading>
      </SettingsLayout>
    </SectionHrefContext.Provider>
  );
}

/** Whether the user has opened another section. The first one doesn't move focus. */
function useHasChanged(current: string): boolean {
  const first = useRef("");
  const hasChanged = useRef(false);
  if (first.current === "") first.current = current;
  else if (current !== first.current) hasChanged.current = true;
  return hasChanged.current;
}

interface ShownSection {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** `undefined` until it's known. */
  readonly isAvailable: boolean | undefined;
  render(props: AccountSectionProps): ReactNode;
}

/** Returns the sections that have something to show, or may have. */
function sectionsOf(
  { texts, plugins, providers }: AuthUi,
  capabilities: Capabilities | null | undefined,
  isForGuest: boolean,
  onDeleted: AccountProps["onDeleted"],
): readonly ShownSection[] {
  const ifKnown = (decide: (known: Capabilities | null) => boolean): boolean | undefined =>
    capabilities === undefined ? undefined : decide(capabilities);
  const sections: readonly ShownSection[] = [
    {
      id: "profile",
      title: texts.profile.title,
      icon: "user",
      isAvailable: true,
      render: (props) => <AccountProfile {...props} />,
    },
    {
      id: "security",
      title: texts.security.title,
      icon: "shield",
      isAvailable: true,
      render: (props) => <AccountSecurity {...props} />,
    },
    {
      id: "connections",
      title: texts.linkedAccounts.title,
      icon: "link",
      // A guest signs up with a provider instead.
      isAvailable: ifKnown(
        (known) =>
          !isForGuest &&
          (known?.signIn.providers ?? providers).length > 0 &&
          hasCalls(known, "/list-accounts") === true,
      ),
      render: (props) => <AccountConnections {...props} />,
    },
    ...plugins
      .flatMap(({ account }) => account?.sections ?? [])
      .map(
        ({ Section, isAvailable, path = [], forGuests = true, ...section }): ShownSection => ({
          ...section,
          isAvailable: ifKnown(
            (known) => (forGuests || !isForGuest) && hasCalls(known, path) === true && (isAvailable?.(known) ?? true),
          ),
          render: (props) => <Section {...props} />,
        }),
      ),
    {
      id: "danger",
      title: texts.deleteAccount.section,
      icon: "triangle-alert",
      isAvailable: ifKnown((known) => known?.account.delete !== "off"),
      render: (props) => <AccountDanger {...props} {...(onDeleted ? { onDeleted } : {})} />,
    },
  ];
  return sections.filter(({ isAvailable }) => isAvailable !== false);
}
