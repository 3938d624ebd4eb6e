/** A banner that asks guests to create an account. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { Button } from "../primitives/button.tsx";
import { classNames } from "../primitives/class-names.ts";
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
      <Banner {...props} />
    </SetupBoundary>
  );
}

function Banner({ className }: SaveAccountProps): ReactElement | null {
  const { paths, navigate } = useAuthUi();
  const { banner } = useAnonymousUi().texts;
  const user = useAuthClient().useSession().data?.user;
  if (!user || !isGuest(user)) return null;
  const go = (path: string) => () => navigate(withRedirect(path, currentPath()));
  return (
    <section className={classNames("lk-banner", className)} aria-label={banner.label}>
      <div className="lk-banner-text">
        <p>{banner.text}</p>
      </div>
      <Button variant="ghost" onClick={go(paths.signIn)}>
        {banner.signIn}
      </Button>
      <Button variant="secondary" onClick={go(paths.signUp)}>
        {banner.signUp}
      </Button>
    </section>
  );
}
