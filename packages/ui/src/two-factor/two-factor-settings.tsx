/** Two-factor authentication settings, for a custom account page. */

import type { ReactElement } from "react";
import { Stack } from "../primitives/card.tsx";
import { RowGroup, Rows } from "../primitives/row.tsx";
import { RowsGroup } from "../primitives/section.tsx";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { isGuest } from "../session-gate/is-guest.ts";
import { useTwoFactorClient } from "./client.ts";
import { TwoFactorRows } from "./rows.tsx";
import { TrustedDevices } from "./trusted-devices.tsx";
import { useTwoFactorCapabilities, useTwoFactorUi } from "./ui.ts";

/** Props for `TwoFactorSettings`. */
export interface TwoFactorSettingsProps {
  readonly className?: string;
}

/**
 * Lets users set up and turn off 2FA, and lists their trusted devices. `Account` already includes it. Renders nothing
 * if no one is signed in, for guests, or if the server has no two-factor plugin.
 */
export function TwoFactorSettings({ className }: TwoFactorSettingsProps): ReactElement {
  return (
    <SetupBoundary>
      <Settings className={className} />
    </SetupBoundary>
  );
}

function Settings({ className }: { readonly className: string | undefined }): ReactElement | null {
  const { settings } = useTwoFactorUi().texts;
  const user = useTwoFactorClient().useSession().data?.user;
  const offered = useTwoFactorCapabilities();
  if (!user || isGuest(user) || !offered) return null;
  return (
    <Stack className={className}>
      <RowGroup>
        <RowsGroup title={settings.title} text={settings.subtitle}>
          <Rows>
            <TwoFactorRows />
          </Rows>
        </RowsGroup>
        <TrustedDevices />
      </RowGroup>
    </Stack>
  );
}
