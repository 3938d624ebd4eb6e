/** The page for requests that can't be answered, because nothing in them can be trusted. */

import type { ReactElement } from "react";
import { AuthCard, type AuthPageProps } from "../auth/auth-card.tsx";
import { useSearchParams } from "../primitives/use-search-params.ts";
import { useAuthUi } from "../provider/context.ts";
import { useOAuthProviderUi } from "./ui.ts";

/** Props for `RequestError`. */
export interface RequestErrorProps extends AuthPageProps {
  /** Query string with the `?error=` of the request. Default: the current page's query. */
  readonly search?: string;
}

/** Says why an app's request can't be answered, and what to do. The text in the URL is never shown. */
export function RequestError({ search, ...frame }: RequestErrorProps): ReactElement {
  const { texts: all, paths, Link } = useAuthUi();
  const { texts } = useOAuthProviderUi();
  const params = useSearchParams(search);
  if (params === null) return <AuthCard {...frame} title={all.loading} pending />;
  const code = params.get("error") ?? "";
  const { unknown, ...reasons } = texts.requestErrors;
  const reason = Object.hasOwn(reasons, code) ? reasons[code as keyof typeof reasons] : null;
  return (
    <AuthCard
      {...frame}
      title={texts.errorTitle}
      subtitle={reason ?? unknown}
      footer={
        reason === null ? null : (
          <p className="lk-error-code">
            <bdi>{code}</bdi>
          </p>
        )
      }
    >
      <p className="lk-consent-note">{texts.errorAdvice}</p>
      <Link href={paths.account} className="lk-button lk-button-secondary lk-button-full">
        {texts.toAccount}
      </Link>
    </AuthCard>
  );
}
