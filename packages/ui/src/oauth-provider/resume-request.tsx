/** Continues a client's request after a sign-in. */

import type { ClientError } from "@latchkey/react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { ErrorPanel } from "../primitives/error-panel.tsx";
import { useAuthUi } from "../provider/context.ts";
import { EndedRequest, hasEnded } from "./ended-request.tsx";
import type { PageRequest } from "./page-request.ts";
import { useOAuthProviderClient, useOAuthProviderUi } from "./ui.ts";

interface ResumeRequestProps extends AuthPageProps {
  readonly request: PageRequest;
}

/** Asks the server for the next page once. The client navigates there on its own. */
export function ResumeRequest({ request, ...frame }: ResumeRequestProps): ReactElement {
  const client = useOAuthProviderClient();
  const { texts } = useAuthUi();
  const { errorTitle } = useOAuthProviderUi().texts;
  const [error, setError] = useState<ClientError | null>(null);
  const { query, selectsAccount } = request;
  const resume = async (): Promise<void> => {
    setError(null);
    const input = { oauth_query: query, ...(selectsAccount ? { selected: true } : {}) };
    const result = await client.oauth2.continue(input);
    setError(result.error);
  };
  const latest = useRef(resume);
  latest.current = resume;
  // A request can only be continued once, but React runs effects twice in development.
  const resumed = useRef<string | null>(null);
  useEffect(() => {
    if (resumed.current === query) return;
    resumed.current = query;
    void latest.current();
  }, [query]);
  if (hasEnded(error)) return <EndedRequest {...frame} />;
  return (
    <AuthCard {...frame} title={error ? errorTitle : texts.loading} pending={error === null}>
      {error ? <ErrorPanel error={error} onRetry={resume} /> : null}
    </AuthCard>
  );
}
