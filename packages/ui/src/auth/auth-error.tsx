/** The page for errors that a callback returns with, such as a canceled sign-in with a provider. */

import { useAuthClient } from "@latchkey/react";
import type { ReactElement } from "react";
import { useConsumedParams } from "../primitives/use-consumed-params.ts";
import { useAuthUi } from "../provider/context.ts";
import { useRedirect } from "../provider/redirect.ts";
import { callbackErrorText } from "../social/use-callback-error.ts";
import type { Texts } from "../texts/texts.ts";
import { AuthCard, type AuthPageProps } from "./auth-card.tsx";

/** Props for `AuthError`. */
export interface AuthErrorProps extends AuthPageProps {
  /** Query string with the `?error=` of a callback. Default: the current page's query. */
  readonly search?: string;
}

const errorParams = ["error", "error_description"];

/** Says what happened, offers one way to continue, and shows the code for support. */
export function AuthError({ search, ...frame }: AuthErrorProps): ReactElement {
  const { texts, paths, Link } = useAuthUi();
  const { data, isPending } = useAuthClient().useSession();
  const query = useConsumedParams(errorParams, search);
  const redirect = useRedirect({ search });
  if (query === null || (isPending && !data)) return <AuthCard {...frame} title={texts.loading} pending />;
  const code = query.get("error") ?? "";
  const isSignedIn = data !== null;
  // A failed connection started on the account page.
  const back = isSignedIn ? (redirect.requested ?? paths.account) : redirect.carry(paths.signIn);
  return (
    <AuthCard
      {...frame}
      title={titleOf(texts, code, isSignedIn)}
      subtitle={callbackErrorText(texts, code)}
      footer={
        isKnown(texts, code) ? (
          <p className="lk-error-code">
            <bdi>{code}</bdi>
          </p>
        ) : null
      }
    >
      <Link href={back} className="lk-button lk-button-primary lk-button-full">
        {isSignedIn ? texts.continue : texts.forgotPassword.toSignIn}
      </Link>
    </AuthCard>
  );
}

function titleOf({ authError, banned }: Texts, code: string, isSignedIn: boolean): string {
  if (code === "BANNED_USER") return banned.title;
  if (isSignedIn) return code === "access_denied" ? authError.connectCanceledTitle : authError.connectTitle;
  return code === "access_denied" ? authError.canceledTitle : authError.title;
}

/** Anyone can put text into a URL, so unknown codes are never shown. */
function isKnown({ social, errors }: Texts, code: string): boolean {
  return code !== "unknown" && (Object.hasOwn(social.errors, code) || Object.hasOwn(errors, code));
}
