/** The account that an answer applies to, with a link to use another one. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { Avatar } from "../primitives/avatar.tsx";
import { useAuthUi } from "../provider/context.ts";
import { withRedirect } from "../provider/redirect.ts";

/** Props for `SignedInAs`. */
export interface SignedInAsProps {
  readonly texts: {
    /** For screen readers, before the name. */
    readonly signedInAs: string;
    readonly otherAccount: string;
  };
  /** Where another user continues after they sign in. */
  readonly returnTo: string | null;
}

/** Shows the user's name and email. Renders nothing if no one is signed in. */
export function SignedInAs({ texts, returnTo }: SignedInAsProps): ReactElement | null {
  const { paths, Link } = useAuthUi();
  const user = useAuthClient().useSession().data?.user;
  if (!user) return null;
  const name = user.name || user.email;
  return (
    <div className="lk-consent-user">
      <Avatar name={name} image={user.image ?? null} />
      <p className="lk-list-text">
        <span className="lk-hidden">{texts.signedInAs} </span>
        <bdi className="lk-list-title lk-truncate">{name}</bdi>
        {user.name ? <bdi className="lk-note lk-truncate">{user.email}</bdi> : null}
      </p>
      <Link href={withRedirect(paths.signIn, returnTo)} className="lk-link">
        {texts.otherAccount}
      </Link>
    </div>
  );
}
