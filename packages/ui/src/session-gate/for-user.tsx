/** Shows something to the person who is signed in, and begins anew for the next one. */

import { useAuthClient } from "@latchkey/react";
import { Fragment, type ReactElement } from "react";

export interface SignedInUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
}

export interface ForUserProps {
  children(user: SignedInUser): ReactElement | null;
}

/** Nothing where nobody is signed in. */
export function ForUser({ children }: ForUserProps): ReactElement | null {
  const user = useAuthClient().useSession().data?.user;
  // By the id: what was said, or typed, belongs to the one who left.
  return user ? <Fragment key={user.id}>{children(user)}</Fragment> : null;
}
