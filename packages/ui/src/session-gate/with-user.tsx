/** Renders its content for the signed-in user, and remounts it when the user changes. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { SetupBoundary } from "../provider/setup-boundary.tsx";

export interface SignedInUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly image: string | null;
}

export interface WithUserProps {
  children(user: SignedInUser): ReactElement | null;
}

/** Renders nothing if no one is signed in. */
export function WithUser({ children }: WithUserProps): ReactElement | null {
  const user = useAuthClient().useSession().data?.user;
  // Keyed by id, so that messages and input of the previous user disappear.
  return user ? <SetupBoundary key={user.id}>{children(user)}</SetupBoundary> : null;
}
