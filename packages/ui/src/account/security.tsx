/** The security section of the account page: password, rows of plugins, and devices. */

import type { ReactElement } from "react";
import { Rows } from "../primitives/row.tsx";
import { useAuthUi } from "../provider/context.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import type { AccountSectionProps } from "../provider/types.ts";
import { useCapabilities } from "../provider/use-capabilities.ts";
import { isGuest } from "../session-gate/is-guest.ts";
import { type SignedInUser, WithUser } from "../session-gate/with-user.tsx";
import { Devices } from "../sessions/devices.tsx";
import { PasswordRow } from "./password-row.tsx";
import { SectionFrame } from "./section-frame.tsx";

/** How the user signs in, and where they're signed in. Renders nothing if no one is signed in. */
export function AccountSecurity(props: AccountSectionProps): ReactElement {
  return <WithUser>{(user) => <Security {...props} user={user} />}</WithUser>;
}

function Security({ user, focusOnMount = false }: AccountSectionProps & { readonly user: SignedInUser }): ReactElement {
  const { texts, plugins } = useAuthUi();
  const capabilities = useCapabilities();
  return (
    <SectionFrame title={texts.security.title} text={texts.security.subtitle} focusOnMount={focusOnMount}>
      {plugins.map(({ id, account }) =>
        account?.SecurityNotices ? (
          <SetupBoundary key={id}>
            <account.SecurityNotices />
          </SetupBoundary>
        ) : null,
      )}
      {/* Guests choose a sign-in method when they sign up. */}
      {isGuest(user) ? null : (
        <Rows>
          {capabilities === undefined || capabilities?.password === null ? null : <PasswordRow user={user} />}
          {plugins.map(({ id, account }) =>
            account?.SecurityRows ? (
              <SetupBoundary key={id}>
                <account.SecurityRows />
              </SetupBoundary>
            ) : null,
          )}
        </Rows>
      )}
      <Devices />
      {plugins.map(({ id, account }) =>
        account?.SecurityGroups ? (
          <SetupBoundary key={id}>
            <account.SecurityGroups />
          </SetupBoundary>
        ) : null,
      )}
    </SectionFrame>
  );
}
