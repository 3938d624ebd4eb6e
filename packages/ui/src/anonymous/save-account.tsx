/** A banner that asks guests to create an account. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { Banner } from "../primitives/banner.tsx";
import { Button } from "../primitives/button.tsx";
import { useAuthUi } from "../provider/context.ts";
import { currentPath, withRedirect } from "../provider/redirect.ts";
import { SetupBoundary } from "../provider/setup-boundary.tsx";
import { isGuest } from "../session-gate/is-guest.ts";
import { useAnonymousUi } from "./ui.ts";

/** Props for `SaveAccount`. */
export interface SaveAccountProps {
  readonly className?: string;
}

/** Asks guests to create an account, and brings them back to this page. Renders nothing for other users. */
export function SaveAccount(props: SaveAccountProps): ReactElement {
  return (
    <SetupBoundary>
      <Offer {...props} />
    </SetupBoundary>
  );
}

function Offer({ className }: SaveAccountProps): ReactElement | null {
  const { paths, navigate } = useAuthUi();
  const { banner } = useAnonymousUi().texts;
  const user = useAuthClient().useSession().data?.user;
  if (!user || !isGuest(user)) return null;
  const go = (path: string) => () => navigate(withRedirect(path, currentPath()));
  return (
    <Banner className={className} label={banner.label} tone="warning" text={banner.text}>
      <Button variant="secondary" onClick={go(paths.signUp)}>
        {banner.signUp}
      </Button>
      <Button variant="ghost" onClick={go(paths.signIn)}>
        {banner.signIn}
      </Button>
    </Banner>
  );
}
