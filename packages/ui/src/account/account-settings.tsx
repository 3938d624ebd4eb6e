/** The account page, with one card per topic. */

import type { ReactElement, ReactNode } from "react";
import { CardLevel, Stack } from "../primitives/card.tsx";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { RequireSession } from "../session-gate/require-session.tsx";
import { SessionList } from "../sessions/session-list.tsx";
import { DeleteAccountCard } from "./delete-account-card.tsx";
import { EmailCard } from "./email-card.tsx";
import { LinkedAccountsCard } from "./linked-accounts-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileCard } from "./profile-card.tsx";

/** Props of `AccountSettings`. */
export interface AccountSettingsProps {
  readonly className?: string;
  /** Default: the title from the texts. */
  readonly title?: string;
  /** Cards to show instead of the default ones, in this order. */
  readonly children?: ReactNode;
}

/** Shows all cards of the user's account, one below the other. */
export function AccountSettings({ className, title, children }: AccountSettingsProps): ReactElement {
  const { texts, plugins } = useAuthUi();
  return (
    <RequireSession>
      <Stack className={className}>
        <h1 className="lk-title lk-title-page">{title ?? texts.account.title}</h1>
        <CardLevel.Provider value="h2">
          {children ?? (
            <>
              <ProfileCard />
              <EmailCard />
              <PasswordCard />
              <LinkedAccountsCard />
              {plugins.map(({ id, account }) =>
                account?.SecurityGroups ? (
                  <SetupBoundary key={id}>
                    <account.SecurityGroups />
                  </SetupBoundary>
                ) : null,
              )}
              <SessionList />
              <DeleteAccountCard />
            </>
          )}
        </CardLevel.Provider>
      </Stack>
    </RequireSession>
  );
}
