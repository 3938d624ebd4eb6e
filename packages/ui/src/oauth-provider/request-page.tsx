/** The frame of the pages that answer an app's request. */

import { type ReactElement, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { useSearchParams } from "../primitives/use-search-params.ts";
import { useAuthUi } from "../provider/context.ts";
import { isReturnToChallenge, RequireSession } from "../session-gate/require-session.tsx";
import { EndedRequest } from "./ended-request.tsx";
import { type PageRequest, readPageRequest } from "./page-request.ts";

/** Props of a page that answers an app's request. */
export interface RequestPageProps extends AuthPageProps {
  /** Query string with the app's request. Default: the current page's query. */
  readonly search?: string;
}

interface Props extends RequestPageProps {
  /** The page for a user who's signed in. */
  readonly children: (frame: AuthPageProps, request: PageRequest) => ReactElement;
}

/** Reads the request from the URL. Users who aren't signed in sign in first. */
export function RequestPage({ search, children, ...frame }: Props): ReactElement {
  const { texts, plugins } = useAuthUi();
  const params = useSearchParams(search);
  // Read once, because the second factor's plugin removes it from the URL.
  const [isChallenged] = useState(() => typeof location !== "undefined" && isReturnToChallenge());
  const loading = <AuthCard {...frame} title={texts.loading} pending />;
  // Another user can still be signed in, and must not continue with the request that the new sign-in is for.
  const isLeaving = isChallenged && plugins.some(({ onChallenge }) => onChallenge);
  if (params === null || isLeaving) return loading;
  const request = readPageRequest(params);
  if (request === null) return <EndedRequest {...frame} />;
  return <RequireSession loading={loading}>{children(frame, request)}</RequireSession>;
}
